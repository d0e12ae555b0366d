import Foundation
import Heed
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Changes that can be undone", .timeLimit(.minutes(10)))
struct UndoTests {
    @Test func `a form that was open while another program made an edit changes only what it shows as changed`() {
        let release: [ReleaseField: String] = [.country: "Chile", .format: "LP"]
        let shown = AlbumEdits(title: "One", artist: "A", year: 1970, genre: "Jazz", release: release)
        var (form, current) = (shown, shown)
        (form.year, form.release[.format], form.genre) = (1971, "CD", nil)
        (current.artist, current.release[.format], current.release[.barcode]) = ("B", nil, "1")
        current.copies.opinion.rating = 3
        let changed = current.changed(from: shown, to: form)
        #expect(changed.title == "One" && changed.artist == "B" && changed.year == 1971 && changed.genre == nil)
        #expect(changed.release == [.country: "Chile", .format: "CD", .barcode: "1"] && changed.copies == current.copies)
        #expect(shown.changed(from: shown, to: form) == form && form.changed(from: shown, to: shown) == form)
    }

    /// Events between a change and its undoing.
    enum Between: CaseIterable, CustomTestStringConvertible {
        case nothing
        case restart
        case importAgain
        case importBringingBack
        case changedFiles
        case restartAndChangedFiles

        var testDescription: String { "\(self)" }
    }

    /// A library of one album from files and one from a list, whose files can change.
    private struct Scene {
        let music: MusicFolder
        let list: String
        private(set) var fixture: LibraryFixture
        let files: AlbumID
        let listed: AlbumID
        var library: LibraryAPI { fixture.library }

        init() async throws {
            music = try MusicFolder()
            fixture = try LibraryFixture()
            list = "\(fixture.folder.path)/list.jsonl"
            try music.add("One/1.mp3", album: "One", genre: "Rock")
            try music.add("One/2.mp3", album: "One", genre: "Rock")
            try Data(#"{"title": "Two", "artist": "B", "year": 1980, "genre": "Jazz"}"#.utf8).write(to: URL(filePath: list))
            try await Self.follow(music, list, in: fixture)
            let albums = try fixture.persistency.albums(sort: .title)
            (files, listed) = (albums[0].id, albums[1].id)
            try fixture.persistency.setCover(.present(CoverDigest(of: [1])), for: files)
        }

        mutating func restart() throws {
            fixture = try LibraryFixture(in: fixture.folder)
        }

        mutating func happens(_ between: Between) async throws {
            if between == .restart || between == .restartAndChangedFiles { try restart() }
            if between == .changedFiles || between == .restartAndChangedFiles {
                try music.add("One/1.mp3", album: "One", genre: "Pop")
                try music.add("One/2.mp3", album: "One", genre: "Pop")
                try music.add("One/3.mp3", album: "One", genre: "Pop")
                try Data(#"{"title": "Two", "artist": "B", "year": 1980, "genre": "Soul"}"#.utf8).write(to: URL(filePath: list))
            }
            guard between != .nothing, between != .restart else { return }
            try await Self.follow(music, list, in: fixture, bringsBackRemoved: between == .importBringingBack)
        }

        func follow() async throws {
            try await Self.follow(music, list, in: fixture)
        }

        /// Imports as the window does by itself, which is no step of undo.
        private static func follow(
            _ music: MusicFolder, _ list: String, in fixture: LibraryFixture, bringsBackRemoved: Bool = false
        ) async throws {
            let listed = try JSONListImporter.read(fileAt: list).albums
            try fixture.persistency.save(listed, bringsBackRemoved: bringsBackRemoved)
            let folders = FolderImport(persistency: fixture.persistency, paths: [music.path], bringsBackRemoved: bringsBackRemoved)
            _ = try await folders.run()
        }

        var content: LibraryContent {
            get throws { try LibraryContent(fixture.persistency) }
        }
    }

    @Test("A removal is undone and redone, whatever happens in between", arguments: Between.allCases)
    func removal(between: Between) async throws {
        var scene = try await Scene()
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine"))
        let before = try scene.content
        try await scene.library.remove([scene.files, AlbumID(rawValue: "unknown"), scene.listed, scene.files])
        #expect(scene.library.history.undoName == "Remove 2 Albums")
        #expect(try scene.fixture.persistency.count() == 0)

        try await scene.happens(between)
        #expect(try scene.fixture.persistency.count() == (between == .importBringingBack ? 2 : 0))
        #expect(try await scene.library.history.undo()?.change.albumCount == 2)
        let after = try scene.content
        switch between {
        case .changedFiles, .restartAndChangedFiles:
            let album = try #require(after.albums[scene.files])
            #expect(album.album.title == "Mine" && album.album.genre == "Pop" && album.tracks.count == 3)
            #expect(album.album.added == before.albums[scene.files]?.album.added)
            #expect(album.album.cover == before.albums[scene.files]?.album.cover)
            #expect(album.unedited?.title == "One")
            // A list is only known while it is read.
            #expect(after.albums[scene.listed] == before.albums[scene.listed])
            #expect(after.order == before.order)
        default:
            #expect(after == before)
        }

        #expect(try await scene.library.history.redo()?.change.kind == .removal)
        #expect(try scene.fixture.persistency.count() == 0)
        try await scene.happens(.importAgain)
        #expect(try scene.fixture.persistency.count() == 0)
        try await scene.library.history.undo()
        #expect(try scene.content == after)
    }

    @Test("An edit is undone and redone, whatever happens in between", arguments: Between.allCases)
    func edit(between: Between) async throws {
        var scene = try await Scene()
        let before = try scene.content
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine", genre: "My genre"))
        try await scene.library.edit(scene.listed, AlbumEdits(artist: "Me", year: 1999))
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine", year: 2001))
        let edited = try scene.content
        #expect(edited.albums[scene.files]?.album.genre == "Rock")
        #expect(edited.albums[scene.files]?.album.year == 2001)

        try await scene.happens(between)
        let redoable = try scene.content
        #expect(redoable.albums[scene.files]?.album.title == "Mine")
        #expect(redoable.albums[scene.listed]?.album.artist == "Me")
        for _ in 0..<3 { #expect(try await scene.library.history.undo() != nil) }
        #expect(try await scene.library.history.undo() == nil)
        let after = try scene.content
        switch between {
        case .changedFiles, .restartAndChangedFiles:
            #expect(after.albums[scene.files]?.album.title == "One")
            #expect(after.albums[scene.files]?.album.genre == "Pop")
            #expect(after.albums[scene.listed]?.album.genre == "Soul")
            #expect(after.albums[scene.listed]?.album.artist == "B")
        default:
            #expect(after == before)
        }
        for _ in 0..<3 { #expect(try await scene.library.history.redo() != nil) }
        #expect(try await scene.library.history.redo() == nil)
        #expect(try scene.content == redoable)
    }

    @Test("A chosen cover is undone and redone, whatever happens in between", arguments: Between.allCases)
    func cover(between: Between) async throws {
        var scene = try await Scene()
        let before = try scene.content
        let picture = SamplePictures.baselineJPEG
        try await scene.library.setCover(picture, of: scene.files)
        #expect(scene.library.history.undoName == "Change Cover of “One”")
        #expect(try await scene.library.setCover(picture, of: scene.files) == nil)
        try await scene.library.setCover(nil, of: scene.files)
        #expect(try scene.content == before)

        try await scene.happens(between)
        try await scene.library.history.undo()
        #expect(try scene.fixture.persistency.album(scene.files)?.chosenCover == CoverDigest(of: picture))
        #expect(try scene.fixture.persistency.undoableCovers() == [CoverDigest(of: picture)])
        try await scene.library.history.undo()
        #expect(try scene.fixture.persistency.album(scene.files)?.chosenCover == nil)
        try await scene.library.history.redo()
        #expect(try scene.fixture.persistency.album(scene.files)?.chosenCover == CoverDigest(of: picture))
        #expect(scene.library.history.redoName == "Change Cover of “One”")
    }

    @Test("A file that isn't a picture is neither used as a cover nor recorded as a change")
    func noPicture() async throws {
        let scene = try await Scene()
        await #expect(throws: CoverError.self) { try await scene.library.setCover([1, 2, 3], of: scene.files) }
        #expect(scene.library.history.undoName == nil)
    }

    @Test("An edit and a removal follow an album whose files give it another identifier")
    func renamed() async throws {
        for removes in [false, true] {
            let scene = try await Scene()
            try await scene.library.edit(scene.files, AlbumEdits(genre: "Mine"))
            if removes { try await scene.library.remove([scene.files]) }
            for number in 1...2 { try scene.music.add("One/\(number).mp3", album: "Renamed", genre: "Rock") }
            try await scene.follow()
            #expect(try scene.fixture.persistency.albums(search: "renamed").count == (removes ? 0 : 1))
            if removes { try await scene.library.history.undo() }
            let album = try #require(try scene.fixture.persistency.albums(search: "renamed").first)
            #expect(album.genre == "Mine" && album.id != scene.files)
            try await scene.library.history.undo()
            #expect(try scene.fixture.persistency.album(album.id)?.genre == "Rock")
        }
    }

    @Test("A change of an album whose files are gone is not undone, says so, and does not stand in the way of others")
    func filesGone() async throws {
        let scene = try await Scene()
        try await scene.library.edit(scene.listed, AlbumEdits(title: "First"))
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine"))
        // An empty folder would be away, and its albums not gone.
        try scene.music.add("Other/1.mp3", album: "Other", genre: "Rock")
        try scene.music.remove("One")
        try await scene.follow()
        #expect(try scene.fixture.persistency.albums(sort: .title).map(\.title) == ["First", "Other"])
        await #expect(throws: HistoryError.albumGone(title: "One")) { try await scene.library.history.undo() }
        #expect(scene.library.history.undoName == "Edit “Two”")
        #expect(try await scene.library.history.undo()?.change.title == "Two")
    }

    @Test("An album that was removed comes back although its files are gone")
    func removedFilesGone() async throws {
        let scene = try await Scene()
        // An empty folder would be away, and its albums not gone.
        try scene.music.add("Other/1.mp3", album: "Other", genre: "Rock")
        try await scene.follow()
        let before = try scene.content
        try await scene.library.remove([scene.files])
        try scene.music.remove("One")
        try await scene.follow()
        try await scene.library.history.undo()
        #expect(try scene.content == before)
    }

    @Test("Another program's change is never undone by mistake")
    func otherProgram() async throws {
        var scene = try await Scene()
        let window = scene.fixture
        try await window.library.edit(scene.files, AlbumEdits(title: "Window"))
        try scene.restart()
        try await scene.library.remove([scene.listed])
        await #expect(throws: HistoryError.changedElsewhere) { try await window.library.history.undo() }
        #expect(try window.persistency.album(scene.files)?.title == "Window")
        // The window has looked again, and undoes what it names.
        #expect(window.library.history.undoName == "Remove “Two”")
        #expect(try await window.library.history.undo()?.change.kind == .removal)
        await #expect(throws: HistoryError.changedElsewhere) { try await scene.library.history.undo() }
        // A change is made on top of whatever the other program did.
        try await scene.library.edit(scene.files, AlbumEdits(title: "Other"))
        try await window.library.edit(scene.files, AlbumEdits(title: "Third"))
        for title in ["Other", "Window", "One"] {
            try await window.library.history.undo()
            #expect(try window.persistency.album(scene.files)?.title == title)
        }
        #expect(window.library.history.undoName == nil)
    }

    @Test("A window notices another program's changes and announces them once")
    func notices() async throws {
        var scene = try await Scene()
        let window = scene.fixture
        await window.library.noticeOtherPrograms()
        let heard = Mutex(0)
        let token = window.hub.observe(LibraryChanged.self) { _ in heard.withLock { $0 += 1 } }
        await window.library.noticeOtherPrograms()
        #expect(heard.withLock { $0 } == 0)
        let album = try #require(try window.library.album(scene.files))
        try scene.restart()
        try await scene.library.edit(scene.files, AlbumEdits(title: "Other"))
        await window.library.noticeOtherPrograms()
        await window.library.noticeOtherPrograms()
        #expect(heard.withLock { $0 } == 1)
        #expect(album.title == "Other")
        #expect(window.library.history.undoName == "Edit “One”")
        withExtendedLifetime(token) {}
    }

    @Test("A window doesn't take its own changes for another program's, even if it doesn't announce them")
    func ownChanges() async throws {
        let scene = try await Scene()
        let heard = Mutex(0)
        let token = scene.fixture.hub.observe(LibraryChanged.self) { _ in heard.withLock { $0 += 1 } }
        try scene.fixture.persistency.setCover(.present(CoverDigest(of: [2])), for: scene.files)
        await scene.library.noticeOtherPrograms()
        #expect(heard.withLock { $0 } == 0)
        withExtendedLifetime(token) {}
    }

    @Test("The names of what is undone and redone can be observed, and each change is told of")
    func observing() async throws {
        let scene = try await Scene()
        let names = Mutex<[String?]>([])
        let heard = Mutex(0)
        let observation = scene.library.history.observe(\.undoName, options: [.initial, .new]) { _, change in
            names.withLock { $0.append(change.newValue!) }
        }
        let token = scene.fixture.hub.observe(LibraryChanged.self) { _ in heard.withLock { $0 += 1 } }
        let album = try #require(try scene.library.album(scene.files))
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine"))
        #expect(album.title == "Mine")
        try await scene.library.history.undo()
        #expect(album.title == "One")
        try await scene.library.history.redo()
        try await scene.library.edit(AlbumID(rawValue: "unknown"), AlbumEdits(title: "X"))
        try await scene.library.edit(scene.files, AlbumEdits(title: " Mine "))
        #expect(names.withLock { $0 } == [nil, "Edit “One”", nil, "Edit “One”"])
        #expect(heard.withLock { $0 } == 3)
        withExtendedLifetime((observation, token)) {}
    }

    @Test("A new change clears the redo stack; one that changes nothing doesn't")
    func redoGoes() async throws {
        let scene = try await Scene()
        try await scene.library.edit(scene.files, AlbumEdits(title: "Mine"))
        try await scene.library.history.undo()
        #expect(try await scene.library.edit(scene.files, AlbumEdits(title: "One", artist: "  ", genre: "Rock")) == nil)
        #expect(try await scene.library.remove([]) == nil)
        #expect(scene.library.history.redoName == "Edit “One”")
        try await scene.library.edit(scene.listed, AlbumEdits(year: 1981))
        #expect(scene.library.history.redoName == nil)
        #expect(try await scene.library.history.redo() == nil)
    }

    @Test("Only so many changes are kept, and the oldest go first")
    func bounded() async throws {
        let scene = try await Scene()
        for year in 0..<ChangeLog.limit + 5 { try await scene.library.edit(scene.files, AlbumEdits(year: 1000 + year)) }
        #expect(try scene.fixture.persistency.changes().count == ChangeLog.limit)
        var undone = 0
        while try await scene.library.history.undo() != nil { undone += 1 }
        #expect(undone == ChangeLog.limit)
        #expect(scene.library.history.undoName == nil)
        #expect(try scene.fixture.persistency.album(scene.files)?.year == 1004)
    }

    @Test("Changes beyond the size limit are dropped, but the last one stays whatever its size")
    func boundedByBytes() async throws {
        let scene = try await Scene()
        try await scene.library.edit(scene.listed, AlbumEdits(year: 1981))
        try scene.fixture.persistency.write { try $0.execute(sql: "UPDATE change SET bytes = ?", arguments: [ChangeLog.byteLimit]) }
        try await scene.library.remove([scene.files])
        #expect(try scene.fixture.persistency.changes().map(\.kind) == [.removal])
        #expect(try await scene.library.history.undo() != nil)
        #expect(scene.library.history.undoName == nil)
        #expect(try await scene.library.history.undo() == nil)
    }

    @Test("Many changes at once are made one after another, and all can be undone")
    func together() async throws {
        let scene = try await Scene()
        let before = try scene.content
        let library = scene.library
        let id = scene.files
        try await withThrowingTaskGroup(of: Void.self) { group in
            for year in 0..<40 {
                group.addTask { try await library.edit(id, AlbumEdits(year: 1900 + year)) }
            }
            try await group.waitForAll()
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 { group.addTask { try await library.history.undo() } }
            try await group.waitForAll()
        }
        #expect(try scene.content == before)
        #expect(library.history.undoName == nil && library.history.redoName == "Edit “One”")
    }
}
