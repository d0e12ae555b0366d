import Foundation
import SQLite
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Groups of albums")
struct GroupTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        fixture = try LibraryFixture()
    }

    private func groups(_ grouping: ListGrouping, _ sort: AlbumSort = .title, isReversed: Bool = false) throws -> [String] {
        let order = AlbumOrder(sort, isReversed: isReversed, groupedBy: grouping)
        let titles = try library.records(order: order).map(\.title)
        return try library.albumList(order: order).groups.map { group in
            let name = group.facet.map { "\($0)".split(separator: "\"").dropFirst().first.map(String.init) ?? "\($0)" } ?? "none"
            return "\(name): \(titles[group.indices].joined())"
        }
    }

    private func record(
        _ title: String, by artist: String = "Somebody", _ year: Int? = nil, format: String? = nil, at places: [String] = [],
        folder: String? = nil
    ) -> CompleteAlbum {
        var record = SampleAlbums.record(title, by: artist, year: year)
        record.folder = folder
        let copies = places.map { place in
            var copy = CopyRecord()
            copy[.place] = place
            return copy
        }
        record.release = ReleaseRecord(format: format, copies: copies)
        return record
    }

    @Test func `stand in their order, each album once, and those without the value at the end`() throws {
        try fixture.persistency.save([
            record("A", by: "The Yaks", 1971, format: "2xLP, Album", at: ["Shelf 2", "Box"]),
            record("B", by: "Élan", 1969, format: "CD", at: ["shelf 10"]),
            record("C", by: "Zoo", 1979, at: ["Shelf 2"]), record("D", by: "Élan", format: "LP"),
            record("E", by: "The Yaks", 1970, folder: "/music/e"),
        ])
        #expect(try groups(.artist) == ["Élan: BD", "The Yaks: AE", "Zoo: C"])
        #expect(try groups(.artist, .year) == ["Élan: BD", "The Yaks: EA", "Zoo: C"])
        #expect(try groups(.decade) == ["decade(1960): B", "decade(1970): ACE", "none: D"])
        #expect(try groups(.decade, isReversed: true) == ["decade(1970): ECA", "decade(1960): B", "none: D"])
        #expect(try groups(.medium) == ["CD: B", "File: E", "LP: AD", "none: C"])
        #expect(try groups(.place) == ["shelf 10: B", "Shelf 2: AC", "none: DE"])
        #expect(try groups(.label) == ["none: ABCDE"] && groups(.genre) == ["none: ABCDE"])
        #expect(try library.albumList(order: AlbumOrder(.title)).groups == [])
        let searched = try library.albumList(search: "élan", order: AlbumOrder(.title, groupedBy: .decade))
        #expect(searched.groups == [] && searched.count == 2, "in a search the closest albums stand first")
        #expect(try library.albumList(filter: AlbumFilter([.decade(1970)]), order: AlbumOrder(groupedBy: .place)).groups.count == 2)
    }

    @Test func `of files are with records that a list calls files`() throws {
        try fixture.persistency.save([
            record("A", format: "File, FLAC"), record("B", folder: "/music/b"), record("C", format: "LP", folder: "/music/c"),
        ])
        #expect(try groups(.medium) == ["File: AB", "LP: C"])
    }

    @Test func `follow changes, also where every album keeps its index`() async throws {
        let record = record("A")
        try fixture.persistency.save([record])
        let order = AlbumOrder(groupedBy: .place)
        let before = try library.albumList(order: order)
        try await library.addCopy(to: record.id, [.place: "Box"])
        let after = try library.albumList(order: order)
        #expect(after != before && after.groups.map(\.facet) == [.place("Box")])
        #expect(try library.albumList(order: order) == after)
    }

    /// Any library, in any order: the groups cover the list, each value has one group with exactly the albums of the filter that have it first, and
    /// within a group albums stand as without groups.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `cover each list`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let names = ["The Yaks", "yaks", "Élan", "A Band", "12", "…"]
        let albums = (0..<random.number(below: 60)).map { number in
            record(
                "T\(number)", by: random.element(of: names),
                random.element(of: [nil, 0, 7, 1969, 1970, 1979, 2020, -3, 12_345, .max]),
                format: random.element(of: [nil, "LP", "2xLP, Album", "lp", "File", "CD + DVD", ","]),
                at: Array([["Box", "box", " ", "Shelf"].shuffled(using: &random)].joined().prefix(random.number(below: 4))),
                folder: random.element(of: [nil, "/m/\(number % 3)"]))
        }
        try fixture.persistency.save(albums)
        for grouping in ListGrouping.allCases {
            let plain = AlbumOrder(random.element(of: AlbumSort.allCases), isReversed: random.number(below: 2) == 1, seed: seed)
            var order = plain
            order.grouping = grouping
            let (without, list) = (try library.albumList(order: plain), try library.albumList(order: order))
            #expect(list.numbers.sorted() == without.numbers.sorted())
            #expect(list.groups.flatMap(\.indices) == Array(0..<list.count) && list.groups.allSatisfy { !$0.indices.isEmpty })
            let facets = list.groups.map(\.facet)
            #expect(Set(facets).count == facets.count && facets.dropLast().allSatisfy { $0 != nil })
            for (index, number) in list.numbers.enumerated() {
                let group = try #require(list.group(at: index))
                #expect(group.indices.contains(index) && list.numbers[group.indices].contains(number))
            }
            #expect(list.group(at: list.count) == nil && list.group(at: -1) == nil)
            for group in list.groups {
                let members = Set(list.numbers[group.indices])
                #expect(without.numbers.filter(members.contains) == Array(list.numbers[group.indices]))
                guard let facet = group.facet, !(facet == .format("File")) else { continue }
                #expect(members.isSubset(of: try library.albumList(filter: AlbumFilter([facet])).numbers))
            }
        }
    }

    @Test func `are kept with the order, as far as a version knows them`() throws {
        for order in [AlbumOrder(.year, isReversed: true, groupedBy: .place), AlbumOrder(.random, seed: 3)] {
            #expect(try JSONDecoder().decode(AlbumOrder.self, from: JSONEncoder().encode(order)) == order)
        }
        for unknown in [#""mood""#, "3", "null"] {
            let text = #"{"sort": "title", "isReversed": true, "grouping": \#(unknown)}"#
            #expect(try JSONDecoder().decode(AlbumOrder.self, from: Data(text.utf8)) == AlbumOrder(.title, isReversed: true))
        }
    }
}
