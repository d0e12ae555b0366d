import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("A list that was imported", .timeLimit(.minutes(10)))
struct ListSourceTests {
    private let fixture: LibraryFixture
    private let one: String
    private let two: String
    private var library: LibraryAPI { fixture.library }
    private var titles: [String] { get throws { try fixture.persistency.albums(sort: .title).map(\.title) } }

    init() throws {
        fixture = try LibraryFixture()
        one = "\(fixture.folder.path)/one.json"
        two = "\(fixture.folder.path)/two.json"
        try Self.write(["Blue", "Green"], to: one)
        try Self.write(["Green", "Red"], to: two)
    }

    private static func write(_ titles: [String], to path: String) throws {
        let entries = titles.map { #"{"title": "\#($0)", "artist": "A"}"# } + [#"{"artist": "no title"}"#]
        try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: path))
    }

    @Test func `is a source with its albums, its problems and the time of its reading`() async throws {
        let start = Date().addingTimeInterval(-1)
        try await library.importAlbums(at: [one, two])
        let sources = try library.sources()
        #expect(sources.map(\.path) == [one, two])
        #expect(sources.allSatisfy { $0.kind == .list && $0.albumCount == 2 && $0.problemCount == 1 && !$0.isAway })
        #expect(sources.allSatisfy { $0.lastRead.map { $0 > start } == true })
        #expect(try await library.problems(ofSource: one).map(\.path) == [one])

        try Self.write(["Blue"], to: one)
        try await library.importAlbums(at: [one])
        #expect(try library.sources().map(\.albumCount) == [1, 2])
        try FileManager.default.removeItem(atPath: two)
        #expect(try library.sources().map(\.isAway) == [false, true])
    }

    @Test func `is forgotten with the albums that only it names, which can be undone and redone`() async throws {
        try await library.importAlbums(at: [one, two])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.edit(id, AlbumEdits(year: 1999))
        let before = try LibraryContent(fixture.persistency)
        let sources = try library.sources()
        #expect(try await library.forget(one)?.albumCount == 1)
        #expect(try titles == ["Green", "Red"])
        #expect(try library.sources().map(\.path) == [two])
        #expect(library.history.undoName == "Forget “one.json”")
        for _ in 0..<2 {
            try await library.history.undo()
            #expect(try LibraryContent(fixture.persistency).albums == before.albums)
            #expect(try library.sources() == sources)
            try await library.history.redo()
            #expect(try titles == ["Green", "Red"])
            #expect(try library.sources().map(\.path) == [two])
        }
        // The other list alone names the second album now.
        #expect(try await library.forget(two)?.albumCount == 2)
        #expect(try titles == [])
        await #expect(throws: SourceError.notFollowed(path: two)) { try await library.forget(two) }

        // What is imported again has its edits.
        try await library.importAlbums(at: [one])
        #expect(try fixture.persistency.album(id)?.year == 1999)
        #expect(try library.sources().map(\.path) == [one])
    }

    @Test func `is forgotten with what it wants, and not with what another list owns`() async throws {
        let entries = [(1, "Blue"), (2, "Grey")].map { id, title in
            #"{"id": \#(id), "basic_information": {"id": \#(id), "title": "\#(title)", "artists": [{"name": "A"}]}}"#
        }
        let wants = "\(fixture.folder.path)/wants.json"
        try Data(#"{"wants": [\#(entries.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: wants))
        try await library.importAlbums(at: [wants])
        #expect(try library.sources().map(\.albumCount) == [2])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Blue", "Grey"])

        // What is owned goes with the list that says so, though another one still wants it.
        let owned = "\(fixture.folder.path)/owned.csv"
        try Data("Artist,Title,release_id,CollectionFolder\nA,Blue,1,Vinyl\n".utf8).write(to: URL(filePath: owned))
        try await library.importAlbums(at: [owned])
        #expect(try titles == ["Blue"])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Grey"])
        try await library.forget(owned)
        #expect(try titles == [])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Blue", "Grey"])

        try await library.forget(wants)
        #expect(try fixture.persistency.wishes() == [])
        try await library.history.undo()
        #expect(try fixture.persistency.wishes().map(\.title) == ["Blue", "Grey"])
    }

    @Test func `goes and comes with the import that brought it`() async throws {
        try await library.importAlbums(at: [one])
        try await library.importAlbums(at: [two])
        try await library.history.undo()
        #expect(try library.sources().map(\.path) == [one])
        #expect(try titles == ["Blue", "Green"])
        try await library.history.redo()
        #expect(try library.sources().map(\.path) == [one, two])
    }

    @Test func `leaves albums with files`() async throws {
        let music = try MusicFolder()
        try music.addAlbum("Blue", tracks: 1)
        try await library.importAlbums(at: [music.path])
        let export = "\(fixture.folder.path)/export.json"
        try library.export(to: export, as: .json)
        try await library.importAlbums(at: [export])
        #expect(Set(try library.sources().map(\.albumCount)) == [1])
        #expect(try await library.forget(export)?.albumCount == 0)
        #expect(try titles == ["Blue"])
    }

    @Test func `has problems of folders beside it, which are those of the files that are there now`() async throws {
        let music = try MusicFolder()
        try music.addAlbum("Blue", tracks: 1)
        try music.folder.write("noise", to: "noise.mp3")
        try await library.importAlbums(at: [music.path, one])
        let folder = try #require(try library.sources().first { $0.kind == .folder })
        #expect(folder.problemCount == 1 && folder.lastRead != nil)
        #expect(try await library.problems(ofSource: music.path).map(\.path) == ["\(music.path)/noise.mp3"])
        try FileManager.default.removeItem(atPath: "\(music.path)/noise.mp3")
        try await library.refresh([music.path])
        #expect(try library.sources().first { $0.kind == .folder }?.problemCount == 0)

        // What no file stands for is known from the last reading as a whole.
        try music.folder.link("nowhere.mp3", to: "gone.mp3")
        try await library.importAlbums(at: [music.path])
        #expect(try library.sources().first { $0.kind == .folder }?.problemCount == 1)
        #expect(try await library.problems(ofSource: music.path).map(\.path) == ["\(music.path)/nowhere.mp3"])
    }

    @Test func `gives up what it no longer names, in one step of undo, and edits come back with the album`() async throws {
        try await library.importAlbums(at: [one, two])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.edit(id, AlbumEdits(year: 1999))
        // What the other list still names stays.
        try Self.write(["Grey"], to: one)
        let preview = try await library.previewImport(at: [one])
        #expect(preview.changes.map(\.title).sorted() == ["Blue", "Grey"])
        #expect(try titles == ["Blue", "Green", "Red"])
        let report = try await library.importAlbums(at: [one])
        #expect(report.albums == SaveSummary(inserted: 1, removed: 1))
        #expect(try titles == ["Green", "Grey", "Red"])
        try await library.history.undo()
        #expect(try titles == ["Blue", "Green", "Red"])
        #expect(try fixture.persistency.album(id)?.year == 1999)
        try await library.history.redo()
        #expect(try titles == ["Green", "Grey", "Red"])

        try Self.write(["Blue", "Grey"], to: one)
        try await library.importAlbums(at: [one])
        #expect(try titles == ["Blue", "Green", "Grey", "Red"])
        #expect(try fixture.persistency.album(id)?.year == 1999)
    }

    @Test func `keeps the rating of an album of which it corrects the year, the artist or the title`() async throws {
        func write(_ rows: String...) throws {
            try Data("Artist;Title;Year;Catalog#\n\(rows.joined(separator: "\n"))\n".utf8).write(to: URL(filePath: table))
        }
        func lent() throws -> [String] {
            try fixture.persistency.albums().filter { try fixture.persistency.edits(of: $0.id).copies.opinion.rating == 4 }.map {
                "\($0.artist) – \($0.title) \($0.year ?? 0)"
            }
        }
        let table = "\(fixture.folder.path)/table.csv"
        try write("Ada Crest;Blue Door;1998;", "Fir;Cone;2001;X-1", "Fir;Seed;2001;")
        try await library.importAlbums(at: [table])
        try await library.rate(try fixture.persistency.albums(sort: .title).prefix(2).map(\.id), 4)
        let first = try lent()
        #expect(first.count == 2)
        try write("Ada Crest;Blue Door;1999;", "Fir;Cones;2001;x 1", "Fir;Seed;2001;")
        let report = try await library.importAlbums(at: [table])
        #expect(report.albums == SaveSummary(inserted: 2, unchanged: 1, removed: 2))
        #expect(try lent().sorted() == ["Ada Crest – Blue Door 1999", "Fir – Cones 2001"])
        try await library.history.undo()
        #expect(try lent() == first)
        try await library.history.redo()
        #expect(try lent().sorted() == ["Ada Crest – Blue Door 1999", "Fir – Cones 2001"])
        // The artist; and another album in place of the first.
        try write("Ada Crest;Green Door;1999;", "Firs;Cones;2001;", "Fir;Seed;2001;")
        try await library.importAlbums(at: [table])
        #expect(try lent() == ["Firs – Cones 2001"])
    }

    @Test func `goes on as another only if it is certain which one`() {
        typealias Record = CorrectedRecords.Record
        func record(_ name: String, _ title: String, _ artist: String, _ year: Int?, _ number: String? = nil) -> Record {
            Record(AlbumID(rawValue: name), title: title, artist: artist, year: year, catalogueNumber: number)
        }
        func pairs(_ old: [Record], _ new: [Record]) -> [String: String] {
            let found = CorrectedRecords.successors(of: old, among: new).map { ($0.rawValue, $1.rawValue) }
            return Dictionary(uniqueKeysWithValues: found)
        }
        #expect(pairs([record("a", "Blue", "Fir", 1970)], [record("b", "blue", "FIR", 1971)]) == ["a": "b"])
        #expect(pairs([record("a", "Blue", "Fir", nil, "A-1")], [record("b", "Blu", "Fir", nil, "a1")]) == ["a": "b"])
        #expect(pairs([record("a", "Blue", "Fir", nil)], [record("b", "Blue", "Elm", nil)]) == [:])
        #expect(pairs([record("a", "Illusion I", "Fir", 1991)], [record("b", "Illusion II", "Fir", 1991)]) == [:])
        // Two copies of one title.
        let two = [record("b", "Blue", "Fir", 1971), record("c", "Blue", "Fir", 1972)]
        #expect(pairs([record("a", "Blue", "Fir", 1970)], two) == [:] && pairs(two, [record("a", "Blue", "Fir", 1970)]) == [:])
        #expect(pairs([], two) == [:] && pairs(two, []) == [:])
    }

    @Test func `has an album again that it no longer names, once undo has brought it back`() async throws {
        func albumCounts() throws -> [Int] { try library.sources().map(\.albumCount) }
        try await library.importAlbums(at: [one, two])
        try Self.write(["Green"], to: one)
        try await library.importAlbums(at: [one])
        #expect(try albumCounts() == [1, 2])
        for _ in 0..<2 {
            try await library.history.undo()
            #expect(try albumCounts() == [2, 2])
            try await library.history.redo()
            #expect(try albumCounts() == [1, 2])
        }
        try await library.history.undo()
        // It goes with its list, or when the list is read again.
        #expect(try await library.forget(one)?.albumCount == 1)
        #expect(try titles == ["Green", "Red"])
        try await library.history.undo()
        #expect(try titles == ["Blue", "Green", "Red"])
        #expect(try await library.importAlbums(at: [one]).albums.removed == 1)
        #expect(try titles == ["Green", "Red"])
        // Another list may bring it; that isn't this one's.
        try Self.write(["Blue", "Red"], to: two)
        try await library.importAlbums(at: [two])
        #expect(try library.sources().map(\.albumCount) == [1, 2])
    }

    @Test func `has an album again that the user removed, once undo has brought it back`() async throws {
        try await library.importAlbums(at: [one])
        let blue = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.remove([blue])
        try Self.write(["Grey"], to: one)
        try await library.importAlbums(at: [one])
        try await library.history.undo()
        try await library.history.undo()
        #expect(try titles == ["Blue", "Green"] && library.sources().map(\.albumCount) == [2])
        #expect(try await library.forget(one)?.albumCount == 2)
        #expect(try titles == [])
    }

    @Test(arguments: ["[]", #"[{"title": "Grey", "artist": "A"}, {"ti"#, "nonsense"])
    func `lets nothing go if it is empty or broke off`(text: String) async throws {
        try await library.importAlbums(at: [one])
        try Data(text.utf8).write(to: URL(filePath: one))
        let report = try? await library.importAlbums(at: [one])
        #expect(report?.albums.removed ?? 0 == 0)
        #expect(try Set(titles).isSuperset(of: ["Blue", "Green"]))
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `of many gives up just those albums that none of them names any more`(seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let paths = (0..<4).map { "\(fixture.folder.path)/list-\($0).json" }
        var named: [[String]] = paths.map { _ in [] }
        for _ in 0..<8 {
            let changed = paths.indices.filter { _ in Bool.random(using: &random) }
            for index in changed {
                let titles = (0..<12).map { "Album \($0)" }.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
                try Self.write(titles, to: paths[index])
                // A list without an album isn't the collection.
                if !titles.isEmpty { named[index] = titles }
            }
            if changed.isEmpty { continue }
            try await library.importAlbums(at: changed.map { paths[$0] })
            #expect(try Set(titles) == Set(named.joined()))
        }
    }

    @Test func `keeps albums that have files, and what it wants instead is wanted`() async throws {
        let music = try MusicFolder()
        try music.addAlbum("Blue", tracks: 1)
        try await library.importAlbums(at: [music.path])
        let export = "\(fixture.folder.path)/export.json"
        try library.export(to: export, as: .json)
        try await library.importAlbums(at: [export])
        try Self.write(["Green"], to: export)
        try await library.importAlbums(at: [export])
        #expect(try titles == ["Blue", "Green"])
    }

    @Test func `is not known to a library of an earlier version, whose folders have no time`() async throws {
        let path = "\(fixture.folder.path)/earlier"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let queue = try DatabaseQueue(path: "\(path)/library.sqlite")
        try LibrarySchema.migrator.migrate(queue, upTo: "no index entries for nothing")
        try queue.write { try $0.execute(sql: "INSERT INTO root VALUES ('/music')") }
        try queue.close()
        let earlier = try PersistencyManager(libraryDirectory: path, cacheDirectory: "\(path)/cache")
        #expect(try earlier.sources() == [LibrarySource(path: "/music", albumCount: 0)])
    }
}
