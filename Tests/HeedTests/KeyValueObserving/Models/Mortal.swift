import Heed

/// A class that changes a property in its deinitializer.
@KeyValueObservable
final class Mortal {
    var value = 0

    deinit {
        value = -1
    }
}
