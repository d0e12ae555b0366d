import Foundation
import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

@Suite("Unfinished imports", .timeLimit(.minutes(10)))
struct UnfinishedImportTests {
    private let music: MusicFolder
    private let fixture: LibraryFixture
    /// The music's absolute path, without links.
    private let path: String
    private var library: LibraryAPI { fixture.library }

    init() throws {
        music = try MusicFolder()
        fixture = try LibraryFixture()
        path = try FileSystem.resolved(music.path)
        for album in 0..<20 { try music.addAlbum("Album \(album)", tracks: 5) }
    }

    @Test func `keeps its folder from being forgotten while it runs`() async throws {
        try await library.importAlbums(at: [path])
        try fixture.persistency.noteUnfinished(["\(path)/Album 1"])
        try await { () async throws in
            let lock = ImportLock(in: fixture.persistency.libraryDirectory)
            await #expect(throws: SourceError.beingImported(path: path)) { try await library.forget(path) }
            _ = consume lock
        }()
        #expect(try await library.forget(path)?.albumCount == 20)
    }

    @Test(arguments: [0, 30, 95])
    func `of a killed process are known, and end with an import that continues them as one change`(files: Int) async throws {
        let (path, folder) = (path, fixture.folder.path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, folder = folder as String, files = files as Int] in
            let persistency = try PersistencyManager(libraryDirectory: "\(folder)/library", cacheDirectory: "\(folder)/cache")
            try persistency.noteUnfinished([path])
            var folders = FolderImport(persistency: persistency, paths: [path])
            folders.pace = .zero
            folders.journal = ImportJournal(of: [path])
            _ = try await folders.run { if $0.filesDone >= files { kill(getpid(), SIGKILL) } }
        }
        #expect(library.unfinishedImports() == [path])
        let report = try await library.importAlbums(at: [path])
        #expect(report.albums.total == 20)
        #expect(library.unfinishedImports() == [])
        #expect(try fixture.persistency.changes().map(\.albumCount) == [20])
        try await library.history.undo()
        #expect(try library.albumCount() == 0 && library.sources() == [])
    }

    @Test func `are none after an import that ended, was cancelled or failed`() async throws {
        try await library.importAlbums(at: [path])
        #expect(library.unfinishedImports() == [])
        try music.addAlbum("Another", tracks: 5)
        let task = Task { [library] in
            try await library.importAlbums(at: [path]) { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(library.unfinishedImports() == [])
        await #expect(throws: ImportError.self) { try await library.importAlbums(at: ["/dev/null"]) }
        #expect(library.unfinishedImports() == [])
    }

    @Test func `are those that were planned, while no import runs`() async throws {
        await library.planImport(of: [path, "/nowhere"])
        do {
            let lock = ImportLock(in: library.directory)
            #expect(library.unfinishedImports() == [])
            withExtendedLifetime(lock) {}
        }
        // A process that another test starts has the lock too, until it becomes its own program.
        try await Eventually.holds("no import runs") { library.unfinishedImports() == [path] }
        // Whatever has begun by then.
        try await LibraryFixture(in: fixture.folder).library.importAlbums(at: [music.path + "/Album 1"])
        #expect(library.unfinishedImports() == [path])
    }

    @Test func `are forgotten with their folder or list`() async throws {
        let list = "\(fixture.folder.path)/list.json"
        try Data(#"[{"title": "T", "artist": "A"}]"#.utf8).write(to: URL(filePath: list))
        try await library.importAlbums(at: [path, list])
        await library.planImport(of: [path, path + "/Album 1", list])
        #expect(library.unfinishedImports().count == 3)
        try await library.forget(path)
        try await library.forget(list)
        #expect(library.unfinishedImports() == [])
    }

    @Test func `are forgotten if they are gone, but not if they are away`() async throws {
        let (gone, away) = (path + "/Gone", path + "/Away/Album")
        try fixture.persistency.notePlanned([path, gone, away])
        #expect(await library.continuable([path, gone, away]) == [path])
        #expect(library.unfinishedImports() == [path, away])
    }

    @Test func `that get nowhere are attempted three times`() async throws {
        for _ in 0..<2 { try fixture.persistency.noteUnfinished([path]) }
        #expect(library.unfinishedImports() == [path])
        // This one gets somewhere.
        try fixture.persistency.noteUnfinished([path])
        #expect(library.unfinishedImports() == [])
        _ = try await folders().run()
        #expect(library.unfinishedImports() == [path])
    }

    @Test func `of which one was too large to undo can't be undone when they continue`() async throws {
        try fixture.persistency.noteUnfinished([path])
        try fixture.persistency.write { try $0.execute(sql: "UPDATE unfinishedImport SET change = 0") }
        let report = try await library.importAlbums(at: [path])
        #expect(!report.canBeUndone && report.albums.inserted == 20)
        #expect(try fixture.persistency.changes().isEmpty)
    }

    @Test func `end at once when the user cancels, whatever a disk does`() async throws {
        let task = Task { [library, persistency = fixture.persistency] in
            try await library.importAlbums(at: [path]) { _ in
                withUnsafeCurrentTask { $0?.cancel() }
                // As a disk that doesn't answer.
                while (try? persistency.unfinishedCount()) != 0 { sched_yield() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `of one folder can run at once`() async throws {
        // Both could have asked at the same time whether they are alone.
        try fixture.persistency.noteUnfinished([path])
        let other = try LibraryFixture(in: fixture.folder)
        async let first = folders().run()
        async let second = folders(of: other).run()
        _ = try await (first, second)
        #expect(try library.albumCount() == 20)
    }

    @Test func `in two windows both end well`() async throws {
        let other = try LibraryFixture(in: fixture.folder).library
        async let first = library.importAlbums(at: [path])
        async let second = other.importAlbums(at: [path])
        _ = try await (first, second)
        #expect(try library.albumCount() == 20)
        #expect(library.unfinishedImports() == [])
    }

    @Test func `can't be undone while they run`() async throws {
        try fixture.persistency.noteUnfinished([path])
        do {
            let lock = ImportLock(in: library.directory)
            _ = try await folders().run()
            await library.history.refresh()
            await #expect(throws: HistoryError.importRunning) { try await library.history.undo() }
            #expect(try library.albumCount() == 20)
            withExtendedLifetime(lock) {}
        }
        // A process that another test starts at this moment has the lock, too, until it runs its program.
        try await Eventually.holds("nobody has the lock") { !ImportLock.isHeld(in: library.directory) }
        try await library.history.undo()
        #expect(try library.albumCount() == 0)
    }

    /// An import that adds albums as often as it can.
    private func folders(of fixture: LibraryFixture? = nil) -> FolderImport {
        var folders = FolderImport(persistency: (fixture ?? self.fixture).persistency, paths: [path])
        folders.pace = .zero
        folders.turn = .zero
        folders.journal = ImportJournal(of: [path])
        return folders
    }
}

extension PersistencyManager {
    fileprivate func unfinishedCount() throws -> Int? {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM unfinishedImport") }
    }
}
