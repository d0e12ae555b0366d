import Foundation
import SQLite
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesSharing
@testable import SleevesStore

@Suite("Wishes", .timeLimit(.minutes(10)))
struct WishTests {
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }
    private var owned: [String] { get throws { try fixture.persistency.albums(sort: .title).map(\.title) } }
    private var wished: [String] { get throws { try fixture.persistency.wishes(order: AlbumOrder(.title)).map(\.title) } }

    init() throws {
        fixture = try LibraryFixture()
    }

    private static func entry(_ id: Int, _ title: String) -> String {
        #"{"id": \#(id), "rating": 4, "notes": "a note", "basic_information": {"id": \#(id), "title": "\#(title)", "year": 1972, "#
            + #""formats": [{"name": "Vinyl", "qty": "1"}], "artists": [{"name": "A"}]}}"#
    }

    /// Writes a page of a wantlist or of a collection, as Discogs sends it.
    private func list(_ section: String, _ albums: [(Int, String)]) throws -> String {
        let path = "\(fixture.folder.path)/\(section).json"
        let entries = albums.map { Self.entry($0.0, $0.1) }.joined(separator: ",")
        try Data(#"{"\#(section)": [\#(entries)]}"#.utf8).write(to: URL(filePath: path))
        return path
    }

    private func wish(for title: String) throws -> (album: CompleteAlbum, copy: AlbumCopy) {
        let record = try #require(try fixture.persistency.wishes().first { $0.title == title })
        let album = try #require(try library.completeAlbum(record.id))
        return (album, try #require(album.copies.first { $0.record.isWanted }))
    }

    @Test func `stand apart from the library: in its lists, its counts, its figures and its tables`() async throws {
        try fixture.persistency.save([SampleAlbums.record("Mine", by: "A", year: 1980)])
        try await library.importAlbums(at: [try list("wants", [(1, "Blue"), (2, "Grey")])])
        #expect(try owned == ["Mine"] && wished == ["Blue", "Grey"])
        #expect(try fixture.persistency.count() == 1)
        #expect(try library.records(search: "blue") == [])
        #expect(try fixture.persistency.wishes(search: "blu 1972").map(\.title) == ["Blue"])
        #expect(try library.record(named: "grey").title == "Grey", "a name that nothing in the library has")
        try fixture.persistency.save([CompleteAlbum(SampleAlbums.record("Other", by: "B").album, tracks: [TrackRecord(title: "Grey")])])
        #expect(try library.record(named: "grey").title == "Grey", "a title before a track's")
        #expect(try library.record(named: "mine").title == "Mine")
        _ = try fixture.persistency.recordRemoval(of: [try library.record(named: "other").id])
        let statistics = try fixture.persistency.statistics(limit: 5)
        #expect(statistics.albums == 1 && statistics.decades.map(\.year) == [1980] && statistics.missing.covers == 1)
        let list = try fixture.persistency.albumList(filter: AlbumFilter([.wanted]))
        let ofSelected = try fixture.persistency.statistics(of: list.numbers, limit: 5)
        #expect(ofSelected.albums == 2 && ofSelected.decades.map(\.year) == [1970])
        let counts = try fixture.persistency.facetCounts(search: nil, filter: AlbumFilter())
        #expect(counts.albums == 1 && counts.wanted == 2 && counts.withoutCover == 1 && counts.decades.map(\.facet) == [.decade(1980)])
        let ofWishes = try fixture.persistency.facetCounts(search: "blue", filter: AlbumFilter([.wanted]))
        #expect(ofWishes.albums == 1 && ofWishes.wanted == 1 && ofWishes.formats.map(\.facet) == [.format("Vinyl")])
        let table = "\(fixture.folder.path)/out.csv"
        #expect(try library.export(to: table, as: .csv) == 1)
        #expect(try library.export(try fixture.persistency.wishes().map(\.id), to: table, as: .csv) == 2)
        let again = try CSVListImporter.read(fileAt: table)
        #expect(again.albums == [] && again.wanted.map(\.title) == ["Blue", "Grey"])
        #expect(try await library.exportWebCatalogue(to: "\(fixture.folder.path)/page/") == 1)
    }

    @Test func `that come true belong to the library, whatever the wantlist goes on saying`() async throws {
        let wants = try list("wants", [(1, "Blue"), (2, "Grey")])
        try await library.importAlbums(at: [wants])
        let before = try LibraryContent(fixture.persistency)
        let (album, copy) = try wish(for: "Blue")
        #expect(album.isWanted && copy.record[.notes] == "a note" && copy.record.rating == 4)
        try await library.editCopy(copy.id, of: album.id, CopyField.got)
        #expect(try owned == ["Blue"] && wished == ["Grey"])
        let got = try #require(try library.completeAlbum(album.id)?.copies.first?.record)
        #expect(got[.bought]?.count == 10 && got[.notes] == "a note" && !got.isWanted)
        let after = try LibraryContent(fixture.persistency)

        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before)
        try await library.history.redo()
        #expect(try LibraryContent(fixture.persistency).albums == after.albums)

        try await library.importAlbums(at: [wants])
        #expect(try owned == ["Blue"] && wished == ["Grey"])
        try await library.importAlbums(at: [try list("wants", [(2, "Grey")])])
        #expect(try owned == ["Blue"] && wished == ["Grey"])
        try await library.forget(wants)
        #expect(try owned == ["Blue"] && wished == [])
        try await library.history.undo()
        #expect(try owned == ["Blue"] && wished == ["Grey"])
    }

    @Test func `leave what one has from elsewhere, whatever a wantlist says, stops saying, or is forgotten`() async throws {
        let copies = [CopyRecord(notes: "mine")]
        // As from another machine: no list of this one has it.
        let blue = CompleteAlbum(
            AlbumRecord(id: AlbumID(digesting: ["discogs", "1"]), title: "Blue", artist: "A", source: .discogs),
            release: ReleaseRecord(discogsID: 1, copies: copies))
        try fixture.persistency.save([blue])
        for wants in [[(1, "Blue"), (2, "Grey")], [(2, "Grey")], [(1, "Blue"), (2, "Grey")]] {
            try await library.importAlbums(at: [try list("wants", wants)])
            #expect(try owned == ["Blue"] && wished == ["Grey"])
        }
        try await library.forget("\(fixture.folder.path)/wants.json")
        #expect(try owned == ["Blue"] && wished == [])
        #expect(try library.completeAlbum(blue.id)?.copies.map(\.record) == copies)
    }

    @Test func `stay as they are while another wantlist names them`() async throws {
        let wants = try list("wants", [(1, "Blue"), (2, "Grey")])
        let other = "\(fixture.folder.path)/other.json"
        try FileManager.default.copyItem(atPath: wants, toPath: other)
        try await library.importAlbums(at: [wants, other])
        let before = try LibraryContent(fixture.persistency)
        try await library.importAlbums(at: [try list("wants", [(2, "Grey")])])
        #expect(try LibraryContent(fixture.persistency) == before)
        try await library.forget(wants)
        #expect(try LibraryContent(fixture.persistency) == before)
        try await library.forget(other)
        #expect(try wished == [])
    }

    @Test func `of several albums come true in one step, and other albums stay`() async throws {
        let mine = SampleAlbums.record("Mine", by: "A")
        try fixture.persistency.save([mine])
        try await library.importAlbums(at: [try list("wants", [(1, "Blue"), (2, "Grey"), (3, "Red")])])
        let before = try LibraryContent(fixture.persistency)
        let ids = [mine.id] + (try fixture.persistency.wishes(order: AlbumOrder(.title)).prefix(2).map(\.id))
        #expect(try await library.noteArrival(of: ids)?.albumCount == 2)
        #expect(try owned == ["Blue", "Grey", "Mine"] && wished == ["Red"])
        #expect(try await library.noteArrival(of: ids) == nil)
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before)
    }

    @Test func `for another copy of what one has are in both`() async throws {
        let album = SampleAlbums.record("Mine", by: "A")
        try fixture.persistency.save([album])
        try await library.addCopy(to: album.id, [.wanted: "YES", .format: "CD"])
        #expect(try owned == ["Mine"] && wished == ["Mine"] && fixture.persistency.count() == 1)
        let problem = CopyField.wanted.problem(with: "perhaps")
        #expect(problem == "Enter “yes”, or leave it empty." && CopyField.wanted.problem(with: "") == nil)
    }

    @Test func `go from the list when it no longer names them, which can be undone`() async throws {
        try await library.importAlbums(at: [try list("wants", [(1, "Blue"), (2, "Grey")])])
        let before = try LibraryContent(fixture.persistency)
        let report = try await library.importAlbums(at: [try list("wants", [(2, "Grey"), (3, "Red")])])
        #expect(report.albums == SaveSummary(removed: 1) && report.wishes == SaveSummary(inserted: 1, unchanged: 1) && report.wanted == 2)
        #expect(try wished == ["Grey", "Red"])
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before)
        // A broken list isn't the wantlist.
        try Data(#"{"wants": [{"id": 2, "ba"#.utf8).write(to: URL(filePath: "\(fixture.folder.path)/wants.json"))
        _ = try? await library.importAlbums(at: ["\(fixture.folder.path)/wants.json"])
        #expect(try wished == ["Blue", "Grey"])
    }

    /// What the library has is what the last readings say, in whatever order lists are read, and undo leads back exactly.
    @Test(arguments: 0..<24 as Range<UInt64>)
    func `are what wantlists name and no collection has`(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        func subset() -> [(Int, String)] {
            (1...6).filter { _ in Bool.random(using: &random) }.map { ($0, "Album \($0)") }
        }
        var named: [String: Set<String>] = ["wants": [], "releases": []]
        for _ in 0..<6 {
            let before = try LibraryContent(fixture.persistency)
            var paths: [String] = []
            for section in ["wants", "releases"].shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random)) {
                let albums = subset()
                paths.append(try list(section, albums))
                // A list without an album isn't the collection.
                if !albums.isEmpty { named[section] = Set(albums.map(\.1)) }
            }
            _ = try? await library.importAlbums(at: paths)
            let expected = (own: named["releases"]!, wishes: named["wants"]!.subtracting(named["releases"]!))
            try #require(
                try Set(owned) == expected.own && Set(wished) == expected.wishes, "after reading \(paths.map(Path.name)): \(named)")
            let after = try LibraryContent(fixture.persistency)
            guard after != before else { continue }
            try await library.history.undo()
            #expect(try LibraryContent(fixture.persistency) == before)
            try await library.history.redo()
            #expect(try LibraryContent(fixture.persistency).albums == after.albums)
        }
    }

    @Test func `are added by hand, and come true when the same record is added`() async throws {
        var record = NewRecord(title: "Blue", artist: "A", format: "LP", isWanted: true)
        let wished = try await library.add(record)
        #expect(wished.isNew && wished.album.title == "Blue")
        #expect(try await library.add(record).isNew == false)
        #expect(try owned == [] && self.wished == ["Blue"])
        record.isWanted = false
        #expect(try await library.add(record).isNew)
        #expect(try owned == ["Blue"] && self.wished == [])
        #expect(try await library.add(record).isNew == false)
        record.isWanted = true
        #expect(try await library.add(record).isNew == false, "what one has isn't a wish")
        #expect(try owned == ["Blue"] && self.wished == [])
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try owned == [] && self.wished == [])
    }

    @Test func `of an earlier version become albums`() throws {
        let path = "\(fixture.folder.path)/earlier"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: "\(path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "copies")
        try queue.write { database in
            func want(_ title: String) throws -> AlbumRecord {
                var album = SampleAlbums.record(title, by: "A", year: 1990).album
                album.added = Date(timeIntervalSince1970: 1_000_000_000)
                try database.run("INSERT INTO wanted VALUES (?, ?)", [album.id.rawValue, try StoredJSON.encode(album)])
                return album
            }
            _ = try want("Second")
            _ = try want("First")
            let owned = try want("Owned")
            try NewAlbum(owned, tracks: [], release: nil).insert(into: database)
            try database.run("INSERT INTO removedAlbum VALUES (?)", [try want("Removed").id.rawValue])
            let forgotten = try want("Forgotten")
            try database.execute(sql: "INSERT INTO list (id, path, isForgotten) VALUES (1, '/wants.csv', 1)")
            try database.run("INSERT INTO listedAlbum (list, albumID, isWanted) VALUES (1, ?, 1)", [forgotten.id.rawValue])
            try database.execute(sql: "INSERT INTO wanted VALUES ('damaged', '{')")
            // A newer version has shared a wish, which this one has read as a copy.
            let (shared, time) = (SampleAlbums.record("Third", by: "A"), HybridTime(ticks: 1, machine: .random()))
            var registers = SharedAlbum()
            for (field, value) in SharedAlbum.values(of: shared.asWanted) { registers.set(field, to: value, at: time) }
            registers.setHeld(true, by: time.machine, at: time)
            let release = ReleaseRecord(copies: [CopyRecord()])
            try NewAlbum(shared.album, tracks: [], release: release).insert(into: database)
            let sql = "INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 0)"
            try database.run(sql, [shared.id.rawValue, registers.encoded])
        }
        try queue.close()
        let later = try PersistencyManager(libraryDirectory: path, cacheDirectory: "\(path)/cache")
        #expect(try later.albums().map(\.title) == ["Owned"])
        let wishes = try later.wishes(order: AlbumOrder(.title))
        #expect(wishes.map(\.title) == ["First", "Second", "Third"])
        #expect(wishes.prefix(2).allSatisfy { $0.added == Date(timeIntervalSince1970: 1_000_000_000) && $0.year == 1990 })
        #expect(try later.wishes(search: "sec").map(\.title) == ["Second"])
    }
}
