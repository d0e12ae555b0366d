import Testing

@testable import SleevesCovers
@testable import SleevesImporting
@testable import SleevesLibrary

@Suite("An import") struct ImportTests {
    private let fixture: LibraryFixture
    private let folder: TemporaryFolder

    init() throws {
        fixture = try LibraryFixture()
        folder = try TemporaryFolder()
    }

    private func mp3(album: String) -> [UInt8] {
        var mp3 = SyntheticMP3()
        mp3.text("TPE1", "A")
        mp3.text("TALB", album)
        return mp3.bytes
    }

    @Test func `takes folders, audio files and lists together`() async throws {
        try folder.write(mp3(album: "Folder"), to: "music/1.mp3")
        try folder.write(mp3(album: "Folder"), to: "single/3.mp3")
        try folder.write(mp3(album: "Left out"), to: "single/2.mp3")
        try folder.write(#"[{"title": "List", "artist": "A", "isbn": 7}, {}]"#, to: "list.JSON")
        try folder.write(#"{"title": "Lines", "artist": "A"}"#, to: "lines.jsonl")
        try folder.write("Artist,Title\nA,Row\n", to: "collection.CSV")
        let paths = ["music", "single/3.mp3", "list.JSON", "lines.jsonl", "collection.CSV"].map { folder.path + "/" + $0 }
        let report = try await fixture.library.importAlbums(at: paths)
        let albums = try fixture.persistency.albums(sort: .title)
        #expect(albums.map(\.title) == ["Folder", "Lines", "List", "Row"])
        #expect(albums.map(\.trackCount) == [2, nil, nil, nil])
        #expect(report.albums == SaveSummary(inserted: 4))
        #expect(report.files.found - report.files.unusable + report.listsRead == 5)
        #expect(report.problems.count == 2)
        #expect(report.keysIgnored == 1)
    }

    @Test func `recognizes importable paths by kind and name`() async throws {
        try folder.write("noise", to: "music/song.FLAC")
        for name in ["list.json", "collection.CSV", "cover.jpg", "text.txt", "noname"] { try folder.write("{}", to: name) }
        for name in ["music", "music/song.FLAC", "list.json", "collection.CSV"] {
            #expect(await fixture.library.canImport("\(folder.path)/\(name)"), "\(name)")
        }
        for name in ["cover.jpg", "text.txt", "noname", "nowhere", "nowhere/list.json"] {
            #expect(await !fixture.library.canImport("\(folder.path)/\(name)"), "\(name)")
        }
    }

    @Test func `takes an album of two lists once`() async throws {
        let one = try folder.write(#"[{"title": "List", "artist": "A"}]"#, to: "1.json")
        let two = try folder.write(#"[{"title": "LIST", "artist": "a"}, {"title": "Other", "artist": "a"}]"#, to: "2.json")
        try await fixture.library.importAlbums(at: [one, two])
        #expect(try fixture.persistency.albums(sort: .title).map(\.title) == ["List", "Other"])
    }

    @Test func `names a path that is not there, and takes the others`() async throws {
        try folder.write(mp3(album: "Folder"), to: "music/1.mp3")
        let list = try folder.write("{\"list\": 1}", to: "list.json")
        let paths = ["/nowhere", folder.path + "/music", list]
        let report = try await fixture.library.importAlbums(at: paths)
        #expect(report.refusals.map(\.path) == ["/nowhere", list])
        #expect(report.refusals.map(\.kind) == [.noInput, .badData])
        #expect(report.problems.map(\.path) == ["/nowhere", list])
        #expect(try fixture.persistency.albums().map(\.title) == ["Folder"])
        let error = try await #require(throws: ImportError.self) { try await fixture.library.importAlbums(at: ["/nowhere"]) }
        let reason = "This path cannot be imported. The file or folder does not exist. Check the path."
        #expect(error == ImportError(kind: .noInput, path: "/nowhere", reason: reason))
    }

    @Test func `takes each ending to one format, and a chooser offers them all`() throws {
        let endings = ListFormats.all.flatMap { $0.endings + $0.sharedEndings } + Playlist.endings + [CueSheet.ending]
        #expect(Set(endings).count == endings.count && Set(LibraryAPI.importedEndings) == Set(endings))
        #expect(AudioFile.extensions.isDisjoint(with: endings))
        for format in ListFormats.all {
            for ending in format.endings {
                let found = ListFormats.importer(ofFileAt: "/list.\(ending.uppercased())")
                #expect(found.map { ObjectIdentifier($0) } == ObjectIdentifier(format), "\(ending)")
            }
        }
        let table = try folder.write("Artist,Title\nA,T\n", to: "table.txt")
        let notes = try folder.write("Buy milk\n", to: "notes.txt")
        #expect(ListFormats.importer(ofFileAt: table) == CSVListImporter.self && ListFormats.importer(ofFileAt: notes) == nil)
    }

    @Test func `of a list counts the albums that have a cover`() async throws {
        let list = try folder.write(
            #"[{"title": "A", "artist": "A"}, {"title": "B", "artist": "A"}, {"title": "C", "artist": "A"}]"#, to: "1.json")
        #expect(try await fixture.library.importAlbums(at: [list]).coversPresent == 0)
        let ids = try fixture.persistency.albums(sort: .title).map(\.id)
        try fixture.persistency.setCover(.present(CoverDigest(of: [1])), for: ids[0])
        try fixture.persistency.chooseCover(CoverDigest(of: [2]), for: ids[1])
        try fixture.persistency.setCover(.failed, for: ids[2])
        #expect(try await fixture.library.importAlbums(at: [list]).coversPresent == 2)
    }

    @Test func `names the unknown keys of lists, and counts where they stand`() async throws {
        let one = try folder.write(
            #"[{"title": "A", "artist": "A", "isbn": 1, "shelf": 2}, {"title": "B", "artist": "A", "isbn": 3}]"#, to: "1.json")
        let two = try folder.write("Artist,Title,Shelf\nA,C,9\n", to: "2.csv")
        let report = try await fixture.library.importAlbums(at: [one, two])
        #expect(report.ignoredKeys == ["isbn": 2, "shelf": 1, "Shelf": 1])
        #expect(report.keysIgnored == 4)
    }

    @Test func `takes a thousand files that are named one by one`() async throws {
        let paths = try (0..<1200).map { try folder.write(mp3(album: "Folder"), to: "music/\($0).mp3") }
        let report = try await fixture.library.importAlbums(at: paths)
        #expect(report.albums == SaveSummary(inserted: 1))
        #expect(try await fixture.library.importAlbums(at: paths).albums == SaveSummary(unchanged: 1))
    }

    @Test(arguments: [
        ("list.xlsx", "PK\u{3}\u{4}", "a spreadsheet"), ("spotify.zip", "PK\u{3}\u{4}", "an archive"), ("cover.jpg", "x", "a picture"),
        ("film.mkv", "x", "a video"), ("library.db", "SQLite format 3\0", "a database"), ("page.html", "<!DOCTYPE html>", "a web page"),
        ("iTunes Library.itl", "x", "the internal library of iTunes"), ("list.pdf", "%PDF-1.7", "a document"), ("list", "[{}]", "JSON"),
        ("history.json", #"[{"endTime": "2019", "artistName": "A", "trackName": "T", "msPlayed": 3}]"#, "listening history from Spotify"),
        ("Playlist1.json", #"{"playlists": [{"name": "P", "items": []}]}"#, "playlists from Spotify"),
        ("error.json", #"{"message": "You must authenticate to access this resource."}"#, "an error"),
        ("inventory.csv", "listing_id,artist,title,label\n1,A,T,L\n", "records for sale"),
        ("goodreads.csv", "Book Id,Title,Author,ISBN\n1,T,A,2\n", "books"),
        ("scrobbles.csv", "uts,artist,track\n1,A,T\n", "tracks without their albums"),
        ("collection.xml", "<metadata xmlns=\"http://musicbrainz.org/ns/mmd-2.0#\"/>", "MusicBrainz"),
        ("rekordbox.xml", "<DJ_PLAYLISTS/>", "a DJ program"),
    ])
    func `names the apparent kind of a file that it refuses`(name: String, content: String, words: String) async throws {
        let path = try folder.write(content, to: name)
        let error = try await #require(throws: ImportError.self) { try await fixture.library.importAlbums(at: [path]) }
        #expect(error.kind == .badData)
        #expect(error.reason.contains(words), "\(error)")
        #expect(try fixture.persistency.count() == 0)
    }

    @Test(arguments: ["notes.txt", "cover.jpg", "noextension"])
    func `refuses a file of another kind`(name: String) async throws {
        let path = try folder.write("text", to: name)
        let error = try await #require(throws: ImportError.self) { try await fixture.library.importAlbums(at: [path]) }
        #expect(error.kind == .badData)
        #expect(error.path == path)
    }

    @Test func `of nothing does nothing`() async throws {
        var report = try await fixture.library.importAlbums(at: [])
        report.duration = .zero
        #expect(report == ImportReport())
    }

    @Test func `leaves out removed albums until the user asks for them`() async throws {
        let list = try folder.write(#"[{"title": "List", "artist": "A"}]"#, to: "1.json")
        try folder.write(mp3(album: "Folder"), to: "music/1.mp3")
        let paths = [folder.path + "/music", list]
        try await fixture.library.importAlbums(at: paths)
        try await fixture.library.remove(try fixture.persistency.albums().map(\.id))
        try folder.write(mp3(album: "Folder"), to: "music/2.mp3")
        let again = try await fixture.library.importAlbums(at: paths)
        #expect(again.albums == SaveSummary(leftOut: 2))
        #expect(try fixture.persistency.count() == 0)
        let back = try await fixture.library.importAlbums(at: paths, bringsBackRemoved: true)
        #expect(back.albums == SaveSummary(inserted: 2))
    }
}
