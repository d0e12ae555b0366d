import Heed

/// An artist that an album refers to.
@KeyValueObservable
final class Artist {
    var name: String
    var city: City

    init(_ name: String, city: City = City("")) {
        self.name = name
        self.city = city
    }

    var displayName: String { name.isEmpty ? "?" : name }
}
