import Heed
import Testing

@Suite("Properties that subclasses override")
struct OverriddenPropertyTests {
    struct Kind<Object>: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let make: @Sendable () -> Object

        init(_ make: @escaping @Sendable () -> Object) {
            self.make = make
            testDescription = "\(type(of: make()))"
        }
    }

    static let pets: [Kind<Pet>] = [
        Kind { Pet() }, Kind { Cat() }, Kind { Titled() }, Kind { Dog() }, Kind { Puppy() }, Kind { FinalDog() }, Kind { FinalTerrier() },
        Kind { Hound() }, Kind { Watched() }, Kind { FinalWatched() },
    ]
    static let inheriting: [Kind<Pet>] = [Kind { Pet() }, Kind { Cat() }, Kind { Titled() }, Kind { Watched() }, Kind { Hound() }]
    static let sharedPets: [Kind<SharedPet>] = [
        Kind { SharedPet() }, Kind { SharedCat() }, Kind { SharedTitled() }, Kind { SharedDog() }, Kind { SharedTerrier() },
        Kind { SharedHound() }, Kind { SharedWatched() },
    ]
    static let paths: [KeyPath<Pet, String> & Sendable] = [\.name, \.title, \.greeting, \.name.description]
    static let ownerPaths: [KeyPath<PetOwner, String> & Sendable] = [\.pet.name, \.pet.title, \.pet.greeting]
    static let sharedPaths: [KeyPath<SharedPet, String> & Sendable] = [\.name, \.title, \.greeting, \.name.description]
    static let sharedOwnerPaths: [KeyPath<SharedPetOwner, String> & Sendable] = [\.pet.name, \.pet.title, \.pet.greeting]

    /// Each step changes each text once.
    static func steps(_ pet: Pet) -> [() -> Void] {
        func set(_ name: String) { (pet.name, pet.title) = (name, name) }
        return [
            { set("rex") }, { (pet.name += "y", pet.title += "y") },
            {
                withGroupedChanges {
                    set("b")
                    set("c")
                }
            },
            { set("c") },
        ]
    }

    static func steps(_ pet: SharedPet) -> [() -> Void] {
        func set(_ name: String) { (pet.name, pet.title) = (name, name) }
        return [
            { set("rex") }, { (pet.name += "y", pet.title += "y") },
            {
                withGroupedChanges {
                    set("b")
                    set("c")
                }
            },
            { set("c") },
        ]
    }

    @Test("Every form reports what reading says, through a reference of the base type", arguments: pets, paths)
    func base(kind: Kind<Pet>, path: KeyPath<Pet, String> & Sendable) async {
        let pet = kind.make()
        let (told, expected) = await TextForms.reports(of: path, in: pet, of: Self.steps(pet))
        #expect(told == expected)
    }

    @Test("Every form reports what reading says, through another object", arguments: pets, ownerPaths)
    func owner(kind: Kind<Pet>, path: KeyPath<PetOwner, String> & Sendable) async {
        let pet = kind.make()
        let owner = PetOwner(Pet())
        let steps = [{ owner.pet = pet }] + Self.steps(pet) + [{ owner.pet = Pet() }]
        let (told, expected) = await TextForms.reports(of: path, in: owner, of: steps)
        #expect(told == expected)
    }

    @Test("Every form reports what reading says, through a reference of the subclass's type")
    func subclass() async {
        func check<Object: Pet>(_ pet: Object, _ paths: [KeyPath<Object, String> & Sendable]) async {
            for path in paths {
                let (told, expected) = await TextForms.reports(of: path, in: pet, of: Self.steps(pet))
                #expect(told == expected, "\(Object.self)")
            }
        }
        await check(Cat(), [\.name, \.title, \.greeting])
        await check(Titled(), [\.name, \.title, \.greeting])
        await check(Dog(), [\.name, \.title, \.greeting])
        await check(Puppy(), [\.name, \.title, \.greeting])
        await check(Puppy() as Dog, [\.name, \.title, \.greeting])
        await check(FinalDog(), [\.name, \.title, \.greeting])
        await check(FinalTerrier(), [\.name, \.title, \.greeting])
        await check(Hound(), [\.name, \.title, \.greeting])
        await check(Watched(), [\.name, \.title, \.greeting])
        await check(FinalWatched(), [\.name, \.title, \.greeting])
    }

    @Test("Every form reports what reading says, of a shared class", arguments: sharedPets, sharedPaths)
    func shared(kind: Kind<SharedPet>, path: KeyPath<SharedPet, String> & Sendable) async {
        let pet = kind.make()
        let (told, expected) = await TextForms.reports(of: path, in: pet, of: Self.steps(pet))
        #expect(told == expected)
    }

    @Test("Every form reports what reading says, through an object that is shared", arguments: sharedPets, sharedOwnerPaths)
    func sharedOwner(kind: Kind<SharedPet>, path: KeyPath<SharedPetOwner, String> & Sendable) async {
        let pet = kind.make()
        let owner = SharedPetOwner(SharedPet())
        let steps = [{ owner.pet = pet }] + Self.steps(pet) + [{ owner.pet = SharedPet() }]
        let (told, expected) = await TextForms.reports(of: path, in: owner, of: steps)
        #expect(told == expected)
    }

    @Test("Every form reports what reading says, of a shared class through a reference of the subclass's type")
    func sharedSubclass() async {
        func check<Object: SharedPet>(_ pet: Object, _ paths: [KeyPath<Object, String> & Sendable]) async {
            for path in paths {
                let (told, expected) = await TextForms.reports(of: path, in: pet, of: Self.steps(pet))
                #expect(told == expected, "\(Object.self)")
            }
        }
        await check(SharedCat(), [\.name, \.title, \.greeting])
        await check(SharedTitled(), [\.name, \.title, \.greeting])
        await check(SharedDog(), [\.name, \.title, \.greeting])
        await check(SharedTerrier(), [\.name, \.title, \.greeting])
        await check(SharedHound(), [\.name, \.title, \.greeting])
        await check(SharedWatched(), [\.name, \.title, \.greeting])
    }

    @Test("An override's other dependencies change the property, too")
    func dependencies() {
        let hound = Hound()
        let names = Recorder<[String]>()
        let token = (hound as Pet).observe(\.name) { names.record([$0, $1]) }
        hound.speed = 2
        hound.name = "b"
        #expect(names.elements == [["hound 1 a", "hound 2 a"], ["hound 2 a", "hound 2 b"]])
        withExtendedLifetime(token) {}
    }

    @Test("A didSet of an override that corrects the property is a change of its own")
    func correctingOverride() {
        final class Short: Pet {
            override var name: String {
                didSet { if name.count > 3 { name = "?" } }
            }
        }
        let pet: Pet = Short()
        let names = Recorder<[String]>()
        let token = pet.observe(\.name) { names.record([$0, $1]) }
        pet.name = "rex"
        pet.name = "hasso"
        #expect(names.elements == [["a", "rex"], ["rex", "hasso"], ["hasso", "?"]])
        withExtendedLifetime(token) {}
    }

    @Test("A collection that a subclass computes is reported as a setting, with what reading says")
    func collection() {
        let dog: Pet = Dog()
        let told = Recorder<String>()
        let tokens = [
            dog.observe(\.tags, options: [.prior, .old, .new]) {
                told.record("\($1.isPrior) \($1.kind) \($1.oldValue ?? []) \($1.newValue ?? [])")
            },
            dog.observe(\.tags) { told.record("\($0)") },
        ]
        dog.tags = ["x"]
        #expect(told.removeAll() == [#"true setting [] []"#, #"false setting [] ["dog x"]"#, #"["dog x"]"#])
        dog.mutableValue(for: \.tags).append("y")
        #expect(dog.tags == ["dog dog x", "dog y"], "the override's getter and setter run")
        #expect(
            told.removeAll() == [
                #"true setting ["dog x"] []"#, #"false setting ["dog x"] ["dog dog x", "dog y"]"#, #"["dog dog x", "dog y"]"#,
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test("A subclass that doesn't override a collection reports its elements", .assuming, arguments: inheriting)
    func inheritedCollection(kind: Kind<Pet>) {
        let pet = kind.make()
        let kinds = Recorder<KeyValueChangeKind>()
        let token = pet.observe(\.tags, options: []) { kinds.record($1.kind) }
        pet.tags.append("a")
        pet.mutableValue(for: \.tags).remove(at: 0)
        #expect(kinds.elements == [.insertion, .removal], "of elements only a property itself reports, not a path that is read again")
        withExtendedLifetime(token) {}
    }

    @Test("A generic superclass's property is observed as it is read", .assuming)
    func generic() {
        let cat = GenericCat(["a"])
        let dog = GenericDog("a")
        let told = Recorder<String>()
        let tokens = [
            cat.observe(\.values, options: []) { told.record("\($1.kind)") },
            (dog as GenericPet<String>).observe(\.values, options: []) { told.record("\($1.kind)") },
            (dog as GenericPet<String>).observe(\.value) { told.record("\($0) \($1)") },
        ]
        cat.values.append(["b"])
        dog.values.append("b")
        dog.value = "c"
        #expect(told.elements == ["insertion", "insertion", "dog a dog c"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A pair of manual calls reports an overridden property once")
    func manual() {
        let dog: Pet = Dog()
        let told = Recorder<[String]>()
        let tokens = [
            dog.observe(\.name) { told.record([$0, $1]) },
            dog.observe(\.greeting) { told.record([$0, $1]) },
        ]
        dog.willChangeValue(for: \.name)
        dog.name = "b"
        dog.name = "c"
        dog.didChangeValue(for: \.name)
        #expect(told.elements == [["dog a", "dog c"], ["hi dog a", "hi dog c"]])
        withExtendedLifetime(tokens) {}
    }

    @Test("A binding in both directions carries back what an override makes of a value")
    func bothWays() {
        let dog: Pet = Dog()
        let form = Form()
        let binding = dog.bindBothWays(\.name, to: form, \.text)
        #expect(form.text == "dog a")
        dog.name = "rex"
        #expect(form.text == "dog rex")
        form.text = "b"
        #expect([dog.name, form.text] == ["dog b", "dog b"])
        withExtendedLifetime(binding) {}
    }

    @Test("Threads that change an overridden property of a shared class leave everyone with the last value")
    func threads() {
        let dog: SharedPet = SharedDog()
        let last = Box("")
        let token = dog.observe(\.name) { last.exchange($0) }
        let others = (0..<4).map { thread in
            OtherThread { for step in 0..<200 { dog.name = "\(thread) \(step)" } }
        }
        for other in others { other.join() }
        #expect(last.value == dog.name)
        withExtendedLifetime(token) {}
    }
}
