import Heed

/// Where somebody lives.
@KeyValueObservable
final class City {
    var name: String

    init(_ name: String) {
        self.name = name
    }
}
