import Heed

/// A pet whose properties subclasses override.
@KeyValueObservable
class Pet {
    var name = "a"
    var tags: [String] = []
    final var age = 1
    var subtitle = "b"
    var title: String {
        get { "the " + subtitle }
        set { subtitle = newValue }
    }
    var greeting: String { "hi " + name }
    func feed() {}
}

@KeyValueObservable
final class PetOwner {
    var pet: Pet

    init(_ pet: Pet) {
        self.pet = pet
    }
}

/// Overrides nothing that is observed.
class Cat: Pet {
    override init() {}
    override func feed() {}
}

/// Overrides another property.
class Titled: Pet {
    override var title: String {
        get { super.title + "!" }
        set { super.title = newValue }
    }
}

/// Computes what its superclass stores.
class Dog: Pet {
    override var name: String {
        get { "dog " + super.name }
        set { super.name = newValue }
    }
    override var tags: [String] {
        get { super.tags.map { "dog " + $0 } }
        set { super.tags = newValue }
    }
}

/// Inherits what its superclass overrides.
class Puppy: Dog {}

final class FinalDog: Dog {}

final class FinalTerrier: Pet {
    override var name: String {
        get { "terrier " + super.name }
        set { super.name = newValue }
    }
}

/// Carries the macro too.
@KeyValueObservable
class Hound: Pet {
    var speed = 1
    override var name: String {
        get { "hound \(speed) " + super.name }
        set { super.name = newValue }
    }
}

class Watched: Pet {
    private(set) var setCount = 0
    override var name: String {
        didSet { setCount += 1 }
    }
}

final class FinalWatched: Pet {
    private(set) var lastName = ""
    override var name: String {
        didSet { lastName = oldValue }
    }
}

@KeyValueObservable
class GenericPet<Value> {
    var value: Value
    var values: [Value] = []

    init(_ value: Value) {
        self.value = value
    }
}

class GenericCat<Value: Equatable>: GenericPet<[Value]> {}

class GenericDog: GenericPet<String> {
    override var value: String {
        get { "dog " + super.value }
        set { super.value = newValue }
    }
}
