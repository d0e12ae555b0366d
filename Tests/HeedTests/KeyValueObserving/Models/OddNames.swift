import Heed

/// A class whose names are those that generated code would use without care.
@KeyValueObservable
final class OddNames {
    // They hide the standard library's types, and the module, here.
    struct Int {}
    struct Bool {}
    struct Void {}
    struct KeyPath {}
    struct AnyKeyPath {}
    struct Heed {}

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

    /// No key path can name it.
    var `Type`: String { type }

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

/// A class of an actor, which declares dependencies outside of that, and can have subclasses.
@MainActor
@KeyValueObservable
class MainActorCart {
    var prices = [1]
    var total: Swift.Int { prices.count }

    nonisolated class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }
}
