import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("An import that is undone", .timeLimit(.minutes(10)))
struct ImportUndoTests {
    private let music: MusicFolder
    private let list: String
    private let fixture: LibraryFixture
    private var library: LibraryAPI { fixture.library }

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
        list = "\(fixture.folder.path)/list.jsonl"
        try music.addAlbum("One", tracks: 2)
        try music.addAlbum("Two", tracks: 1)
        try writeList("Listed", genre: "Jazz")
    }

    private func writeList(_ title: String, genre: String) throws {
        try Data(#"{"title": "\#(title)", "artist": "B", "genre": "\#(genre)"}"#.utf8).write(to: URL(filePath: list))
    }

    /// The content of a library, and the folders that it follows.
    private var content: [AnyHashable] {
        get throws { [try LibraryContent(fixture.persistency).albums, try library.undatedSources()] }
    }

    @Test func `leaves the library as it was, and is done again as one step`() async throws {
        let empty = try content
        try await library.importAlbums(at: [list, music.path])
        let full = try content
        #expect(library.history.undoName == "Import 3 Albums")
        for _ in 0..<3 {
            let step = try #require(try await library.history.undo())
            #expect(step.change.kind == .importing)
            #expect(try content == empty)
            #expect(library.history.undoName == nil)
            #expect(try fixture.persistency.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM file") } == 0)
            try await library.history.redo()
            #expect(try content[0] == full[0])
            #expect(Set(try library.sources().map(\.path)) == [music.path, list])
        }
        // The files are read again by the next import, which finds everything as it is.
        #expect(try await library.importAlbums(at: [music.path]).albums == SaveSummary(unchanged: 2))
        #expect(try content == full)
    }

    @Test func `its albums belong to their folder again once it is redone, before and after the next import`() async throws {
        try await library.importAlbums(at: [music.path])
        func steps() async throws {
            try await library.history.undo()
            try await library.history.redo()
            #expect(try library.sources().map(\.albumCount) == [2])
        }
        try await steps()
        let forgotten = try await library.forget(music.path)
        #expect(forgotten?.albumCount == 2)
        #expect(try fixture.persistency.albums().isEmpty)
        try await library.history.undo()
        #expect(try library.sources().map(\.albumCount) == [2])
        try await library.importAlbums(at: [music.path])
        #expect(try library.sources().map(\.albumCount) == [2])
        #expect(try fixture.persistency.albums().count == 2)
    }

    @Test func `all of which is undone comes back with the next one, but nothing that the user took out`() async throws {
        try await library.importAlbums(at: [music.path])
        let two = try #require(try fixture.persistency.albums(sort: .title).last?.id)
        try await library.remove([two])
        try await library.forget(music.path)
        try await library.importAlbums(at: [music.path])
        try music.addAlbum("Three", tracks: 1)
        try await library.importAlbums(at: [music.path])
        try await library.history.undo()
        try await library.history.undo()
        let report = try await library.importAlbums(at: [music.path])
        #expect(report.albums.inserted == 2)
        #expect(report.albums.leftOut == 1)
        #expect(try fixture.persistency.albums(sort: .title).map(\.title) == ["One", "Three"])
    }

    @Test func `what undo has taken out stays out while another folder has files of it`() async throws {
        let other = try MusicFolder()
        try other.addAlbum("Other", tracks: 1)
        try await library.importAlbums(at: [music.path])
        try await library.importAlbums(at: [other.path])
        try music.add("Both/1.mp3", album: "Both", track: 1)
        try other.add("Both/2.mp3", album: "Both", track: 2)
        try await library.importAlbums(at: [music.path, other.path])
        try await library.history.undo()
        try await library.history.undo()
        #expect(try fixture.persistency.albums(sort: .title).map(\.title) == ["One", "Two"])
    }

    @Test func `a file that can't be opened for a while stays in its album`() async throws {
        try await library.importAlbums(at: [music.path])
        let before = try content
        try fixture.persistency.write { database in
            let catalogue = FileCatalogue(database)
            for file in try Int64.fetchAll(database, sql: "SELECT id FROM file WHERE state = 1") {
                try database.run("UPDATE file SET state = 0 WHERE id = ?", [file])
                try catalogue.store(problem: "It cannot be opened.", of: file, isPassing: true)
            }
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            try regrouping.run()
        }
        #expect(try content[0] == before[0])
        #expect(try await library.importAlbums(at: [music.path]).albums == SaveSummary(unchanged: 2))
        #expect(try content == before)
    }

    @Test func `gives back what it changed, and takes out what it brought, of folders that are followed still`() async throws {
        try await library.importAlbums(at: [music.path, list])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try await library.edit(id, AlbumEdits(year: 1999))
        let before = try content
        try music.add("One/3.mp3", album: "One", genre: "Pop")
        try music.addAlbum("Three", tracks: 1)
        try music.remove("Two")
        try writeList("Listed", genre: "Soul")
        let report = try await library.importAlbums(at: [music.path, list])
        #expect(report.albums == SaveSummary(inserted: 1, updated: 2, removed: 1))
        let after = try LibraryContent(fixture.persistency)
        #expect(library.history.undoName == "Import 4 Albums")

        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency).albums == before[0] as? [AlbumID: CompleteAlbum])
        #expect(library.history.undoName?.hasPrefix("Edit") == true)
        // What was taken out again does not come back by itself.
        try await library.refresh([music.path])
        #expect(try fixture.persistency.albums().contains { $0.title == "Three" } == false)
        try await library.history.redo()
        #expect(try LibraryContent(fixture.persistency).albums == after.albums)
    }

    @Test func `has removed albums that it brought back removed again`() async throws {
        try await library.importAlbums(at: [music.path, list])
        let ids = try fixture.persistency.albums().map(\.id)
        try await library.remove(ids)
        try await library.importAlbums(at: [music.path, list], bringsBackRemoved: true)
        #expect(try fixture.persistency.count() == 3)
        try await library.history.undo()
        #expect(try LibraryContent(fixture.persistency).removed == Set(ids.map(\.rawValue)))
        #expect(try fixture.persistency.count() == 0)
        try await library.history.undo()
        #expect(try fixture.persistency.count() == 3)
    }

    @Test func `leaves the folders below that were followed before`() async throws {
        try await library.importAlbums(at: [music.path + "/One"])
        try await library.importAlbums(at: [music.path])
        #expect(try library.sources().map(\.path) == [music.path])
        try await library.history.undo()
        #expect(try library.undatedSources() == [LibrarySource(path: music.path + "/One", albumCount: 1, fileCount: 2)])
        #expect(try fixture.persistency.albums().map(\.title) == ["One"])
    }

    @Test func `keeps the covers that came since`() async throws {
        try await library.importAlbums(at: [music.path])
        try music.add("One/3.mp3", album: "One")
        try await library.importAlbums(at: [music.path])
        let id = try #require(try fixture.persistency.albums(sort: .title).first?.id)
        try fixture.persistency.setCover(.present(CoverDigest(of: [1])), for: id)
        try await library.history.undo()
        #expect(try fixture.persistency.album(id)?.cover == .present(CoverDigest(of: [1])))
    }

    @Test func `is not there for an import that changes nothing, nor for following folders`() async throws {
        try await library.importAlbums(at: [music.path])
        try await library.importAlbums(at: [music.path])
        try music.addAlbum("Three", tracks: 1)
        try await library.refresh([music.path])
        #expect(try fixture.persistency.changes().map(\.albumCount) == [2])
    }

    @Test func `costs no copy of albums that are new`() async throws {
        for number in 0..<20 { try music.addAlbum("Album \(number)", tracks: 3) }
        try await library.importAlbums(at: [music.path])
        let sql = "SELECT sum(coalesce(length(before), 0) + coalesce(length(after), 0)) FROM changedAlbum"
        #expect(try fixture.persistency.read { try Int.fetchOne($0, sql: sql) } == 0)
    }

    @Test func `of very many albums is previewed by the first of them, and by their number`() async throws {
        let count = ImportPreview.limit + 200
        let path = "\(music.path)/many.json"
        try JSONEncoder().encode((0..<count).map { ["title": "Album \($0)", "artist": "Artist"] }).write(to: URL(filePath: path))
        let preview = try await library.previewImport(at: [path])
        #expect(preview.report.albums.inserted == count && preview.count == count)
        #expect(preview.changes.map(\.title) == (0..<ImportPreview.limit).map { "Album \($0)" })
    }

    @Test func `is previewed without a change`() async throws {
        try await library.importAlbums(at: [music.path])
        let before = try content
        try music.add("One/3.mp3", album: "One")
        try music.addAlbum("Three", tracks: 1)
        try music.remove("Two")
        let preview = try await library.previewImport(at: [music.path, list])
        #expect(preview.report.albums == SaveSummary(inserted: 2, updated: 1, removed: 1))
        let changes = preview.changes.map { "\($0.kind) \($0.title)" }.sorted()
        #expect(changes == ["changed One", "gone Two", "new Listed", "new Three"])
        #expect(try content == before)
        #expect(library.history.undoName == "Import 2 Albums")
        let report = try await library.importAlbums(at: [music.path, list])
        #expect(report.albums == preview.report.albums)
    }
}
