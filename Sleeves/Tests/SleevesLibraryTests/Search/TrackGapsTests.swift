import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Albums with tracks missing")
struct TrackGapsTests {
    private static func tracks(_ places: [(disc: Int?, number: Int?)]) -> [TrackRecord] {
        places.map { TrackRecord(title: "\($0.number ?? 0)", disc: $0.disc, number: $0.number) }
    }

    @Test(
        "Numbers that are left out show that tracks are missing",
        arguments: [
            ([], false), ([1], false), ([1, 2, 3], false), ([3, 1, 2], false), ([1, 2, 2, 3], false), ([0, 1, 2], false),
            ([1, 3], true), ([2, 3], true), ([7], true), ([101, 102, 201], false), ([101, 103, 201], true), ([1, .max], true),
            ([.min, 1], false),
        ])
    func numbers(numbers: [Int], hasGaps: Bool) {
        #expect(Self.tracks(numbers.map { (nil, $0) }).hasGaps == hasGaps)
    }

    @Test("A track without a number may be any that is left out; a disc may be here alone, and go on with the numbers of the one before")
    func unknown() {
        #expect(!Self.tracks([(nil, 1), (nil, nil), (nil, 3)]).hasGaps)
        #expect(!Self.tracks([(2, 9), (2, 10)]).hasGaps && Self.tracks([(2, 9), (2, 11)]).hasGaps)
        #expect(!Self.tracks([(1, 101), (1, 102), (2, 201)]).hasGaps && Self.tracks([(1, 101), (1, 103)]).hasGaps)
        #expect(!Self.tracks([(1, 1), (1, 2), (2, 3), (2, 4)]).hasGaps && Self.tracks([(1, 1), (1, 2), (2, 4)]).hasGaps)
    }

    @Test("A whole album has no gaps, however it is numbered; any track that others follow leaves one")
    func property() {
        var random = SeededRandom(seed: 46)
        for _ in 0..<2_000 {
            let discs = (1...Int.random(in: 1...4, using: &random)).map { ($0, Int.random(in: 2...15, using: &random)) }
            let style = Int.random(in: 0..<3, using: &random)
            var places: [(disc: Int?, number: Int?, isLast: Bool)] = []
            for (disc, count) in discs {
                for number in 1...count {
                    let isLastOfAll = number == count && disc == discs.count
                    switch style {
                    case 0: places.append((disc, number, number == count))
                    case 1: places.append((disc, places.count + 1, isLastOfAll))
                    default: places.append((nil, disc * 100 + number, number == count))
                    }
                }
            }
            places.shuffle(using: &random)
            #expect(!Self.tracks(places.map { ($0.disc, $0.number) }).hasGaps, "\(places)")
            let removed = places.remove(at: Int.random(in: places.indices, using: &random))
            #expect(Self.tracks(places.map { ($0.disc, $0.number) }).hasGaps == !removed.isLast, "\(removed) of \(places)")
        }
    }

    @Test("They are a facet, which follows the tracks; libraries of earlier versions get it")
    func facet() async throws {
        let fixture = try LibraryFixture()
        func record(_ title: String, _ numbers: [Int]) -> CompleteAlbum {
            var record = SampleAlbums.record(title, by: "Somebody")
            record.tracks = Self.tracks(numbers.map { (nil, $0) })
            return record
        }
        func incomplete(_ library: LibraryAPI) throws -> [String] {
            try library.records(filter: AlbumFilter([.tracksMissing]), order: AlbumOrder(.title)).map(\.title)
        }
        try fixture.persistency.save([record("A", [1, 2]), record("B", [1, 3]), record("C", []), record("D", [2])])
        #expect(try incomplete(fixture.library) == ["B", "D"])
        #expect(try await fixture.library.facets(search: "somebody").tracksMissing == 2)
        try fixture.persistency.save([record("A", [2]), record("B", [1, 2, 3])])
        #expect(try incomplete(fixture.library) == ["A", "D"])
        try await fixture.library.remove([record("A", []).id])
        try await fixture.library.history.undo()
        #expect(try incomplete(fixture.library) == ["A", "D"])

        try fixture.persistency.write { database in
            try database.execute(
                sql: """
                    DROP INDEX trackListGaps;
                    ALTER TABLE trackList DROP COLUMN hasGaps;
                    DELETE FROM grdb_migrations WHERE identifier = 'gaps';
                    UPDATE trackList SET tracks = 'damaged' WHERE tracks = '[]';
                    """)
        }
        let earlier = try LibraryFixture(in: fixture.folder)
        #expect(try incomplete(earlier.library) == ["A", "D"])
    }
}
