import Heed

/// A class whose names are those that generated code would use without care.
@KeyValueObservable
final class OddNames {
    /// Hides the standard library's type here.
    struct Int {}

    var type = "a"
    var `init` = "d"
    var root = "f"
    var value = "g"
    var path = "h"
    var index = "i"
    var keyPath = "j"
    var getter = "k"
    var storage = "l"
    var observe = "m"
    var change = "n"
    var plain = "o"
    var oldValue = "p"

    /// All of them in one, so that it depends on all.
    var all: [String] {
        [type, `init`, root, value, path, index, keyPath, getter, storage, observe, change, plain, oldValue]
    }
}

/// A class whose parameters are called like those of generated functions.
@KeyValueObservable
class OddParameters<Root, Value> {
    var root: Root
    var value: Value

    init(_ root: Root, _ value: Value) {
        self.root = root
        self.value = value
    }
}
