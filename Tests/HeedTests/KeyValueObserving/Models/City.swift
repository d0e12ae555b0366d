import Heed

/// A person's city.
@KeyValueObservable
final class City {
    var name: String

    init(_ name: String) {
        self.name = name
    }
}
