import Foundation
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
        for album in 0..<20 { try music.addAlbum("Album \(album)", tracks: 20) }
    }

    @Test(arguments: [0, 100, 390])
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
        try music.addAlbum("Another", tracks: 20)
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
        #expect(library.unfinishedImports() == [path])
        // Whatever has begun by then.
        try await LibraryFixture(in: fixture.folder).library.importAlbums(at: [music.path + "/Album 1"])
        #expect(library.unfinishedImports() == [path])
    }

    @Test func `are forgotten with their folder or list`() async throws {
        let list = "\(fixture.folder.path)/list.json"
        try Data(#"[{"title": "T", "artist": "A"}]"#.utf8).write(to: URL(filePath: list))
        try await library.importAlbums(at: [path, list])
        await library.planImport(of: [path, list])
        #expect(library.unfinishedImports().count == 2)
        try await library.forget(path)
        try await library.forget(list)
        #expect(library.unfinishedImports() == [])
    }
}
