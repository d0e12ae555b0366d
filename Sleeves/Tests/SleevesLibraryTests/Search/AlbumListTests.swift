import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Lists of albums")
struct AlbumListTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        fixture = try LibraryFixture()
    }

    private func titles(_ list: AlbumList) throws -> [String?] {
        try (0..<list.count).map { try library.readAlbum(at: $0, in: list)?.title }
    }

    @Test("What differs between two lists is replaced around a fixed album, and the rest stays", arguments: 1...12 as ClosedRange<UInt64>)
    func replacements(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let all = Array<Int64>(0..<60)
        let old = AlbumList(all.filter { _ in random.number(below: 3) > 0 })
        let new = AlbumList(all.filter { _ in random.number(below: 3) > 0 })
        for fixed in [nil] + old.numbers.indices.map(Optional.some) {
            var numbers: [Int64?] = old.numbers
            for change in new.replacements(of: old, around: fixed) {
                if let fixed, new.numbers.contains(old.numbers[fixed]) { #expect(!change.places.contains(fixed)) }
                numbers.replaceSubrange(change.places, with: Array(repeating: nil, count: change.newCount))
            }
            #expect(numbers.count == new.count)
            #expect(zip(numbers, new.numbers).allSatisfy { $0 == nil || $0 == $1 })
        }
        let places = old.numbers.indices.filter { _ in random.number(below: 2) == 0 }
        #expect(new.indices(of: places, in: old).map { new.numbers[$0] } == places.map { old.numbers[$0] }.filter(new.numbers.contains))
        for list in [new, AlbumList(new.numbers.reversed()), AlbumList(new.numbers.shuffled(using: &random))] {
            let expected = places.compactMap { place in list.numbers.firstIndex(of: old.numbers[place]).map { (place, $0) } }
            #expect(list.newPlaces(of: places, in: old) == Dictionary(uniqueKeysWithValues: expected))
        }
    }

    @Test("A list has the albums that a search finds, in each order, as the database itself would put them", arguments: AlbumSort.allCases)
    func agrees(sort: AlbumSort) throws {
        var random = SeededRandom(seed: 7)
        let names = ["Blue", "The Blue", "Été", "99", "夜", "Zebra", "An Apple"]
        let records = (0..<150).map { number in
            let year = random.number(below: 4) == 0 ? nil : 1960 + random.number(below: 5)
            return SampleAlbums.record(
                "\(random.element(of: names)) \(number % 40)", by: "\(random.element(of: names)) \(number)", year: year)
        }
        for batch in 0..<3 { try fixture.persistency.save(Array(records[batch * 50..<batch * 50 + 50])) }
        for search in [nil, "blue", "blue 3", "夜", "nothing", "1961"] {
            let expected = try fixture.persistency.albums(search: search, sort: sort).map(\.title)
            #expect(try titles(library.albumList(search: search, order: AlbumOrder(sort))) == expected)
        }
    }

    @Test("An album's position is found by its identifier, and none if it isn't in the list or the library")
    func places() throws {
        let records = ["A", "B", "C"].map { SampleAlbums.record($0, genre: $0) }
        try fixture.persistency.save(records)
        let all = try library.albumList()
        #expect(try records.map { try library.index(of: $0.id, in: all) } == [0, 1, 2])
        let some = try library.albumList(search: "b")
        #expect(try library.index(of: records[1].id, in: some) == 0)
        #expect(try library.index(of: records[0].id, in: some) == nil)
        #expect(try library.index(of: AlbumID(rawValue: "unknown"), in: all) == nil)
        #expect(try library.index(of: records[0].id, in: AlbumList()) == nil)
        #expect(some.index(of: 1, in: all) == 0 && all.index(of: 0, in: some) == 1)
        #expect(some.index(of: 0, in: all) == nil && some.index(of: 9, in: all) == nil)
    }

    @Test("A list stays as it was when the library changes; an album that has gone is not there, and its number never means another")
    func snapshot() throws {
        let records = ["A", "B", "C"].map { SampleAlbums.record($0) }
        try fixture.persistency.save(records)
        let list = try library.albumList()
        _ = try fixture.persistency.recordRemoval(of: [records[1].id, records[2].id])
        try fixture.persistency.save([SampleAlbums.record("0"), SampleAlbums.record("D")])
        #expect(list.count == 3)
        #expect(try titles(list) == ["A", nil, nil])
        #expect(try library.index(of: records[2].id, in: list) == nil)
        #expect(try titles(library.albumList()) == ["0", "A", "D"])
    }

    @Test("Lists are equal where they have the same albums in the same order")
    func equality() throws {
        try fixture.persistency.save([SampleAlbums.record("A", year: 2000), SampleAlbums.record("B", year: 1999)])
        let list = try library.albumList()
        #expect(try list == library.albumList() && list == library.albumList(search: " "))
        #expect(try list != library.albumList(order: AlbumOrder(.title)) && list != library.albumList(search: "a"))
        #expect(AlbumList().isEmpty)
    }

    @Test("Another program's changes are in the next list")
    func otherProgram() throws {
        try fixture.persistency.save([SampleAlbums.record("A")])
        _ = try library.albumList()
        let other = try LibraryFixture(in: fixture.folder)
        try other.persistency.save([SampleAlbums.record("B")])
        #expect(try titles(library.albumList()) == ["A", "B"])
        _ = try other.persistency.recordEdit(of: SampleAlbums.record("A").id, AlbumEdits(title: "Z"))
        #expect(try titles(library.albumList(order: AlbumOrder(.title))) == ["B", "Z"])
    }

    @Test("An order is read once for as long as no album comes, goes or is sorted elsewhere")
    func orderIsKept() throws {
        try fixture.persistency.save([SampleAlbums.record("A"), SampleAlbums.record("B")])
        let statements = try fixture.persistency.countingOrders {
            for _ in 0..<5 { _ = try library.albumList() }
            try fixture.persistency.setCover(.failed, for: SampleAlbums.record("A").id)
            _ = try library.albumList(search: "a")
        }
        #expect(statements == 1)
    }

    @Test("An album is the same object from any list, as long as somebody holds it")
    func identity() throws {
        try fixture.persistency.save(["A", "B"].map { SampleAlbums.record($0) })
        let album = try #require(try library.readAlbum(at: 1, in: library.albumList()))
        #expect(try library.readAlbum(at: 0, in: library.albumList(search: "b")) === album)
        #expect(try library.album(album.id) === album)
        #expect(try library.album(AlbumID(rawValue: "unknown")) == nil)
    }

    @Test("Albums are in memory a page at a time, once they have been loaded; places that the list does not have are passed over")
    func loading() async throws {
        try fixture.persistency.save(SampleAlbums.many(200, tracksEach: 1))
        let list = try library.albumList()
        #expect(library.album(at: 70, in: list) == nil && !library.isLoaded(70, of: list))
        try await library.loadAlbums(-5..<1, of: list)
        #expect(library.isLoaded(0, of: list) && library.isLoaded(63, of: list) && !library.isLoaded(64, of: list))
        try await library.loadAlbums(60..<70, of: list)
        #expect(library.album(at: 70, in: list) != nil)
        try await library.loadAlbums(190..<500, of: list)
        #expect(library.isLoaded(199, of: list))
        try await library.loadAlbums(300..<500, of: list)
    }

    @Test("What was scrolled past is not kept in memory")
    func memory() throws {
        try fixture.persistency.save(SampleAlbums.many(1_000, tracksEach: 1))
        let list = try library.albumList()
        let held = try #require(try library.readAlbum(at: 5, in: list))
        for index in 0..<list.count { _ = try library.readAlbum(at: index, in: list) }
        #expect(library.objects.living.count <= 9 * AlbumObjects.pageSize)
        #expect(try library.readAlbum(at: 5, in: list) === held)
    }

    @Test("A retained album is updated when the library announces a change")
    func update() async throws {
        let path = "\(fixture.folder.path)/list.jsonl"
        func write(_ genre: String) throws {
            try Data(#"{"title": "A", "artist": "B", "genre": "\#(genre)"}"#.utf8).write(to: URL(filePath: path))
        }
        try write("Rock")
        try await library.importAlbums(at: [path])
        let album = try #require(try library.readAlbum(at: 0, in: library.albumList()))
        let token = fixture.hub.observe(LibraryChanged.self) { _ in #expect(album.genre == "Jazz") }
        try write("Jazz")
        try await library.importAlbums(at: [path])
        #expect(album.genre == "Jazz")
        withExtendedLifetime(token) {}
    }
}

extension PersistencyManager {
    /// The number of times that an order was read from the database while `body` ran.
    fileprivate func countingOrders(_ body: () throws -> Void) throws -> Int {
        let before = orders.readings
        try body()
        return orders.readings - before
    }
}
