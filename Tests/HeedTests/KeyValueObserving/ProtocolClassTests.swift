import Foundation
import Heed
import Testing

@Suite("Classes that conform to other protocols")
struct ProtocolClassTests {
    @KeyValueObservable
    final class Song: Codable, Identifiable, Equatable {
        let id: Int
        var title = ""
        var `repeat` = false
        var seconds: Double?
        @NotObserved var plays = 0
        lazy var shout = title.uppercased()
        static let kind = "song"

        init(id: Int) {
            self.id = id
        }

        static func == (left: Song, right: Song) -> Bool {
            left.id == right.id && left.title == right.title
        }
    }

    @KeyValueObservable
    final class Empty: Decodable {}

    final class Cover: Codable {}

    @KeyValueObservable
    final class Pressing: Codable {
        let format = "LP"
        var title = ""
        weak var cover: Cover?
        @NotObserved var (sides, discs) = (2, 1)
    }

    @MainActor
    @KeyValueObservable
    final class Shown: @MainActor Codable {
        var title = "Naima"
        private var tokens: [ObservationToken] = []
        @NotObserved private var token: ObservationToken?
    }

    @KeyValueObservable
    final class Translated: Codable {
        var title = ""

        enum CodingKeys: String, CodingKey {
            case _title = "Titel"
        }
    }

    @propertyWrapper
    struct Clamped {
        private var value = 0
        var wrappedValue: Int {
            get { value }
            set { value = min(newValue, 10) }
        }
    }

    @KeyValueObservable
    final class Dial {
        var name = ""
        @NotObserved @Clamped var level: Int
    }

    /// A protocol that only requires a class.
    class Base {
        var inherited = 1
        init() {}
    }

    @KeyValueObservable
    final class Derived: Base {
        var own = 2
        var sum: Int { inherited + own }
    }

    @Test("A Codable class is encoded under its properties' names, decoded, and then observed")
    func codable() throws {
        let song = Song(id: 7)
        song.title = "Naima"
        song.seconds = 262.5
        song.plays = 3
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(song), as: UTF8.self)
        #expect(json == #"{"id":7,"plays":3,"repeat":false,"seconds":262.5,"title":"Naima"}"#)
        let copy = try JSONDecoder().decode(Song.self, from: Data(json.utf8))
        #expect(copy == song && copy.plays == 3 && copy.seconds == 262.5)
        let told = Recorder<String>()
        let token = copy.observe(\.title) { told.record($0) }
        copy.title = "Giant Steps"
        #expect(told.elements == ["Giant Steps"])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Song.self, from: Data("{}".utf8)) }
        _ = try JSONDecoder().decode(Empty.self, from: Data("{}".utf8))
        withExtendedLifetime(token) {}
    }

    @Test("Constants, weak properties and tuples of them are encoded and decoded as without the macro")
    func unobservedProperties() throws {
        let (pressing, cover) = (Pressing(), Cover())
        pressing.cover = cover
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(pressing), as: UTF8.self)
        #expect(json == #"{"cover":{},"discs":1,"format":"LP","sides":2,"title":""}"#)
        let copy = try JSONDecoder().decode(Pressing.self, from: Data(#"{"title":"Naima","sides":4,"discs":2,"format":"CD"}"#.utf8))
        #expect(copy.title == "Naima" && copy.sides == 4 && copy.discs == 2)
        #expect(copy.format == "LP", "a constant keeps its own value")
    }

    @Test("A main-actor class is encoded there, without its tokens")
    @MainActor func mainActor() throws {
        #expect(String(decoding: try JSONEncoder().encode(Shown()), as: UTF8.self) == #"{"title":"Naima"}"#)
    }

    @Test("A class that declares the conformance itself can notify manually, and declare dependencies, like any other")
    func ownConformance() {
        let shelf = DeclaredShelf()
        let counts = Recorder<Int>()
        let token = shelf.observe(\.count) { counts.record($0) }
        shelf.willChangeValue(for: \.count)
        shelf.albums = 3
        shelf.didChangeValue(for: \.count)
        shelf.albums = 4
        shelf.isFull = true
        #expect(counts.elements == [3, 4])
        withExtendedLifetime(token) {}
    }

    @Test("Custom coding keys name the storage")
    func ownKeys() throws {
        let translated = try JSONDecoder().decode(Translated.self, from: Data(#"{"Titel":"Naima"}"#.utf8))
        #expect(translated.title == "Naima")
    }

    @Test("An unobserved property with a wrapper works as without the macro")
    func wrapper() {
        let dial = Dial()
        dial.level = 11
        #expect(dial.level == 10)
    }

    @Test("A subclass of a non-observable class is observed by its own properties")
    func derived() {
        let derived = Derived()
        let told = Recorder<Int>()
        let token = derived.observe(\.sum) { told.record($0) }
        derived.own = 3
        derived.inherited = 5
        derived.own = 4
        #expect(told.elements == [4, 9])
        withExtendedLifetime(token) {}
    }
}

@KeyValueObservable
private class DeclaredShelf: KeyValueObservable {
    var isFull = false
    @NotObserved var albums = 0
    var count: Int { albums }

    class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
        keyPath == \DeclaredShelf.count ? [\DeclaredShelf.isFull] : []
    }
}
