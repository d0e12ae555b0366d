import Foundation
import SQLite
import Testing

@testable import SleevesImporting
@testable import SleevesLibrary
@testable import SleevesSharing
@testable import SleevesStore

/// Records without files that the user has joined with albums.
@Suite("Joining a record with an album", .timeLimit(.minutes(10)))
struct JoinedRecordTests {
    private let fixture: LibraryFixture
    private let folder: TemporaryFolder
    private var library: LibraryAPI { fixture.library }
    private var titles: [String] { get throws { try fixture.persistency.albums(sort: .title).map(\.title) } }

    init() throws {
        fixture = try LibraryFixture()
        folder = try TemporaryFolder()
    }

    /// Imports an album of two files, and returns its identifier.
    private func importFiles(_ album: String = "Blue", in place: String = "a", year: String = "1970") async throws -> AlbumID {
        for (index, title) in ["One", "Two"].enumerated() {
            let tags = [("ARTIST", "Ada"), ("ALBUM", album), ("TITLE", title), ("TRACKNUMBER", "\(index + 1)"), ("DATE", year)]
            try folder.write(SyntheticAudio.flac(tags), to: "music/\(place)/\(index + 1).flac")
        }
        try await library.importAlbums(at: ["\(folder.path)/music"])
        return try #require(try fixture.persistency.albums(sort: .title).first { $0.source == .folder && $0.title == album }?.id)
    }

    private typealias Entry = (id: Int, title: String, rating: Int)

    /// Writes a page of a collection or of a wantlist, as Discogs sends it, and imports it.
    ///
    /// - Parameter artist: The artist. Files are by Ada.
    @discardableResult
    private func importList(_ entries: [Entry], by artist: String = "Ada L.", section: String = "releases") async throws -> [AlbumID] {
        try await library.importAlbums(at: [try list(entries, by: artist, section: section)])
        return try entries.map { entry in
            try #require(try fixture.persistency.albumsOfAllKinds().first { $0.source == .discogs && $0.title == entry.title }?.id)
        }
    }

    private func list(_ entries: [Entry], by artist: String, section: String = "releases", named name: String? = nil) throws -> String {
        let texts = entries.map { id, title, rating in
            #"{"id": \#(id), "rating": \#(rating), "date_added": "2020-01-0\#(id)T00:00:00-00:00", "basic_information": {"id": \#(id), "#
                + #""title": "\#(title)", "year": 1972, "formats": [{"name": "Vinyl", "qty": "1"}], "artists": [{"name": "\#(artist)"}], "#
                + #""labels": [{"name": "Kestrel", "catno": "KST-\#(id)"}]}}"#
        }
        let path = "\(folder.path)/\(name ?? section).json"
        try Data(#"{"\#(section)": [\#(texts.joined(separator: ","))]}"#.utf8).write(to: URL(filePath: path))
        return path
    }

    private func copies(of id: AlbumID) throws -> [AlbumCopy] { try #require(try library.completeAlbum(id)).copies }

    @Test func `shows the stars and the heart of its record until the album has its own; a loved record without copies gets one`()
        async throws
    {
        let (files, record) = (try await importFiles(), AlbumID(digesting: ["loved"]))
        try fixture.persistency.save([
            CompleteAlbum(AlbumRecord(id: record, title: "Bay", artist: "Ann", source: .json), release: ReleaseRecord(labels: ["Moor"]))
        ])
        try await library.changeOpinion(of: [record]) { ($0.rating, $0.isFavourite) = (4, true) }
        try await library.join([files, record])
        func opinion() throws -> AlbumOpinion { try #require(try library.completeAlbum(files)).opinion }
        func found(_ facet: AlbumFacet) throws -> Bool { try library.records(filter: AlbumFilter([facet])).map(\.id) == [files] }
        #expect(try copies(of: files).count == 1)
        #expect(try opinion().shownRating == 4 && opinion().rating == nil && opinion().isFavourite)
        #expect(try found(.favourite) && found(.rating(4)))
        try await library.rate([files], 2)
        #expect(try opinion().shownRating == 2 && found(.rating(2)) && !found(.rating(3)))
        #expect(try await library.facets().ratings.map(\.count) == [1, 1])
        let change = try await library.toggleFavourite([files])
        #expect(change?.albumCount == 1 && change?.title == "Blue")
        #expect(try !opinion().isFavourite && !found(.favourite))
        try await library.history.undo()
        #expect(try found(.favourite))
        try await library.split(files)
        let apart = try #require(try library.completeAlbum(record)).opinion
        #expect(apart.rating == 4 && apart.isFavourite)
    }

    @Test func `gives one album with both copies, found, filtered and counted by either; undo, redo and splitting give what was`()
        async throws
    {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.edit(record, AlbumEdits(title: "Blue (LP)"))
        let before = try LibraryContent(fixture.persistency)
        let change = try await library.join([record, files])
        #expect(change?.name == "Join Albums into “Blue”")
        #expect(try titles == ["Blue"] && fixture.persistency.count() == 1)
        #expect(try copies(of: files).map { [$0.record[.rating], $0.album?.rawValue] } == [["4", record.rawValue]])
        let details = try await library.details(of: files)
        #expect(details.tracks.count == 2 && details.copies.count == 1)
        #expect(details.release?.labels == ["Kestrel"] && details.release?.catalogueNumber == "KST-1")
        #expect(details.copies.map(\.edition) == ["Kestrel KST-1 · Vinyl · 1972"])

        for search in ["blue", "kst-1", "kestrel ada"] { #expect(try library.records(search: search).map(\.id) == [files], "\(search)") }
        let vinyl = AlbumFilter([.format("Vinyl")])
        #expect(try fixture.persistency.albums(filter: vinyl).map(\.id) == [files])
        #expect(try fixture.persistency.albums(filter: AlbumFilter([.format("Vinyl"), .year(1972)])) == [], "the year is that of the work")
        let counts = try fixture.persistency.facetCounts(search: nil, filter: AlbumFilter())
        #expect(counts.albums == 1 && counts.duplicates == 0 && counts.labels.map(\.facet) == [.label("Kestrel")])
        #expect(counts.years.map(\.facet) == [.year(1970)])
        let statistics = try fixture.persistency.statistics(limit: 5)
        #expect(statistics.albums == 1 && statistics.tracks == 2 && statistics.labels.top.map(\.albums) == [1])

        let after = try LibraryContent(fixture.persistency)
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before && titles == ["Blue", "Blue (LP)"])
        try await library.history.redo()
        #expect(try LibraryContent(fixture.persistency) == after && titles == ["Blue"])
        #expect(try await library.split(files)?.name == "Split “Blue”")
        #expect(try titles == ["Blue", "Blue (LP)"] && copies(of: files) == [])
        try await library.history.undo()
        #expect(try titles == ["Blue"])
    }

    @Test func `keeps the copies editable, also by later lists and imports of the files`() async throws {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([files, record])
        let copy = try copies(of: files)[0]
        try await library.editCopy(copy.id, of: try #require(copy.album), [.place: "Attic"])
        try await library.addCopy(to: files, [.place: "Cellar"])
        #expect(try copies(of: files).map { $0.record[.place] } == ["Cellar", "Attic"])
        #expect(try fixture.persistency.albums(filter: AlbumFilter([.place("Attic"), .format("Vinyl")])).map(\.id) == [files])
        let lists = try fixture.persistency.facetCounts(search: nil, filter: AlbumFilter()).places
        #expect(Set(lists.map(\.facet)) == [.place("Attic"), .place("Cellar")])

        try await importList([(1, "Blue", 5)])
        _ = try await importFiles(year: "1971")
        #expect(try titles == ["Blue"])
        #expect(try copies(of: files).map { $0.record[.rating] } == [nil, "5"])
        #expect(try fixture.persistency.album(files)?.year == 1971)
        // A list that no longer names it has no copy any more.
        try await importList([(2, "Other", 3)])
        #expect(try copies(of: files).map { $0.record[.place] } == ["Cellar"])
        #expect(try titles == ["Blue", "Other"])
        try await library.history.undo()
        #expect(try titles == ["Blue"] && copies(of: files).count == 2)
    }

    @Test func `goes with the album if the user removes that, but stays if the files go, and comes back to them`() async throws {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([files, record])
        #expect(try await library.remove([files])?.name == "Remove “Blue”")
        #expect(try titles == [])
        try await library.history.undo()
        #expect(try titles == ["Blue"] && copies(of: files).count == 1)

        _ = try await importFiles("Later", in: "b")
        let (music, away) = ("\(folder.path)/music/a", "\(folder.path)/away")
        try FileManager.default.moveItem(atPath: music, toPath: away)
        try await library.importAlbums(at: ["\(folder.path)/music"])
        #expect(try titles == ["Blue", "Later"] && fixture.persistency.album(files) == nil && fixture.persistency.album(record) != nil)
        try FileManager.default.moveItem(atPath: away, toPath: music)
        try await library.importAlbums(at: ["\(folder.path)/music"])
        #expect(try titles == ["Blue", "Later"] && copies(of: files).count == 1)
    }

    @Test func `follows the files into a joined album, and into one of another name`() async throws {
        let files = try await importFiles()
        let other = try await importFiles("Later", in: "b")
        let records = try await importList([(1, "Blue", 4), (2, "Grey", 3)])
        try await library.join([other, records[0]])
        try await library.join([files, other, records[1]])
        let joined = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        #expect(try titles.count == 1 && copies(of: joined).count == 2)
        try await library.history.undo()
        #expect(try titles == ["Blue", "Grey", "Later"])
        #expect(try copies(of: other).count == 1 && copies(of: files).count == 0)

        let renamed = try await importFiles("Azure", in: "b")
        #expect(try titles == ["Azure", "Blue", "Grey"] && copies(of: renamed).count == 1)
        try await library.history.undo()
        #expect(try titles == ["Blue", "Grey", "Later"] && copies(of: renamed).count == 1)
        try await library.history.undo()
        #expect(try titles == ["Blue", "Blue", "Grey", "Later"])
    }

    @Test func `needs no files; what the user has isn't shown by a wish, and an album that shows others isn't shown itself`() async throws {
        let records = try await importList([(1, "Blue", 4), (2, "Grey", 3), (3, "Red", 2)])
        let wish = try await importList([(9, "Wished", 1)], section: "wants")[0]
        try await library.join([wish, records[0]])
        #expect(try titles == ["Blue", "Grey", "Red"])
        #expect(try fixture.persistency.wishes().map(\.title) == ["Blue"])
        try await library.join([records[1], records[0]])
        #expect(try titles == ["Grey", "Red"] && copies(of: records[1]).count == 3)
        try await library.join([records[2], records[1]])
        #expect(try titles == ["Red"] && copies(of: records[2]).count == 4)
        try await library.history.undo()
        #expect(try titles == ["Grey", "Red"] && copies(of: records[1]).count == 3)
        await #expect(throws: RearrangingError.onlyOne) { try await library.join([records[1], records[1]]) }
        await #expect(throws: RearrangingError.noFiles(title: "Red")) { try await library.split(records[2]) }
    }

    @Test func `makes a record that was added by hand a copy, which undo takes away, and a wish come true with the album`() async throws {
        let files = try await importFiles()
        let record = SampleAlbums.record("Blue", by: "Ada L.")
        try fixture.persistency.save([record])
        try await library.join([files, record.id])
        let copy = try #require(try copies(of: files).first)
        try await library.editCopy(copy.id, of: try #require(copy.album), [.lentTo: "Ann"])
        #expect(try fixture.persistency.albums(filter: AlbumFilter([.lent])).map(\.id) == [files])
        for _ in 0..<2 { try await library.history.undo() }
        #expect(try library.completeAlbum(record.id)?.copies == [])

        let wish = try await importList([(9, "Wished", 1)], section: "wants")[0]
        try await library.join([files, wish])
        #expect(try fixture.persistency.wishes().map(\.id) == [files])
        try await library.noteArrival(of: [files])
        #expect(try fixture.persistency.wishes() == [] && copies(of: files).count == 1)
    }

    @Test func `counts in a search like the album's own words, so that nothing is looked for in titles of tracks`() async throws {
        let files = try await importFiles()
        for number in 0..<100 {
            try fixture.persistency.save([CompleteAlbum(SampleAlbums.record("Kestrel \(number)").album)])
        }
        let track = CompleteAlbum(SampleAlbums.record("Other").album, tracks: [TrackRecord(title: "Kestrel")])
        try fixture.persistency.save([track])
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([files, record])
        #expect(try library.records(search: "kestrel").count == 101)
        // A hundredth album only by its record: tracks' titles still don't count.
        try await library.remove([SampleAlbums.record("Kestrel 0").id])
        #expect(try library.records(search: "kestrel").count == 100)
        try await library.split(files)
        #expect(try library.records(search: "kestrel").count == 100, "the record by itself")
    }

    @Test func `follows the files when the list names it again after they were renamed`() async throws {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([files, record])
        try await importList([(2, "Other", 3)])
        #expect(try copies(of: files) == [])
        let renamed = try await importFiles("Azure")
        try await importList([(1, "Blue", 4), (2, "Other", 3)])
        #expect(try titles == ["Azure", "Other"] && copies(of: renamed).count == 1)
    }

    @Test func `survives an export, and the web page and the tables have each copy once`() async throws {
        let album = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([album, record])
        let complete = try #require(try library.completeAlbum(album))
        let shown = try #require(JSONValue(try complete.json()))
        #expect(shown["id"].text == album.rawValue && shown["joined"].elements.map(\.["id"].text) == [record.rawValue])
        let path = "\(folder.path)/all.json"
        #expect(try library.export([album], to: path, as: .json) == 2)
        #expect(try library.export(to: path, as: .json) == 2)
        #expect(try await library.exportWebCatalogue(to: "\(folder.path)/page/") == 1)
        let files = try #require(FileManager.default.enumerator(atPath: "\(folder.path)/page")).compactMap { $0 as? String }
        let data = try #require(files.first { $0.hasSuffix("albums.js") })
        let page = try String(contentsOfFile: "\(folder.path)/page/\(data)", encoding: .utf8)
        #expect(page.contains("Vinyl") && page.contains("KST-1"))

        let other = try LibraryFixture()
        try await other.library.importAlbums(at: [path])
        // Without files, both are from a list; the record still is a copy of the album.
        #expect(try other.persistency.albums(sort: .title).map(\.id) == [album])
        #expect(try other.library.completeAlbum(album)?.copies.count == 1)
    }

    @Test func `needs no effort of those who edit the album: its values and those of the record stay apart`() async throws {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)])[0]
        try await library.join([files, record])
        try await library.edit(record, AlbumEdits(title: "Other"))
        try await library.edit(files, AlbumEdits(genre: "Folk"))
        try await library.resetEdits(of: [files, record])
        #expect(try titles == ["Blue"] && copies(of: files).count == 1)
        #expect(try fixture.persistency.commonValues(of: [record]).isEdited == false)
    }

    // MARK: By rule

    @Test func `is done by an import for a record with the names of files, whichever comes first, and is undone with the import`()
        async throws
    {
        let report = try await library.importAlbums(at: [try list([(1, "BLUE [Disc 1]", 4), (2, "Grey", 3)], by: "Ada* (2)")])
        #expect(report.joined == 0)
        let before = try LibraryContent(fixture.persistency)
        let files = try await importFiles("Blue")
        #expect(try titles == ["Blue", "Grey"] && copies(of: files).map { $0.record[.rating] } == ["4"])
        let after = try LibraryContent(fixture.persistency)
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before)
        try await library.history.redo()
        #expect(try LibraryContent(fixture.persistency) == after)

        _ = try await importFiles("Grey", in: "b")
        #expect(try titles == ["Blue", "Grey"] && fixture.persistency.albums(sort: .title).allSatisfy { $0.source == .folder })
        let later = try await library.importAlbums(at: [try list([(3, "Blue", 5)], by: "Ada", named: "later")])
        #expect(later.joined == 1 && later.albums.inserted == 1)
        #expect(try titles == ["Blue", "Grey"] && copies(of: files).count == 2)
        try await library.history.undo()
        #expect(try titles == ["Blue", "Grey"] && copies(of: files).count == 1)
    }

    @Test func `takes the records of a record along, and undo gives them back to it`() async throws {
        let records = try await importList([(1, "Blue", 4), (2, "Grey", 3)], by: "Ada")
        try await library.join(records)
        #expect(try titles == ["Blue"] && copies(of: records[0]).count == 2)
        let before = try LibraryContent(fixture.persistency)
        let files = try await importFiles()
        #expect(try titles == ["Blue"] && copies(of: files).count == 2)
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before && copies(of: records[0]).count == 2)
        try await library.history.redo()
        #expect(try titles == ["Blue"] && copies(of: files).count == 2)
    }

    @Test func `by rule is taken back by the user for good, and not done where the user has decided otherwise`() async throws {
        let files = try await importFiles()
        let record = try await importList([(1, "Blue", 4)], by: "Ada")[0]
        #expect(try titles == ["Blue"])
        try await library.split(record)
        #expect(try titles == ["Blue", "Blue"])
        try await importList([(1, "Blue", 5)], by: "Ada")
        _ = try await importFiles("Later", in: "b")
        #expect(try titles == ["Blue", "Blue", "Later"])
        #expect(try fixture.persistency.commonValues(of: [record]).isEdited == false)
        for _ in 0..<3 { try await library.history.undo() }
        #expect(try titles == ["Blue"] && copies(of: files).count == 1, "the split is undone")

        // The record of another album isn't moved.
        let grey = try await importFiles("Grey", in: "c")
        let other = try await importList([(2, "Pale", 1)])[0]
        try await library.join([grey, other])
        _ = try await importFiles("Pale", in: "d")
        #expect(try titles == ["Blue", "Grey", "Pale"] && copies(of: grey).count == 1)
    }

    @Test func `by rule needs one album of files with the names: not several, and none that was renamed by hand`() async throws {
        _ = try await importFiles("Blue")
        let tags = [("ARTIST", "Ada"), ("ALBUM", "Blue"), ("TITLE", "Three"), ("TRACKNUMBER", "3")]
        try folder.write(SyntheticAudio.flac(tags), to: "music/z/3.flac")
        try await library.importAlbums(at: ["\(folder.path)/music"])
        let whole = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.split(whole)
        #expect(try titles == ["Blue", "Blue"])
        try await importList([(1, "Blue", 4)], by: "Ada")
        #expect(try titles == ["Blue", "Blue", "Blue"])
        try await library.history.undo()
        try await library.history.undo()
        #expect(try titles == ["Blue"])
        let record = try await importList([(1, "Blue", 4), (2, "Grey", 3)], by: "Ada")[0]
        #expect(try titles == ["Blue", "Grey"] && library.completeAlbum(whole)?.joined.map(\.id) == [record])
    }

    @Test func `by rule also makes a wish, and a record that the user adds, a copy of the album of files`() async throws {
        let files = try await importFiles()
        let wish = try await importList([(9, "Blue", 1)], by: "Ada", section: "wants")[0]
        #expect(try titles == ["Blue"] && fixture.persistency.wishes().map(\.id) == [files])
        try await library.split(wish)
        #expect(try titles == ["Blue"] && fixture.persistency.wishes().map(\.id) == [wish])

        let added = try await library.add(NewRecord(title: "blue", artist: "ada", format: "LP"))
        #expect(added.isNew)
        #expect(try titles == ["Blue"] && copies(of: files).map { $0.record[.format] } == ["LP"])
        try await library.history.undo()
        #expect(try copies(of: files) == [])
        try await library.history.redo()
        #expect(try titles == ["Blue"] && copies(of: files).count == 1)
    }

    @Test func `by rule is also done where a watched folder has changed`() async throws {
        try folder.write("", to: "music/empty.txt")
        try await library.importAlbums(at: ["\(folder.path)/music"])
        let record = try await importList([(1, "Blue", 4)], by: "Ada")[0]
        let tags = [("ARTIST", "Ada"), ("ALBUM", "Blue"), ("TITLE", "One"), ("TRACKNUMBER", "1")]
        try folder.write(SyntheticAudio.flac(tags), to: "music/a/1.flac")
        let report = try await library.refresh(["\(folder.path)/music"])
        #expect(report.joined == 1)
        let album = try #require(try fixture.persistency.albums(sort: .title).first)
        #expect(album.source == .folder)
        #expect(try library.completeAlbum(album.id)?.joined.map(\.id) == [record])
        #expect(try await library.refresh(["\(folder.path)/music"]).joined == 0)
    }

    @Test func `by rule leaves alone what has been there for long, lists that aren't collections, and what is gone or decided meanwhile`()
        async throws
    {
        let files = try await importFiles()
        try await library.importAlbums(at: [try list([(9, "Blue", 4)], by: "Ada", named: "first")])
        #expect(try titles == ["Blue"])
        // As in a library of an earlier version.
        try fixture.persistency.write { try $0.execute(sql: "UPDATE album SET edits = NULL, host = NULL") }
        try await importList([(1, "Other", 4)])
        #expect(try titles == ["Blue", "Blue", "Other"])
        let path = "\(folder.path)/list.json"
        try Data(#"[{"title": "Blue", "artist": "Ada", "year": 1999}]"#.utf8).write(to: URL(filePath: path))
        try await library.importAlbums(at: [path])
        #expect(try titles == ["Blue", "Blue", "Blue", "Other"] && copies(of: files) == [])

        let records = try await importList([(1, "Other", 4), (2, "Grey", 1)])
        try fixture.persistency.write { database in
            let joined = JoinedRecords(database)
            #expect(try joined.mayJoin((records[0], files)))
            #expect(try !joined.mayJoin((records[0], AlbumID(rawValue: "gone"))))
            _ = try joined.show(records[0], in: records[0])
            #expect(try !joined.mayJoin((records[0], files)))
            _ = try joined.show(records[0], in: nil)
            #expect(try !joined.mayJoin((records[0], files)), "what was separated stays so, also as the host of another")
        }
    }

    @Test func `gives a record the same copy on each machine`() async throws {
        let files = try await importFiles()
        let record = SampleAlbums.record("Blue", by: "Ada L.")
        try fixture.persistency.save([record])
        try await library.join([files, record.id])
        #expect(try copies(of: files).map(\.id) == [.ofRecord])
    }

    // MARK: Signs

    @Test func `counts copies with those of joined records, and tells which are lent and wished for`() async throws {
        let files = try await importFiles()
        let records = try await importList([(1, "Blue", 4), (2, "Grey", 3)])
        #expect(try fixture.persistency.signs(of: [files] + records) == [records[0]: signs(copies: 1), records[1]: signs(copies: 1)])
        let album = try #require(try library.album(files))
        #expect(album.signs == AlbumSigns())
        try await library.join([files] + records)
        #expect(album.signs == signs(copies: 2))
        let copy = try copies(of: files)[0]
        try await library.editCopy(copy.id, of: try #require(copy.album), [.lentTo: "Ann"])
        #expect(album.signs == signs(copies: 2, isLent: true))
        try await library.addCopy(to: files, [.wanted: CopyField.yes])
        #expect(album.signs == signs(copies: 2, isLent: true, isWanted: true))
        let list = try library.albumList()
        try library.readAlbums(0..<list.count, of: list)
        #expect(album.signs == signs(copies: 2, isLent: true, isWanted: true), "pages say the same")
        for _ in 0..<3 { try await library.history.undo() }
        #expect(album.signs == AlbumSigns())
    }

    private func signs(copies: Int, isLent: Bool = false, isWanted: Bool = false) -> AlbumSigns {
        var signs = AlbumSigns()
        (signs.copies, signs.isLent, signs.isWanted) = (copies, isLent, isWanted)
        return signs
    }
}

extension PersistencyManager {
    /// Returns all albums: also wishes, and records that others show.
    fileprivate func albumsOfAllKinds() throws -> [AlbumRecord] {
        var albums: [AlbumRecord] = []
        try forEachAlbum { albums.append($0.album) }
        return albums
    }
}
