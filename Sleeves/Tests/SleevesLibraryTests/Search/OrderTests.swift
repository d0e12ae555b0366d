import Foundation
import SQLite
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Orders of albums")
struct OrderTests {
    private let fixture: LibraryFixture

    init() throws {
        fixture = try LibraryFixture()
        try fixture.persistency.save(
            [("C", nil), ("B", 2000), ("A", 1959), ("D", nil)].map { SampleAlbums.record($0.0, by: "Band \($0.0)", year: $0.1) })
    }

    private func titles(_ order: AlbumOrder) throws -> String {
        try fixture.library.records(order: order).map(\.title).joined()
    }

    @Test("Every order is reversed without reading it again; albums without a year stay at the end")
    func reversed() throws {
        for (sort, forwards, backwards) in [
            (AlbumSort.artist, "ABCD", "DCBA"), (.title, "ABCD", "DCBA"), (.year, "ABCD", "BACD"), (.added, "ABCD", "DCBA"),
        ] {
            #expect(try titles(AlbumOrder(sort)) == forwards)
            let readings = fixture.persistency.orders.readings
            #expect(try titles(AlbumOrder(sort, isReversed: true)) == backwards)
            #expect(fixture.persistency.orders.readings == readings)
        }
    }

    @Test("A random order stays the same for its seed, also while albums come and go, and another seed gives another one")
    func random() throws {
        try fixture.persistency.save((0..<100).map { SampleAlbums.record("Title \($0)") })
        let order = AlbumOrder(.random, seed: 7)
        let before = try fixture.library.records(order: order).map(\.title)
        #expect(try fixture.library.records(order: order).map(\.title) == before)
        #expect(try fixture.library.records(order: AlbumOrder(.random, isReversed: true, seed: 7)).map(\.title) == before.reversed())
        #expect(try fixture.library.records(order: AlbumOrder(.random, seed: 8)).map(\.title) != before)
        #expect(Set(before).count == 104)
        try fixture.persistency.save([SampleAlbums.record("New")])
        #expect(try fixture.library.records(order: order).map(\.title).filter { $0 != "New" } == before)
        #expect(AlbumOrder.shuffled() != AlbumOrder.shuffled())
    }

    @Test("Wanted albums have the same orders and filters")
    func wanted() throws {
        let albums = [("C", nil), ("B", 2000), ("A", 1959), ("D", Int.max)].map {
            SampleAlbums.record("Wanted \($0.0)", year: $0.1, genre: $0.0).asWanted
        }
        try fixture.persistency.save(albums)
        func titles(_ order: AlbumOrder, _ filter: AlbumFilter = AlbumFilter()) throws -> [String] {
            try fixture.persistency.wishes(filter: filter, order: order).map { String($0.title.suffix(1)) }
        }
        #expect(try titles(AlbumOrder(.title, isReversed: true)) == ["D", "C", "B", "A"])
        #expect(try titles(AlbumOrder(.year, isReversed: true)).last == "C")
        #expect(try titles(AlbumOrder(.random, seed: 3)) == titles(AlbumOrder(.random, seed: 3)))
        #expect(try titles(AlbumOrder(.title), AlbumFilter([.genre("b"), .genre("A"), .withoutCover])) == ["A", "B"])
    }

    @Test("Numbers inside titles and artists are in the order of their values, in the database as among wanted albums")
    func numbers() throws {
        let library = try LibraryFixture()
        let ordered = [
            "(2) Two", "9 Lives", "007 Bond", "12 Songs", "1984", "Now", "Now 0", "Now 1", "Now 1 B", "Now 2", "Now 3", "Now 09", "Now 10",
            "Now 11",
            "Now 20", "Now 100", "Now 100 A 2", "Now 100 A 10", "Now 123456789", "Now 12345678901", "Now 99999999999", "Now!", "Now-",
            "Now: 4", "Nowhere",
            "Vol.2", "Vol.10",
        ]
        let shuffled = ordered.enumerated().sorted { ($0.offset * 7 % 27) < ($1.offset * 7 % 27) }.map(\.element)
        try library.persistency.save(shuffled.map { SampleAlbums.record($0, by: "Band \($0)") })
        let titles = try library.library.records(order: AlbumOrder(.title)).map(\.title)
        #expect(titles.filter { $0.hasPrefix("Now ") } == ordered.filter { $0.hasPrefix("Now ") })
        #expect(titles.filter { $0.first?.isNumber == true || $0.first == "(" } == ["(2) Two", "007 Bond", "9 Lives", "12 Songs", "1984"])
        #expect(titles.suffix(2) == ["Vol.2", "Vol.10"])
        let byArtist = try library.library.records(order: AlbumOrder(.artist)).map(\.title)
        #expect(byArtist.filter { $0.hasPrefix("Now ") } == ordered.filter { $0.hasPrefix("Now ") })
        try fixture.persistency.save(shuffled.map { SampleAlbums.record($0).asWanted })
        #expect(try fixture.persistency.wishes(order: AlbumOrder(.title)).map(\.title) == titles)
    }

    @Test("The texts to sort by compare as numbers do, and begin as what is typed", arguments: 0..<20)
    func marks(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        func text() -> String {
            (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let number = Int.random(in: 0...200_000, using: &random) % Int.random(in: 1...200_000, using: &random)
                return Bool.random(using: &random) ? String(number) : ["a", "b ", "/", ":"].randomElement(using: &random)!
            }.joined()
        }
        /// Digits as numbers, everything else as it is.
        func parts(_ text: String) -> [[Int]] {
            var parts: [[Int]] = []
            var digits = ""
            for byte in text.utf8 + [0] {
                if (0x30...0x39).contains(byte) {
                    digits.append(Character(Unicode.Scalar(byte)))
                } else {
                    if !digits.isEmpty { parts.append([0x30, Int(digits)!]) }
                    digits = ""
                    if byte > 0 { parts.append([Int(byte), 0]) }
                }
            }
            return parts
        }
        for _ in 0..<200 {
            let (one, two) = (text(), text())
            let precedes = parts(one).lexicographicallyPrecedes(parts(two)) { $0.lexicographicallyPrecedes($1) }
            #expect((NumberedText.marked(one) < NumberedText.marked(two)) == precedes, "\(one) \(two)")
            let digit = Int(String(one.prefix { $0.isNumber })).flatMap { String($0).first }
            #expect(NumberedText.first(of: NumberedText.marked(one)) == digit ?? one.first)
            for count in 1...one.count where !one.hasPrefix("0") {
                let beginning = String(one.prefix(count))
                let beginnings = NumberedText.beginnings(of: beginning)
                #expect(beginnings.contains { NumberedText.marked(one).hasPrefix($0) }, "\(beginning) of \(one)")
            }
        }
        #expect(NumberedText.marked(String(repeating: "9", count: 40)) > NumberedText.marked(String(repeating: "1", count: 40)))
        #expect(NumberedText.marked("1" + String(repeating: "0", count: 18)) > NumberedText.marked(String(repeating: "9", count: 18)))
    }

    @Test("Going to letters finds numbers by their beginning, and a scrollbar shows their first digit")
    func typed() async throws {
        let library = try LibraryFixture()
        try library.persistency.save(["Now 2", "Now 10", "Now 100", "1984", "007", "9 Lives"].map { SampleAlbums.record($0) })
        let order = AlbumOrder(.title)
        let list = try library.library.albumList(order: order)
        func found(_ letters: String) throws -> String? {
            try library.library.index(ofTyped: letters, from: 0, in: list, order: order, staying: true).flatMap {
                try library.library.readAlbum(at: $0, in: list)?.title
            }
        }
        #expect(try found("now 1") == "Now 10" && found("now 100") == "Now 100" && found("19") == "1984" && found("007") == "007")
        #expect(try found("9") == "9 Lives" && found("now 3") == nil && found("4") == nil)
        var marks: [AlbumMark?] = []
        for index in 0..<list.count { marks.append(try await library.library.mark(of: index, in: list, order: order)) }
        #expect(marks == ["7", "9", "1", "N", "N", "N"].map { .letter($0) })
    }

    @Test("A library of an earlier version is sorted by numbers, too")
    func earlierVersions() throws {
        let folder = try StoreFolder()
        let queue = try DatabaseQueue(path: "\(folder.path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "comparing")
        try queue.write { database in
            let columns = "id, title, artist, titleSort, artistSort, source, added"
            for title in ["now 10", "now 9", "now"] {
                try database.execute(
                    sql: "INSERT INTO album (\(columns)) VALUES (?1, ?1, '1975', ?1, '1975', 'json', 1)", arguments: [title])
            }
        }
        try queue.close()
        let library = try PersistencyManager(libraryDirectory: folder.path, cacheDirectory: folder.path)
        #expect(try library.albums(sort: .title).map(\.title) == ["now", "now 9", "now 10"])
        #expect(try library.albums(sort: .artist).count == 3)
    }
}
