import Heed

/// A computed property that changes an observable one when it is read.
@KeyValueObservable
final class Cache {
    var fills = 0

    var value: Int {
        if fills == 0 { fills = 1 }
        return fills
    }
}
