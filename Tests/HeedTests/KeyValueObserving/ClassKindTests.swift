import Heed
import Testing

@Suite("Every kind of class and property")
struct ClassKindTests {
    @Test("A property with a private setter is observed from outside")
    func privateSetter() {
        let album = Album()
        let plays = Recorder<Int>()
        let token = album.observe(\.plays) { plays.record($0) }
        album.play()
        album.play()
        #expect(plays.elements == [1, 2])
        withExtendedLifetime(token) {}
    }

    @Test("A shared property whose value is a negative number needs no type")
    func negativeNumber() {
        let frost = Frost()
        let told = Recorder<Int>()
        let token = frost.observe(\.degrees) { told.record($0) }
        frost.degrees -= 1
        #expect(told.elements == [-2])
        #expect(frost.factor == -0.5)
        withExtendedLifetime(token) {}
    }

    @Test("A shared property that is implicitly unwrapped is observed as an optional")
    func implicitlyUnwrapped() {
        let frost = Frost()
        let told = Recorder<String?>()
        let token = frost.observe(\.place) { told.record($0) }
        frost.place = "Kiruna"
        #expect(frost.place.count == 6)
        frost.place = nil
        #expect(told.elements == ["Kiruna", nil])
        withExtendedLifetime(token) {}
    }

    @Test("Properties and parameters whose names generated code might use are observed like others")
    func oddNames() {
        let names = OddNames()
        let paths: [ReferenceWritableKeyPath<OddNames, String>] = [
            \.type, \.`init`, \.root, \.value, \.path, \.index, \.keyPath, \.getter, \.storage, \.observe, \.change,
            \.plain, \.oldValue,
        ]
        let (each, all) = (Recorder<String>(), Recorder<Int>())
        let tokens = paths.map { names.observe($0) { each.record($0) } } + [names.observe(\.all) { all.record($0.count) }]
        for (number, path) in paths.enumerated() { names[keyPath: path] = "\(number)" }
        #expect(each.elements == paths.indices.map { "\($0)" })
        #expect(all.elements == paths.map { _ in paths.count })
        let odd = OddParameters("a", 1)
        let roots = odd.observe(\.root) { each.record($0) }
        odd.root = "b"
        #expect(each.elements.last == "b")
        withExtendedLifetime((tokens, roots)) {}
    }

    @Test("Properties with raw identifiers are observed like others")
    func rawIdentifiers() {
        let names = RawNames()
        let told = Recorder<String>()
        let tokens = [
            names.observe(\.`the title`) { told.record($0) }, names.observe(\.`2nd`) { told.record("\($0)") },
            names.observe(\.`both of them`) { told.record($0) },
        ]
        names.`the title` = "Naima"
        names.`2nd` = 2
        #expect(told.elements == ["NAIMA", "NAIMA 0", "2", "NAIMA 2"])
        withExtendedLifetime(tokens) {}
    }

    @Test("didSet runs before observers are called, observed or not")
    func didSet() {
        let album = Album()
        album.rating = 1
        #expect(album.ratingSets == 1)
        let sets = Recorder<Int>()
        let token = album.observe(\.rating, options: []) { album, _ in sets.record(album.ratingSets) }
        album.rating = 2
        album.rating += 1
        #expect(sets.elements == [2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("A didSet that corrects its own property ends, and observers receive the corrected value")
    func correctingDidSet() {
        let album = Album()
        album.volume = 300
        #expect(album.volume == 100)
        let volumes = Recorder<[Int]>()
        let token = album.observe(\.volume) { volumes.record([$0, $1]) }
        album.volume = 50
        album.volume = 200
        album.volume += 7
        #expect(volumes.elements == [[100, 50], [50, 100], [100, 100]])
        withExtendedLifetime(token) {}
    }

    @Test("A didSet that unwraps or copies its own property under the same name runs once")
    func shadowingDidSet() {
        let dial = Dial()
        let levels = Recorder<Int?>()
        let tokens = [dial.observe(\.level) { levels.record($0) }, dial.observe(\.limit) { levels.record($0) }]
        dial.level = 300
        dial.limit = 300
        #expect(dial.sets == 2)
        #expect(levels.elements == [100, 100])
        withExtendedLifetime(tokens) {}
    }

    @Test("A closure in didSet changes the property like any other code: within the change, or later as one of its own")
    func closureInDidSet() {
        let dial = Dial()
        let steps = Recorder<[Int]>()
        let token = dial.observe(\.step) { steps.record([$0, $1]) }
        dial.step = 7
        dial.step += 1
        dial.later?()
        #expect(steps.elements == [[0, 5], [5, 5], [5, 4]])
        withExtendedLifetime(token) {}
    }

    @Test("Optional, tuple, closure, protocol-typed and keyword-named properties change like others")
    func propertyTypes() {
        let album = Album()
        let told = Recorder<String>()
        let tokens = [
            album.observe(\.artist) { told.record("\($0?.name ?? "nil") \($1?.name ?? "nil")") },
            album.observe(\.pair) { told.record("\($0.name) \($1.name)") },
            album.observe(\.transform) { told.record("\($0(5)) \($1(5))") },
            album.observe(\.anything) { told.record("\($0) \($1)") },
            album.observe(\.repeat) { told.record("\($0) \($1)") },
        ]
        album.artist = Artist("A")
        album.pair = (2, "two")
        album.transform = { $0 + 1 }
        album.anything = 2.5
        album.repeat.toggle()
        #expect(told.elements == ["nil A", " two", "5 6", "4 2.5", "false true"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Lazy and weak properties stay unchanged")
    func untouchedProperties() {
        let album = Album()
        let calls = Box(0)
        let token = album.observe(\.owner, options: []) { _, _ in calls.increment() }
        #expect(album.slow == 5)
        album.slow = 6
        album.owner = album
        #expect(calls.value == 0)
        withExtendedLifetime(token) {}
    }

    @Test("A subclass's own, inherited and overridden properties are observed")
    func subclass() {
        let set = BoxSet()
        let told = Recorder<String>()
        let tokens = [
            set.observe(\.title, options: [.old, .new]) { (set: BoxSet, change) in
                told.record("title \(change.oldValue!)→\(change.newValue!), \(set.titleSets)")
            },
            set.observe(\.discs, options: [.new]) { (_: BoxSet, change) in told.record("discs \(change.newValue!)") },
            set.observe(\.label, options: [.new]) { (_: BoxSet, change) in told.record(change.newValue!) },
            (set as Album).observe(\.rating, options: [.new]) { (_: Album, change) in told.record("rating \(change.newValue!)") },
        ]
        set.title = "T"
        set.discs = 2
        set.rating = 5
        (set as Album).title = "U"
        #expect(
            told.elements == ["title →T, 0", "T on 1", "discs 2", "T on 2", "rating 5", "title T→U, 1", "U on 2"]
        )
        #expect(set.titleSets == 2)
        withExtendedLifetime(tokens) {}
    }

    @Test("A property that a subclass overrides reports the subclass's value")
    func overriddenByComputed() {
        let album = LoudAlbum()
        let titles = Recorder<[String]>()
        let token = album.observe(\.title) { titles.record([$0, $1]) }
        album.title = "a"
        album.title = "b"
        #expect(titles.elements == [["", "A"], ["A", "B"]])
        withExtendedLifetime(token) {}
    }

    @Test("A generic class is observed for each of its type arguments")
    func generic() {
        let text = Node("a")
        let list = Node([1])
        let told = Recorder<String>()
        let tokens = [
            text.observe(\.value) { told.record($0) },
            list.observe(\.value, options: [.new]) { told.record("\($1.newValue ?? [])") },
        ]
        text.value = "b"
        list.value.append(2)
        #expect(told.elements == ["b", "[2]"], "of a collection that was changed in place, the new elements")
        withExtendedLifetime(tokens) {}
    }

    @Test("A main-actor class gives its handlers the main actor's state")
    @MainActor func mainActorClass() {
        let counter = Counter()
        var seen: [String] = []
        let tokens = [
            counter.observe(\.count, options: [.new]) { counter, change in seen.append("\(counter.count) \(change.newValue!)") },
            counter.observe(\.isEven) { value in seen.append("\(value)") },
            counter.observe(\.details.note) { value in seen.append(value) },
        ]
        counter.count = 1
        counter.details.note = "nested"
        counter.details = Counter.Details()
        #expect(seen == ["1 1", "false", "nested", ""])
        withExtendedLifetime(tokens) {}
    }

    @Test("A Sendable class is observed and changed on any thread, by stored and computed properties and through others")
    func sharedClass() {
        let holder = SharedHolder(nil)
        let told = Recorder<Int?>()
        let token = holder.observe(\.number?.doubled) { old, new in told.record(new) }
        let number = SharedNumber()
        #expect(OtherThread { holder.number = number }.join())
        #expect(OtherThread { number.value = 4 }.join())
        holder.number = nil
        #expect(told.elements == [0, 8, nil])
        withExtendedLifetime(token) {}
    }

    @Test("An unobserved object is eight bytes larger than without the macro")
    func size() {
        #expect(MemoryLayout<_KeyValueRegistrar>.size == 8)
        #expect(MemoryLayout<_KeyValueRegistrar>.alignment == 8)
    }

    @Test("A class in a public extension, which makes it public, is observed")
    func inPublicExtension() {
        let entry = Catalogue.Entry()
        let titles = Recorder<String>()
        let token = entry.observe(\.title) { titles.record($0) }
        entry.title = "1"
        #expect(titles.elements == ["1"])
        withExtendedLifetime(token) {}
    }
}

@KeyValueObservable
private final class Frost: Sendable {
    var degrees = -1
    var factor = -0.5
    var place: String!
}

@KeyValueObservable
private final class Dial {
    @NotObserved var sets = 0
    @NotObserved var later: (() -> Void)?

    var level: Int? = 0 {
        didSet {
            sets += 1
            guard let level else { return }
            self.level = min(level, 100)
        }
    }

    var limit = 0 {
        didSet {
            sets += 1
            let limit = limit
            self.limit = min(limit, 100)
        }
    }

    var step = 0 {
        didSet {
            [5].forEach { if step > $0 { step = $0 } }
            later = { [unowned self] in step = 4 }
        }
    }
}

@KeyValueObservable
private final class RawNames {
    var `the title` = "" {
        didSet { `the title` = `the title`.uppercased() }
    }
    var `2nd` = 0
    var `both of them`: String { "\(`the title`) \(`2nd`)" }
}

/// The names of the class in its extension.
public enum Catalogue {}

public extension Catalogue {
    /// A class that is as public as the extension.
    @KeyValueObservable
    final class Entry {
        /// The title.
        var title = ""
    }
}
