import Foundation
import Testing

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
        var albums = [("C", nil), ("B", 2000), ("A", 1959), ("D", Int.max)].map {
            SampleAlbums.record("Wanted \($0.0)", year: $0.1, genre: $0.0)
        }[...]
        try fixture.persistency.setWanted { albums.popFirst() }
        func titles(_ order: AlbumOrder, _ filter: AlbumFilter = AlbumFilter()) throws -> [String] {
            try fixture.library.wantedAlbums(filter: filter, order: order).map { String($0.title.suffix(1)) }
        }
        #expect(try titles(AlbumOrder(.title, isReversed: true)) == ["D", "C", "B", "A"])
        #expect(try titles(AlbumOrder(.year, isReversed: true)).last == "C")
        #expect(try titles(AlbumOrder(.random, seed: 3)) == titles(AlbumOrder(.random, seed: 3)))
        #expect(try titles(AlbumOrder(.title), AlbumFilter([.genre("b"), .genre("A"), .withoutCover])) == ["A", "B"])
    }
}
