import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// Further imports of a folder.
@Suite("Importing again", .timeLimit(.minutes(10)))
struct ImportingAgainTests {
    private let music: MusicFolder
    private let library: ImportedFolders

    init() throws {
        music = try MusicFolder()
        library = try ImportedFolders()
    }

    private func run() async throws -> FolderImport.Outcome {
        try await library.run([music.path])
    }

    private func counts(found: Int, new: Int = 0, changed: Int = 0, moved: Int = 0, gone: Int = 0, unusable: Int = 0) -> FileCounts {
        var counts = FileCounts()
        (counts.found, counts.new, counts.changed, counts.moved, counts.gone, counts.unusable) = (
            found, new, changed, moved, gone, unusable
        )
        return counts
    }

    @Test func `unchanged folders and files are not opened`() async throws {
        try music.addAlbum("One", tracks: 3)
        try music.addAlbum("Two", tracks: 2)
        try music.folder.write("picture", to: "One/cover.jpg")
        _ = try await run()
        let watch = try OpeningWatch(below: music.path)
        let again = try await run()
        #expect(watch.opened == [])
        #expect(again.files == counts(found: 5))
        #expect(again.albums == SaveSummary(unchanged: 2))

        try music.add("Two/1.mp3", album: "Two", title: "Other")
        let changed = try await run()
        #expect(watch.opened.isSubset(of: ["Two/1.mp3", "Two/", "Two"]))
        #expect(changed.files == counts(found: 5, changed: 1))
        #expect(changed.albums == SaveSummary(updated: 1, unchanged: 1))
    }

    @Test func `new, changed and gone files are told apart`() async throws {
        try music.addAlbum("One", tracks: 2)
        try music.addAlbum("Two", tracks: 1)
        #expect(try await run().files == counts(found: 3, new: 3))
        try music.add("One/1.mp3", album: "One", title: "Renamed")
        try music.add("One/9.mp3", album: "One")
        try music.remove("Two/1.mp3")
        let outcome = try await run()
        #expect(outcome.files == counts(found: 3, new: 1, changed: 1, gone: 1))
        #expect(outcome.albums == SaveSummary(updated: 1, removed: 1))
        #expect(try library.albums().map(\.title) == ["One"])
        #expect(try library.albums().first?.tracks.map(\.title) == ["Renamed", "2", "9"])
    }

    @Test func `a file written in the moment it was read is looked at again, and counts as unchanged unless its times tell`() async throws {
        try music.addAlbum("One", tracks: 1)
        let written = try FileSystem.kind(of: "\(music.path)/One/1.mp3", followsLinks: false).stamp.changed
        var folders = FolderImport(persistency: library.persistency, paths: [music.path])
        folders.clock = { written }
        #expect(try await folders.run().files == counts(found: 1, new: 1))
        let watch = try OpeningWatch(below: music.path)
        let again = try await run()
        #expect(watch.opened.contains("One/1.mp3"))
        #expect(again.files == counts(found: 1))
        #expect(again.albums == SaveSummary(unchanged: 1))

        try music.add("One/1.mp3", album: "One", title: "Other")
        #expect(try await run().files == counts(found: 1, changed: 1))
    }

    @Test func `a file that is moved is told apart from one that goes and one that comes, and is not opened`() async throws {
        try music.addAlbum("One", tracks: 2)
        _ = try await run()
        let before = try library.albums()
        try music.move("One", to: "Elsewhere/First")
        let watch = try OpeningWatch(below: music.path)
        let outcome = try await run()
        #expect(outcome.files == counts(found: 2, moved: 2))
        #expect(outcome.albums == SaveSummary(updated: 1))
        #expect(watch.opened.filter { $0.hasSuffix(".mp3") } == [])
        #expect(try library.albums().map(\.id) == before.map(\.id))
        #expect(try library.albums().first?.folder == music.path + "/Elsewhere/First")
    }

    @Test func `files that are moved to another folder and back are found again`() async throws {
        for (folder, title) in [("A/One", "One"), ("A/Two", "Two"), ("B/Three", "Three")] {
            for number in 1...2 { try music.add("\(folder)/\(number).mp3", album: title, title: "\(title) \(number)", track: number) }
        }
        func read(_ folders: String...) async throws -> FileCounts {
            try await FolderImport(persistency: library.persistency, paths: folders.map { "\(music.path)/\($0)" }).run().files
        }
        _ = try await read("A", "B")
        try music.move("A/One", to: "B/One")
        #expect(try await read("B").moved == 2)
        try music.move("B/One", to: "A/One")
        #expect(try await read("A") == counts(found: 4, moved: 2))
        #expect(try await read("A", "B") == counts(found: 6))
        #expect(try library.albums().map(\.title).sorted() == ["One", "Three", "Two"])
        // The folder itself.
        try music.move("A", to: "C")
        #expect(try await read("C").moved == 4)
        try music.move("C", to: "A")
        #expect(try await read("A") == counts(found: 4, moved: 4))
        #expect(try library.albums().map(\.title).sorted() == ["One", "Three", "Two"])
    }

    @Test func `files without tags are called as their folders, until they have tags`() async throws {
        func write(_ name: String, _ tags: [String: String] = [:]) throws {
            var mp3 = SyntheticMP3()
            for (frame, text) in tags { mp3.text(frame, text) }
            try music.folder.write(mp3.bytes, to: name)
        }
        for disc in 1...2 { try write("Ada Crest/1999 - Blue Door/CD\(disc)/01 Song.mp3") }
        try write("Oak & Elm - Plain/x.mp3")
        try write("a/x.mp3")
        _ = try await run()
        func names() throws -> [String] { try library.persistency.albums().map { "\($0.artist) – \($0.title)" } }
        #expect(try names() == ["Ada Crest – Blue Door", "Oak & Elm – Plain", "Unknown Artist – Unknown Album"])
        #expect(try library.persistency.records().first?.tracks.map(\.disc) == [1, 2])
        try write("a/x.mp3", ["TPE1": "Fir", "TALB": "Cone", "TIT2": "Seed"])
        _ = try await run()
        #expect(try names() == ["Ada Crest – Blue Door", "Fir – Cone", "Oak & Elm – Plain"])
    }

    @Test func `an album stays with its files when another of the same name comes and goes`() async throws {
        for number in 1...3 { try music.add("One/\(number).mp3", album: "Self", title: "One \(number)", track: number) }
        _ = try await run()
        let id = try #require(try library.persistency.albums().first?.id)
        _ = try library.persistency.recordEdit(of: id, AlbumEdits(genre: "Mine"))
        try library.persistency.setCover(.present(CoverDigest(of: [1])), for: id)
        for number in 1...3 { try music.add("A/\(number).mp3", album: "Self", title: "Other \(number)", track: number) }
        let coming = try await run()
        #expect(coming.albums == SaveSummary(inserted: 1, unchanged: 1))
        let albums = try library.persistency.albums()
        #expect(albums.map { $0.folder == music.path + "/One" } == albums.map { $0.genre == "Mine" })
        #expect(Set(albums.map(\.genre)) == [nil, "Mine"])
        try music.remove("A")
        let going = try await run()
        #expect(going.albums == SaveSummary(unchanged: 1, removed: 1))
        let last = try #require(try library.persistency.albums().first)
        #expect(last.id == id && last.genre == "Mine" && last.cover == .present(CoverDigest(of: [1])))
    }

    @Test(arguments: ["release", "untitled", "retagged"])
    func `an album whose identifier changes stays the album that the person knows`(kind: String) async throws {
        for number in 0..<2 { try music.add("Old/\(number).mp3", artist: "A", album: kind == "untitled" ? nil : "One") }
        _ = try await run()
        let id = try #require(try library.persistency.albums().first?.id)
        _ = try library.persistency.recordEdit(of: id, AlbumEdits(genre: "Mine"))
        try library.persistency.setCover(.present(CoverDigest(of: [1])), for: id)
        let before = try #require(try library.persistency.album(id))
        if kind == "retagged" {
            for number in 0..<2 { try music.add("Old/\(number).mp3", artist: "Other", album: "Another") }
        } else if kind == "release" {
            for number in 0..<2 {
                try music.add("Old/\(number).mp3", artist: "A", album: "One", release: "5f1d0c52-7b0e-4d3e-9a41-000000000001")
            }
        } else {
            try music.move("Old", to: "New")
        }
        let outcome = try await run()
        #expect(outcome.albums == (kind == "release" ? SaveSummary(unchanged: 1) : SaveSummary(updated: 1)))
        let after = try #require(try library.persistency.albums().first)
        #expect(try library.persistency.count() == 1)
        #expect(after.id != before.id)
        #expect(after.genre == "Mine")
        #expect(after.added == before.added)
        #expect(after.cover == before.cover)
    }

    @Test func `an album without a title stays the person's when its files come in pieces, go and come back`() async throws {
        func add(_ titles: [String]) throws {
            for title in titles { try music.add("Loose/\(title).mp3", artist: "Fir", album: nil, title: title) }
        }
        func loose() throws -> [AlbumRecord] { try library.persistency.albums().filter { $0.artist == "Fir" } }
        // A folder that is empty suddenly is taken for one that isn't connected.
        try music.addAlbum("Stays", tracks: 1)
        try add(["Rain"])
        _ = try await run()
        let id = try #require(try loose().first?.id)
        _ = try library.persistency.recordEdit(of: id, AlbumEdits(genre: "Mine"))
        try add(["Snow", "Hail"])
        _ = try await run()
        #expect(try loose().map(\.genre) == ["Mine"])
        let whole = try #require(try loose().first?.id)
        #expect(whole != id)
        #expect(try library.persistency.historyTop().undo != nil)
        _ = try library.persistency.revert(\.undo, expecting: try library.persistency.historyTop())
        #expect(try loose().map(\.genre) == [nil])
        _ = try library.persistency.revert(\.redo, expecting: try library.persistency.historyTop())
        try music.remove("Loose")
        _ = try await run()
        #expect(try loose().isEmpty)
        for titles in [["Snow"], ["Rain", "Hail"]] {
            try add(titles)
            _ = try await run()
            #expect(try loose().map(\.genre) == ["Mine"])
        }
        #expect(try loose().map(\.id) == [whole])
        // One that was removed doesn't come back either.
        _ = try library.persistency.recordRemoval(of: [whole])
        try music.remove("Loose")
        _ = try await run()
        for titles in [["Snow"], ["Rain", "Hail"]] {
            try add(titles)
            _ = try await run()
            #expect(try loose().isEmpty)
        }
    }

    @Test func `albums without a title that an earlier version imported keep changes, covers, history and removals`() async throws {
        for (folder, title) in [("One", "Rain"), ("Two", "Snow"), ("Three", "Hail"), ("Four", "Fog")] {
            try music.add("\(folder)/1.mp3", artist: "Fir", album: nil, title: title)
        }
        _ = try await run()
        func id(_ folder: String) throws -> AlbumID {
            try #require(try library.persistency.albums().first { $0.folder?.hasSuffix(folder) == true }?.id)
        }
        let new = try ["One", "Two", "Three", "Four"].map(id)
        // The identifiers of earlier versions, from the artist and the path of the folder.
        let former = ["One", "Two", "Three", "Four"].map { AlbumID(digesting: ["untitled", "fir", "\(music.path)/\($0)"]) }
        try library.persistency.write { database in
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON; DELETE FROM untitledAlbum")
            for (new, former) in zip(new, former) {
                for (table, column) in [("album", "id"), ("trackList", "albumID"), ("file", "albumID"), ("file", "nameID")] {
                    try database.run("UPDATE \(table) SET \(column) = ? WHERE \(column) = ?", [former.rawValue, new.rawValue])
                }
            }
        }
        _ = try library.persistency.recordEdit(of: former[0], AlbumEdits(genre: "Mine"))
        try library.persistency.setCover(.present(CoverDigest(of: [1])), for: former[0])
        _ = try library.persistency.recordRemoval(of: [former[1]])
        _ = try library.persistency.recordEdit(of: former[2], AlbumEdits(genre: "Kept"))
        try music.remove("Three")
        _ = try await run()
        try library.persistency.write { try $0.execute(sql: LibrarySchema.untitledAlbums.components(separatedBy: "WITHOUT ROWID;")[1]) }
        try music.add("Three/1.mp3", artist: "Fir", album: nil, title: "Hail")
        _ = try await run()
        let albums = try library.persistency.albums()
        #expect(Set(albums.map(\.id)) == [new[0], new[2], new[3]])
        let first = try #require(albums.first { $0.id == new[0] })
        #expect(first.genre == "Mine" && first.cover == .present(CoverDigest(of: [1])))
        #expect(albums.first { $0.id == new[2] }?.genre == "Kept")
        for _ in 0..<2 { _ = try library.persistency.revert(\.undo, expecting: try library.persistency.historyTop()) }
        #expect(try library.persistency.album(new[1]) != nil)
    }

    @Test func `what the person has changed by hand stays, and the rest follows the files`() async throws {
        try music.add("One/1.mp3", album: "One", genre: "Rock")
        _ = try await run()
        let id = try #require(try library.albums().first?.id)
        _ = try library.persistency.recordEdit(of: id, AlbumEdits(title: "My One", year: 1971))
        try music.add("One/1.mp3", album: "One", title: "Other", genre: "Pop")
        _ = try await run()
        let album = try #require(try library.persistency.album(id))
        #expect(album.title == "My One")
        #expect(album.year == 1971)
        #expect(album.genre == "Pop")
        _ = try library.persistency.recordEdit(of: id, AlbumEdits())
        try music.add("One/1.mp3", album: "One", title: "Third")
        _ = try await run()
        #expect(try library.persistency.album(id)?.title == "One")
    }

    @Test func `a file that cannot be read is named again, without being opened, until it is another`() async throws {
        try music.folder.write("text", to: "One/1.mp3")
        let first = try await run()
        #expect(first.files == counts(found: 1, new: 1, unusable: 1))
        let watch = try OpeningWatch(below: music.path)
        let again = try await run()
        #expect(watch.opened == [])
        #expect(again.problems == first.problems)
        #expect(again.files == counts(found: 1, unusable: 1))
        try music.add("One/1.mp3", album: "One")
        #expect(try await run().files == counts(found: 1, changed: 1))
        #expect(try library.albums().map(\.title) == ["One"])
    }

    @Test func `a picture that comes, changes or goes is noticed`() async throws {
        try music.addAlbum("One", tracks: 1)
        let cover = music.path + "/One/cover.png"
        let harvest = CoverExtractor(persistency: library.persistency)
        func status(after change: () throws -> Void) async throws -> CoverStatus? {
            try change()
            _ = try await run()
            try await harvest.run { _, _ in }
            return try library.persistency.albums().first?.cover
        }
        #expect(try await status {} == .missing)
        let one = try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8))
        let two = try CoverDecoder().encodePNG(SamplePictures.plain(width: 9, height: 9))
        #expect(try await status { try music.folder.write(one, to: "One/cover.png") } == .present(CoverDigest(of: one)))
        // Written in place: the folder stays as it was.
        #expect(try await status { try Data(two).write(to: URL(filePath: cover), options: []) } == .present(CoverDigest(of: two)))
        #expect(try await status { try music.remove("One/cover.png") } == .missing)
        #expect(try await status { try music.folder.write([1, 2, 3], to: "One/cover.png") } == .failed)
        #expect(try library.persistency.coverReport(below: [music.path]).problems.map(\.path) == [cover])
    }

    @Test func `a thumbnail that got lost is made again`() async throws {
        try music.addAlbum("One", tracks: 1)
        let picture = try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8))
        try music.folder.write(picture, to: "One/cover.png")
        let fixture = try LibraryFixture()
        try await fixture.library.importAlbums(at: [music.path])
        fixture.persistency.covers.remove(CoverDigest(of: picture))
        try await fixture.library.importAlbums(at: [music.path])
        #expect(fixture.persistency.covers.contains(CoverDigest(of: picture)))
    }

    @Test func `a folder that cannot be seen takes nothing out, and a disk that is not connected neither`() async throws {
        try music.addAlbum("One", tracks: 1)
        _ = try await run()
        try library.persistency.write { try $0.execute(sql: "UPDATE folder SET device = device + 1, changed = -1") }
        try music.move("One", to: "../\(music.name)-aside")
        defer { try? FileManager.default.removeItem(atPath: music.path + "-aside") }
        let outcome = try await run()
        #expect(outcome.problems.map { $0.reason.hasPrefix("The folder is away") } == [true])
        #expect(try library.albums().count == 1)
    }

    @Test func `files are found at their own place when it appears, and at a link when only that is left`() async throws {
        try music.add("real/1.mp3", album: "One")
        try music.folder.link("alias.mp3", to: "real/1.mp3")
        try FileManager.default.linkItem(atPath: music.path + "/real/1.mp3", toPath: music.path + "/second.mp3")
        #expect(try await run().files == counts(found: 1, new: 1))
        func paths() throws -> [String] {
            try library.albums().flatMap(\.tracks).compactMap(\.path).map { String($0.dropFirst(music.path.count + 1)) }
        }
        #expect(try paths() == ["second.mp3"])
        try music.remove("second.mp3")
        _ = try await run()
        #expect(try paths() == ["real/1.mp3"])
        // Another name that comes first takes the file over, and the former one leaves the album.
        try FileManager.default.linkItem(atPath: music.path + "/real/1.mp3", toPath: music.path + "/third.mp3")
        _ = try await run()
        #expect(try paths() == ["third.mp3"])
    }

    @Test func `an album that lies in two folders is one, however the folders were imported`() async throws {
        try music.add("a/1.mp3", album: "One")
        try music.add("b/2.mp3", album: "One")
        try await library.run([music.path + "/a"])
        let outcome = try await library.run([music.path + "/b"])
        #expect(outcome.albums == SaveSummary(updated: 1))
        #expect(try library.albums().map(\.tracks.count) == [2])
        #expect(try await library.run([music.path]).files == counts(found: 2))
        #expect(try library.persistency.read { try FileCatalogue($0).roots() } == [music.path])
    }
}
