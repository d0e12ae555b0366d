import Heed

/// Changes a property when it dies.
@KeyValueObservable
final class Mortal {
    var value = 0

    deinit {
        value = -1
    }
}
