import Heed

/// A pet that several threads use, and whose properties subclasses override.
@KeyValueObservable
class SharedPet: @unchecked Sendable {
    var name = "a"
    var subtitle = "b"
    var title: String {
        get { "the " + subtitle }
        set { subtitle = newValue }
    }
    var greeting: String { "hi " + name }
}

@KeyValueObservable
final class SharedPetOwner: Sendable {
    var pet: SharedPet

    init(_ pet: SharedPet) {
        self.pet = pet
    }
}

class SharedCat: SharedPet, @unchecked Sendable {}

class SharedTitled: SharedPet, @unchecked Sendable {
    override var title: String {
        get { super.title + "!" }
        set { super.title = newValue }
    }
}

class SharedDog: SharedPet, @unchecked Sendable {
    override var name: String {
        get { "dog " + super.name }
        set { super.name = newValue }
    }
}

final class SharedTerrier: SharedPet, @unchecked Sendable {
    override var name: String {
        get { "terrier " + super.name }
        set { super.name = newValue }
    }
}

@KeyValueObservable
class SharedHound: SharedPet, @unchecked Sendable {
    var speed = 1
    override var name: String {
        get { "hound \(speed) " + super.name }
        set { super.name = newValue }
    }
}

class SharedWatched: SharedPet, @unchecked Sendable {
    override var name: String {
        didSet { _ = oldValue }
    }
}
