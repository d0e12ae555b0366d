import Foundation
import Heed
import SQLite
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// The user's decisions about which files are one album.
@Suite("Joining and splitting albums")
struct RearrangingTests {
    private let fixture: LibraryFixture
    private let folder: TemporaryFolder

    init() throws {
        fixture = try LibraryFixture()
        folder = try TemporaryFolder()
    }

    /// Writes tracks as tiny FLAC or MP3 files.
    private func write(
        _ album: String, in place: String, titles: [String], artist: String = "Ada", disc: Int? = nil, format: String = "flac"
    ) throws {
        for (index, title) in titles.enumerated() {
            let path = "\(place)/\(disc.map { "\($0)-" } ?? "")\(index + 1).\(format)"
            if format == "flac" {
                let comments = [("ARTIST", artist), ("ALBUM", album), ("TITLE", title), ("TRACKNUMBER", "\(index + 1)")]
                try folder.write(SyntheticAudio.flac(comments + (disc.map { [("DISCNUMBER", "\($0)")] } ?? [])), to: path)
            } else {
                var mp3 = SyntheticMP3()
                for (name, text) in [("TPE1", artist), ("TALB", album), ("TIT2", title), ("TRCK", "\(index + 1)")] { mp3.text(name, text) }
                try folder.write(mp3.bytes, to: path)
            }
        }
    }

    private func importAll() async throws { try await fixture.library.importAlbums(at: [folder.path]) }

    private func album(_ title: String) throws -> CompleteAlbum {
        let albums = try fixture.persistency.records().filter { $0.title == title }
        try #require(albums.count == 1, "\(title)")
        return try #require(try fixture.library.completeAlbum(albums[0].id))
    }

    /// The albums, each with its tracks as `disc.number title`.
    private func contents() throws -> [String: [String]] {
        let albums = try fixture.persistency.records()
        return Dictionary(grouping: albums, by: \.title).mapValues { albums in
            albums.flatMap { $0.tracks.map { "\($0.disc ?? 1).\($0.number ?? 0) \($0.title)" } }
        }
    }

    private var decisionCount: Int {
        get throws { try fixture.persistency.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM placedFile") ?? 0 } }
    }

    // MARK: Joining

    @Test func `a step waits for files that have not been read since undo brought their album back`() async throws {
        try write("First Half", in: "a", titles: ["One", "Two"])
        try write("Second Half", in: "b", titles: ["Three"])
        try await importAll()
        try await fixture.library.join([try album("First Half").id, try album("Second Half").id])
        let joined = try contents()
        try await fixture.library.forget(folder.path)
        try await fixture.library.history.undo()
        await #expect(throws: HistoryError.filesUnread(title: "First Half")) { try await fixture.library.history.undo() }
        #expect(try contents() == joined && fixture.library.history.undoName == "Join Albums into “First Half”")

        try await fixture.library.readRestoredAlbums { _ in }
        #expect(try contents() == joined)
        try await fixture.library.history.undo()
        #expect(try Set(contents().keys) == ["First Half", "Second Half"])
        try await fixture.library.history.undo()
        #expect(try contents() == [:])
        try await fixture.library.history.redo()
        await #expect(throws: HistoryError.filesUnread(title: "First Half")) { try await fixture.library.history.redo() }
        try await fixture.library.readRestoredAlbums { _ in }
        try await fixture.library.history.redo()
        #expect(try contents() == joined)
    }

    @Test func `joined albums are one, with the edits of both, also after imports, and undo gives the former`() async throws {
        try write("First Half", in: "a", titles: ["One", "Two", "Three"])
        try write("Second Half", in: "b", titles: ["Four", "Five"])
        try await importAll()
        let (first, second) = (try album("First Half"), try album("Second Half"))
        try await fixture.library.edit(second.id, AlbumEdits(genre: "Folk"))
        let before = try LibraryContent(fixture.persistency)

        let change = try await fixture.library.join([second.id, first.id])
        #expect(change?.name == "Join Albums into “First Half”")
        let tracks = ["1.1 One", "1.2 Two", "1.3 Three", "2.1 Four", "2.2 Five"]
        #expect(try contents() == ["First Half": tracks])
        let joined = try album("First Half")
        #expect(joined.genre == "Folk" && joined.number == first.number && joined.added == first.added)
        #expect(try fixture.library.origin(of: joined.id)?.text.hasPrefix("Joined by hand.") == true)
        #expect(try await fixture.library.details(of: joined.id).origin?.decision == .joined)
        let after = try LibraryContent(fixture.persistency)

        try await importAll()
        #expect(try LibraryContent(fixture.persistency) == after)
        try await fixture.library.history.undo()
        #expect(try LibraryContent(fixture.persistency) == before)
        #expect(try decisionCount == 0)
        let redone = try await fixture.library.history.redo()
        #expect(redone?.albums == [joined.id])
        #expect(try LibraryContent(fixture.persistency) == after)
        try await fixture.library.history.undo()
        // The edit of before can be undone, too.
        try await fixture.library.history.undo()
        #expect(try album("Second Half").genre == nil)
    }

    @Test func `the decision outlives other tags, more files, and forgetting the folder`() async throws {
        try write("First Half", in: "a", titles: ["One", "Two"])
        try write("Second Half", in: "b", titles: ["Three"])
        try await importAll()
        let id = try await joinAll()
        try write("Other Half", in: "b", titles: ["Three", "Four"])
        try await importAll()
        #expect(try contents() == ["First Half": ["1.1 One", "1.2 Two", "2.1 Three", "2.2 Four"]])
        try FileManager.default.removeItem(atPath: folder.path + "/a/2.flac")
        try await importAll()
        #expect(try fixture.persistency.records().map(\.id) == [id])
        try await fixture.library.forget(folder.path)
        #expect(try fixture.persistency.count() == 0)
        try await importAll()
        #expect(try fixture.persistency.records().map(\.id) == [id])
        // Moved folders take it along.
        try FileManager.default.moveItem(atPath: folder.path + "/b", toPath: folder.path + "/c")
        try await importAll()
        #expect(try fixture.persistency.records().map(\.id) == [id])
    }

    /// Joins all albums.
    private func joinAll() async throws -> AlbumID {
        try await fixture.library.join(try fixture.persistency.records().map(\.id))
        let albums = try fixture.persistency.records()
        try #require(albums.count == 1)
        return albums[0].id
    }

    @Test func `joined copies are copies, and splitting gives the albums of before with what they had`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try write("Album [Remaster]", in: "b", titles: ["One", "Two"], format: "mp3")
        try await importAll()
        let (one, other) = (try album("Album"), try album("Album [Remaster]"))
        try await fixture.library.edit(other.id, AlbumEdits(year: 1999))
        let joined = try await joinAll()
        #expect(try contents() == ["Album": ["1.1 One", "1.2 Two"]])
        let split = try await fixture.library.split(joined)
        #expect(split?.name == "Split “Album”")
        #expect(Set(try fixture.persistency.records().map(\.id)) == [one.id, other.id])
        #expect(try decisionCount == 0)
        try await fixture.library.history.undo()
        #expect(try fixture.persistency.records().map(\.id) == [joined])
    }

    @Test func `splitting what was joined of parts gives the parts, not what they were before`() async throws {
        try write("Album", in: "Lossless", titles: ["One", "Two"])
        try write("Album", in: "Small", titles: ["One", "Two"], format: "mp3")
        try write("Other", in: "c", titles: ["Three"])
        try await importAll()
        let other = try album("Other").id
        try await fixture.library.split(try album("Album").id)
        let parts = try LibraryContent(fixture.persistency)
        let copy = try #require(
            try fixture.persistency.records().first { $0.title == "Album" && $0.tracks.first?.path?.hasSuffix("mp3") == true }?.id)
        try await fixture.library.join([copy, other])
        #expect(try fixture.persistency.count() == 2)
        let joined = try #require(try fixture.persistency.records().first { $0.tracks.count == 3 }?.id)
        try await fixture.library.split(joined)
        #expect(Set(try LibraryContent(fixture.persistency).albums.keys) == Set(parts.albums.keys))
        for _ in 0..<2 { try await fixture.library.history.undo() }
        #expect(try LibraryContent(fixture.persistency) == parts)
    }

    @Test func `one album can't be joined, and one without files or parts can't be split`() async throws {
        try write("Album", in: "a", titles: ["One"])
        try await importAll()
        let listed = SampleAlbums.record("Listed", by: "Ben")
        try fixture.persistency.save([listed])
        let id = try album("Album").id
        let before = try LibraryContent(fixture.persistency)
        await #expect(throws: RearrangingError.noFiles(title: "Listed")) { try await fixture.library.split(listed.id) }
        await #expect(throws: RearrangingError.onlyOne) { try await fixture.library.join([id, id]) }
        await #expect(throws: RearrangingError.noParts(title: "Album")) { try await fixture.library.split(id) }
        #expect(try LibraryContent(fixture.persistency) == before)
        #expect(fixture.library.history.undoName == "Import “Album”")
    }

    // MARK: Splitting

    @Test func `split copies are albums, of which the first keeps what it had, also after imports`() async throws {
        try write("Album", in: "Lossless", titles: ["One", "Two"])
        try write("Album", in: "Small", titles: ["One", "Two"], format: "mp3")
        try await importAll()
        let album = try album("Album")
        try await fixture.library.edit(album.id, AlbumEdits(genre: "Folk"))
        let before = try LibraryContent(fixture.persistency)
        try await fixture.library.split(album.id)
        let parts = try fixture.persistency.records().sorted { ($0.genre ?? "") > ($1.genre ?? "") }
        #expect(parts.map { $0.tracks.compactMap(\.path).map { ($0 as NSString).pathExtension } } == [["flac", "flac"], ["mp3", "mp3"]])
        #expect(parts[0].id == album.id && parts[0].genre == "Folk" && parts[1].genre == nil)
        #expect(try fixture.library.origin(of: parts[1].id)?.text == "Split by hand.")

        try write("Album", in: "Small", titles: ["One", "Two", "Three"], format: "mp3")
        try await importAll()
        #expect(try fixture.persistency.records().first { $0.id == parts[1].id }?.tracks.count == 3)
        try await fixture.library.history.undo()
        try await fixture.library.history.undo()
        #expect(try fixture.persistency.records().map(\.id) == [album.id])
        #expect(try fixture.persistency.records().first?.genre == "Folk")
        #expect(before.albums.keys.contains(album.id))
    }

    @Test func `an album without copies is split into its folders, and one in a single folder into its discs`() async throws {
        try write("Box", in: "Box/CD1", titles: ["One"])
        try write("Box", in: "Box/CD2", titles: ["Two"])
        try write("Set", in: "Set", titles: ["Three"], disc: 1)
        try write("Set", in: "Set", titles: ["Four"], disc: 2)
        try await importAll()
        #expect(try contents() == ["Box": ["1.1 One", "2.1 Two"], "Set": ["1.1 Three", "2.1 Four"]])
        for title in ["Box", "Set"] { try await fixture.library.split(try album(title).id) }
        #expect(try fixture.persistency.count() == 4)
        let ids = Set(try fixture.persistency.records().map(\.id))
        // The same decision gives the same identifiers.
        for _ in 0..<2 { try await fixture.library.history.undo() }
        #expect(try fixture.persistency.count() == 2)
        for title in ["Box", "Set"] { try await fixture.library.split(try album(title).id) }
        #expect(Set(try fixture.persistency.records().map(\.id)) == ids)
        // Joining the parts leaves nothing to keep.
        for title in ["Box", "Set"] {
            let parts = try fixture.persistency.records().filter { $0.title == title }
            try await fixture.library.join(parts.map(\.id))
        }
        #expect(try contents() == ["Box": ["1.1 One", "2.1 Two"], "Set": ["1.1 Three", "2.1 Four"]])
        #expect(try decisionCount == 0)
    }

    // MARK: Copies

    @Test func `the chosen copy is played, also after imports, until the choice is undone`() async throws {
        try write("Album", in: "Lossless", titles: ["One", "Two"])
        try write("Album", in: "Small", titles: ["One", "Two"], format: "mp3")
        try await importAll()
        let id = try album("Album").id
        func played() throws -> [String] { try album("Album").tracks.compactMap(\.path).map { ($0 as NSString).pathExtension } }
        func rip(_ format: String) throws -> AlbumOrigin.Rip {
            try #require(try fixture.library.origin(of: id)?.rips.first { $0.format == format })
        }
        #expect(try played() == ["flac", "flac"] && (try rip("mp3").isCopy))
        let change = try await fixture.library.play(try rip("mp3"), of: id)
        #expect(change?.name == "Choose Copy of “Album”")
        #expect(try played() == ["mp3", "mp3"] && (try rip("flac").isCopy))
        #expect(try fixture.library.origin(of: id)?.text.hasSuffix("The copy that you have chosen is played.") == true)
        try write("Album", in: "Small", titles: ["One", "Two", "Three"], format: "mp3")
        try write("Album", in: "Lossless", titles: ["One", "Two", "Three"])
        try await importAll()
        #expect(try played() == ["mp3", "mp3", "mp3"])
        #expect(try await fixture.library.play(try rip("mp3"), of: id) == nil)

        try await fixture.library.play(try rip("flac"), of: id)
        #expect(try played() == ["flac", "flac", "flac"])
        #expect(try fixture.persistency.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM chosenRip") } == 0)
        try await fixture.library.history.undo()
        #expect(try played() == ["mp3", "mp3", "mp3"])
        for _ in 0..<2 { try await fixture.library.history.undo() }
        #expect(try played().allSatisfy { $0 == "flac" })
        for _ in 0..<2 { try await fixture.library.history.redo() }
        #expect(try played().allSatisfy { $0 == "mp3" })
    }

    @Test func `a copy that comes or goes is reported, though its album stays as it was`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try await importAll()
        let before = try album("Album")
        let told = Mutex(0)
        let token = fixture.hub.observe(LibraryChanged.self) { _ in told.withLock { $0 += 1 } }
        for copies in [2, 1] {
            if copies == 2 {
                try write("Album", in: "b", titles: ["One", "Two"])
            } else {
                try FileManager.default.removeItem(atPath: "\(folder.path)/b")
            }
            let former = told.withLock { $0 }
            try await fixture.library.refresh([folder.path])
            #expect(told.withLock { $0 } > former)
            #expect(try fixture.library.origin(of: before.album.id)?.rips.count == copies)
            #expect(try album("Album").tracks == before.tracks)
        }
        withExtendedLifetime(token) {}
    }

    @Test func `while changed files wait to be read, their album keeps their tracks, also if a choice of copy is undone`() async throws {
        for place in ["a", "b"] { try write("Album", in: place, titles: ["One", "Two"]) }
        try await importAll()
        let id = try album("Album").id
        func origin() throws -> AlbumOrigin? { try fixture.persistency.notableOrigin(of: id) }
        func rip(isCopy: Bool) throws -> AlbumOrigin.Rip { try #require(try origin()?.rips.first { $0.isCopy == isCopy }) }
        try await fixture.library.play(try rip(isCopy: true), of: id)
        for place in ["a", "b"] {
            try write("Album", in: place, titles: ["Uno", "Due"])
            #expect(try survey(place).count == 2)
            #expect(try origin()?.rips.count == 2)
            try await fixture.library.history.undo()
            #expect(try origin()?.rips.count == 2)
            try await fixture.library.history.redo()
            #expect(try origin()?.rips.count == 2)
            #expect(try album("Album").tracks.count == 2)
        }
        try await importAll()
        #expect(try album("Album").tracks.map(\.title) == ["Uno", "Due"] && (try origin()?.rips.count == 2))
    }

    /// Searches a folder as an import does, without reading the files that have changed.
    ///
    /// - Returns: Their numbers.
    private func survey(_ place: String) throws -> [Int64] {
        var survey = FolderSurvey(paths: ["\(folder.path)/\(place)"], reader: fixture.persistency.reader) { FileStamp.now }
        while try fixture.persistency.step(&survey) {}
        return survey.takeUnread()
    }

    @Test func `an album that gets another title keeps the edits, though one of its files waits while others are imported`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try write("Other", in: "b", titles: ["One"])
        try await importAll()
        try await fixture.library.edit(try album("Album").id, AlbumEdits(genre: "Edited"))
        try write("Renamed", in: "a", titles: ["One", "Two"])
        let first = try fixture.persistency.pendingFiles(try survey("a").prefix(1))
        try fixture.persistency.store(try TagReading.read(first, by: fixture.persistency.reader))
        try write("Other", in: "b", titles: ["One", "Two"])
        try await fixture.library.importAlbums(at: ["\(folder.path)/b"])
        try await importAll()
        #expect(try contents() == ["Renamed": ["1.1 One", "1.2 Two"], "Other": ["1.1 One", "1.2 Two"]])
        #expect(try album("Renamed").album.genre == "Edited")
    }

    @Test func `an album keeps the edits when an import finds it between the two halves of a change of its title`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try await importAll()
        try await fixture.library.edit(try album("Album").id, AlbumEdits(genre: "Edited"))
        let added = try album("Album").added
        try write("Renamed", in: "a", titles: ["One"])
        try await importAll()
        #expect(try contents() == ["Album": ["1.2 Two"], "Renamed": ["1.1 One"]])
        try write("Renamed", in: "a", titles: ["One", "Two"])
        try await importAll()
        #expect(try contents() == ["Renamed": ["1.1 One", "1.2 Two"]])
        #expect(try album("Renamed").album.genre == "Edited" && album("Renamed").added == added)

        // An album that was there before is one that the user knows, and stays as it is, even in the same folder.
        try folder.write(
            SyntheticAudio.flac([("ARTIST", "Ada"), ("ALBUM", "Other"), ("TITLE", "Three"), ("TRACKNUMBER", "3")]), to: "a/3.flac")
        try await importAll()
        try write("Other", in: "a", titles: ["One", "Two"])
        try await importAll()
        #expect(try album("Other").tracks.count == 3 && album("Other").album.genre == nil)
    }

    @Test func `an album whose files go doesn't give its edits to one that began with some of them`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try await importAll()
        try await fixture.library.edit(try album("Album").id, AlbumEdits(genre: "Edited"))
        try write("Renamed", in: "a", titles: ["One"])
        try await importAll()
        try FileManager.default.removeItem(atPath: "\(folder.path)/a/2.flac")
        try await importAll()
        #expect(try contents() == ["Renamed": ["1.1 One"]])
        #expect(try album("Renamed").album.genre == nil)
    }

    @Test func `files that were joined again stay when others of their album are joined`() async throws {
        for place in ["a", "b", "c", "d"] { try write("Album", in: place, titles: ["One", "Two"]) }
        try await importAll()
        func folders(of album: CompleteAlbum) throws -> String {
            let sql = "SELECT DISTINCT path FROM folder JOIN file ON file.folder = folder.id WHERE albumID = ? ORDER BY path"
            return try fixture.persistency.read { try String.fetchAll($0, sql: sql, arguments: [album.id.rawValue]) }
                .map(Path.name).joined()
        }
        #expect(try fixture.persistency.records().map(folders) == ["abcd"])
        try await fixture.library.split(try album("Album").id)
        let parts = Dictionary(uniqueKeysWithValues: try fixture.persistency.records().map { (try folders(of: $0), $0.id) })
        for places in [["a", "b"], ["c", "d"]] { try await fixture.library.join(places.compactMap { parts[$0] }) }
        #expect(Set(try fixture.persistency.records().map(folders)) == ["ab", "cd"])
    }

    @Test func `a changed file that waits while others are imported leaves its album once it turns out to be unusable`() async throws {
        try write("Album", in: "a", titles: ["One", "Two"])
        try write("Other", in: "b", titles: ["One"])
        try await importAll()
        try folder.write([UInt8](repeating: 7, count: 5_000), to: "a/2.flac")
        // Those that were written a moment ago are read again, too.
        #expect(try !survey("a").isEmpty)
        try write("Other", in: "b", titles: ["One", "Two"])
        try await fixture.library.importAlbums(at: ["\(folder.path)/b"])
        #expect(try contents()["Other"] == ["1.1 One", "1.2 Two"])
        try await importAll()
        #expect(try contents() == ["Album": ["1.1 One"], "Other": ["1.1 One", "1.2 Two"]])
    }
}
