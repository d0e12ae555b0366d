import Testing

@testable import SleevesLibrary

@Suite("Going to an artist by letters")
struct TypeAheadTests {
    private let fixture: LibraryFixture
    private let list: AlbumList

    /// Abba, Abba, The Beatles, Björk, bob, Édith, 東京 – in this order.
    init() throws {
        fixture = try LibraryFixture()
        let artists = ["Abba", "The Beatles", "Björk", "bob", "Édith", "東京"]
        try fixture.persistency.save(artists.map { SampleAlbums.record("One", by: $0) } + [SampleAlbums.record("Two", by: "Abba")])
        list = try fixture.library.albumList()
    }

    private func jump(_ letters: String, from index: Int, staying: Bool = false) throws -> Int? {
        try fixture.library.index(ofTyped: letters, from: index, in: list, order: AlbumOrder(), staying: staying)
    }

    @Test("The next artist that begins so is found, whatever the case and the accents, behind the end from the beginning on")
    func next() throws {
        #expect(try jump("b", from: 0) == 2)
        #expect(try jump("B", from: 2) == 3)
        #expect(try jump("b", from: 3) == 4)
        #expect(try jump("b", from: 4) == 2)
        #expect(try jump("bjo", from: 0) == 3)
        #expect(try jump("BJÖ", from: 0) == 3)
        #expect(try jump("e", from: 0) == 5)
        #expect(try jump("東", from: 0) == 6)
        #expect(try jump("the beat", from: 0) == 2)
    }

    @Test("Another album of the same artist is not the next artist, and the present one counts only if it may stay")
    func present() throws {
        #expect(try jump("a", from: 0) == nil)
        #expect(try jump("a", from: 0, staying: true) == 0)
        #expect(try jump("ab", from: 1, staying: true) == 1)
        #expect(try jump("be", from: 4, staying: true) == 2)
    }

    @Test(
        "Nothing is found for white space, for unknown letters, and in an empty list",
        arguments: ["", "  ", "%", "_", "x", "'\""]
    )
    func nothing(letters: String) throws {
        #expect(try jump(letters, from: 0, staying: true) == nil)
        #expect(try fixture.library.index(ofTyped: "a", from: 0, in: AlbumList(), order: AlbumOrder(), staying: true) == nil)
    }

    @Test("A list in another order, or of what a search has found, is gone through in its own order")
    func otherLists() throws {
        let found = try fixture.library.albumList(search: "two")
        #expect(try fixture.library.index(ofTyped: "b", from: 0, in: found, order: AlbumOrder(), staying: true) == nil)
        let added = try fixture.library.albumList(order: AlbumOrder(.added))
        for start in 0..<added.count {
            let next = try #require(try fixture.library.index(ofTyped: "b", from: start, in: added, order: AlbumOrder(), staying: false))
            let between = try (1..<added.count).map { (start + $0) % added.count }.first { index in
                let album = try #require(try fixture.library.readAlbum(at: index, in: added))
                return ["The Beatles", "Björk", "bob"].contains(album.artist)
            }
            #expect(next == between)
        }
    }
}

@Suite("Going to an album by letters, and marks of a scrollbar, in each order")
struct OrderedTypeAheadTests {
    private let fixture: LibraryFixture

    init() throws {
        fixture = try LibraryFixture()
        try fixture.persistency.save([
            SampleAlbums.record("The Mountain", by: "Zed", year: 1971), SampleAlbums.record("Mirror", by: "Abba", year: 1979),
            SampleAlbums.record("Élan", by: "Mo", year: 1985), SampleAlbums.record("Ants", by: "Bo"),
        ])
    }

    private func jump(_ letters: String, _ order: AlbumOrder) throws -> String? {
        let list = try fixture.library.albumList(order: order)
        let index = try fixture.library.index(ofTyped: letters, from: 0, in: list, order: order, staying: true)
        return try index.flatMap { try fixture.library.readAlbum(at: $0, in: list)?.title }
    }

    private func marks(_ order: AlbumOrder) async throws -> [AlbumMark?] {
        let list = try fixture.library.albumList(order: order)
        var marks: [AlbumMark?] = []
        for index in 0..<list.count { marks.append(try await fixture.library.mark(of: index, in: list, order: order)) }
        return marks
    }

    @Test("Letters are the title's in the order by title and the artist's in others; digits are the year's in the order by year")
    func orders() throws {
        for isReversed in [false, true] {
            #expect(try jump("mi", AlbumOrder(.title, isReversed: isReversed)) == "Mirror")
            #expect(try jump("e", AlbumOrder(.title, isReversed: isReversed)) == "Élan")
            #expect(try jump("1971", AlbumOrder(.year, isReversed: isReversed)) == "The Mountain")
            #expect(try jump("z", AlbumOrder(.year, isReversed: isReversed)) == "The Mountain")
            for sort in [AlbumSort.added, .random, .artist] { #expect(try jump("m", AlbumOrder(sort, isReversed: isReversed)) == "Élan") }
        }
        #expect(try jump("197", AlbumOrder(.year)) == "The Mountain")
        #expect(try jump("197", AlbumOrder(.year, isReversed: true)) == "Mirror")
        #expect(try jump("1972", AlbumOrder(.year)) == nil && jump("x", AlbumOrder(.title)) == nil && jump(" ", AlbumOrder(.year)) == nil)
    }

    @Test("A place is marked by the first letter, the year or the date that the list is sorted by")
    func places() async throws {
        #expect(try await marks(AlbumOrder(.artist)) == ["A", "B", "M", "Z"].map { .letter($0) })
        #expect(try await marks(AlbumOrder(.title, isReversed: true)) == ["M", "M", "E", "A"].map { .letter($0) })
        #expect(try await marks(AlbumOrder(.year)) == [.year(1971), .year(1979), .year(1985), nil])
        #expect(try await marks(AlbumOrder(.random, seed: 1)) == [nil, nil, nil, nil])
        let added = try await marks(AlbumOrder(.added))
        #expect(added.allSatisfy { if case .added = $0 { true } else { false } })
        let list = try fixture.library.albumList()
        #expect(try await fixture.library.mark(of: 99, in: list, order: AlbumOrder()) == nil)
        try await fixture.library.remove([SampleAlbums.record("Ants", by: "Bo").id])
        #expect(try await fixture.library.mark(of: 1, in: list, order: AlbumOrder()) == nil)
    }
}
