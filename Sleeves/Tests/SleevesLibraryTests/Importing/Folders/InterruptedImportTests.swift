import Foundation
import SQLite
import Synchronization
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// An import that does not come to its end.
@Suite("An interrupted import", .timeLimit(.minutes(10)))
struct InterruptedImportTests {
    private let music: MusicFolder
    private let store: StoreFolder

    init() throws {
        music = try MusicFolder()
        store = try StoreFolder()
        for album in 0..<Self.albums { try music.addAlbum("Album \(album)", tracks: Self.tracks) }
    }

    // Several batches of a reader, which takes 32 files at once.
    private static let albums = 16
    private static let tracks = 10

    private func open() throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: "\(store.path)/library", cacheDirectory: "\(store.path)/cache")
    }

    /// Expects that the library's albums are some of those that an import finds which nothing disturbs.
    private func expectWholeAlbums(_ persistency: PersistencyManager, of undisturbed: [CompleteAlbum]) throws {
        let whole = Dictionary(uniqueKeysWithValues: undisturbed.map { ($0.id, $0.tracks) })
        for album in try persistency.records() { #expect(album.tracks == whole[album.id]) }
    }

    /// The findings of an import that nothing disturbs.
    private func undisturbed() async throws -> [CompleteAlbum] {
        let library = try ImportedFolders()
        try await library.run([music.path])
        return try library.persistency.records()
    }

    @Test(arguments: [0, 1, 60, 150])
    func `leaves whole albums when it is cancelled, and the next one goes on`(files: Int) async throws {
        let persistency = try open()
        let task = Task {
            var folders = FolderImport(persistency: persistency, paths: [music.path])
            folders.pace = .zero
            return try await folders.run { progress in
                if progress.filesDone >= files { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        let undisturbed = try await undisturbed()
        try expectWholeAlbums(persistency, of: undisturbed)
        _ = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        #expect(try persistency.records() == undisturbed)
    }

    @Test(arguments: [0, 1, 30, 90, 160])
    func `leaves whole albums when the process is killed, and the next one goes on`(files: Int) async throws {
        let (path, folder) = (music.path, store.path)
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, folder = folder as String, files = files as Int] in
            let persistency = try PersistencyManager(libraryDirectory: "\(folder)/library", cacheDirectory: "\(folder)/cache")
            var folders = FolderImport(persistency: persistency, paths: [path])
            folders.pace = .zero
            _ = try await folders.run { progress in
                if progress.filesDone >= files { kill(getpid(), SIGKILL) }
            }
        }
        let persistency = try open()
        let undisturbed = try await undisturbed()
        try expectWholeAlbums(persistency, of: undisturbed)
        let count = try persistency.count()
        let outcome = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        #expect(outcome.albums == SaveSummary(inserted: Self.albums - count, unchanged: count))
        #expect(try persistency.records() == undisturbed)
    }

    @Test(arguments: [0, 6, 14])
    func `says that the disk is full, leaves whole albums, and the next one goes on`(room: Int) async throws {
        let persistency = try open()
        // A database that may not grow fails as one on a full disk does.
        try persistency.write { database in
            let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
            try database.execute(sql: "PRAGMA max_page_count = \(pages + room)")
        }
        let error = try await #require(throws: PersistencyError.self) {
            try await FolderImport(persistency: persistency, paths: [music.path]).run()
        }
        #expect(error.reason == .diskFull)
        let undisturbed = try await undisturbed()
        try expectWholeAlbums(persistency, of: undisturbed)
        try persistency.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
        _ = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        #expect(try persistency.records() == undisturbed)
    }

    @Test func `leaves covers to the next one`() async throws {
        let picture = try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8))
        for album in 0..<Self.albums { try music.folder.write(picture, to: "Album \(album)/cover.png") }
        let persistency = try open()
        _ = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        let task = Task {
            try await CoverExtractor(persistency: persistency).run { done, _ in
                if done == 5 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try persistency.countOfCoversDue() > 0)
        _ = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        try await CoverExtractor(persistency: persistency).run { _, _ in }
        #expect(try persistency.albums().allSatisfy { $0.cover.digest != nil })
        #expect(try persistency.countOfCoversDue() == 0)
    }

    @Test func `doesn't make the next one look for files that were deleted meanwhile`() async throws {
        let persistency = try open()
        let task = Task {
            try await FolderImport(persistency: persistency, paths: [music.path]).run { _ in withUnsafeCurrentTask { $0?.cancel() } }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        // Some of these are written down already, and have not been read.
        for album in 0..<Self.albums { try music.remove("Album \(album)/1.mp3") }
        let outcome = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        #expect(outcome.problems.isEmpty)
        #expect(outcome.files.found == Self.albums * (Self.tracks - 1))
        #expect(outcome.files.unusable == 0)
        #expect(try await persistency.records() == undisturbed())
    }

    @Test func `leaves at most thumbnails, if covers were prefetched`() async throws {
        let picture = try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8))
        for album in 0..<Self.albums { try music.folder.write(picture, to: "Album \(album)/cover.png") }
        let persistency = try open()
        _ = try await FolderImport(persistency: persistency, paths: [music.path]).run()
        // The import that would have said which covers are due never ends.
        let (likely, taking) = AsyncStream<LocalCover>.makeStream()
        for album in 0..<Self.albums { taking.yield(.file(path: "\(music.path)/Album \(album)/cover.png")) }
        let task = Task { try await CoverExtractor(persistency: persistency).run(ahead: likely) { _, _ in } }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try persistency.countOfCoversDue() == Self.albums)
        #expect(try persistency.albums().allSatisfy { $0.cover == .missing })
    }

    @Test func `prefetches covers that turn out to be needed, and others without harm`() async throws {
        let picture = try CoverDecoder().encodePNG(SamplePictures.plain(width: 8, height: 8))
        for album in 0..<Self.albums { try music.folder.write(picture, to: "Album \(album)/cover.png") }
        let persistency = try open()
        let likely = Mutex<Set<LocalCover>>([])
        var folders = FolderImport(persistency: persistency, paths: [music.path])
        folders.coverIsLikely = { place in likely.withLock { _ = $0.insert(place) } }
        _ = try await folders.run()
        let places = likely.withLock { $0 }
        #expect(places == Set((0..<Self.albums).map { .file(path: "\(music.path)/Album \($0)/cover.png") }))
        let (ahead, taking) = AsyncStream<LocalCover>.makeStream()
        // Half of them, one of them twice, and one that is none.
        for place in places.prefix(Self.albums / 2) { taking.yield(place) }
        for place in places.prefix(1) { taking.yield(place) }
        taking.yield(.file(path: "/nowhere"))
        taking.finish()
        let reports = Mutex<[Int]>([])
        try await CoverExtractor(persistency: persistency).run(ahead: ahead) { done, count in
            #expect(count == Self.albums)
            reports.withLock { $0.append(done) }
        }
        #expect(reports.withLock { $0.last } == Self.albums)
        #expect(reports.withLock { $0 == $0.sorted() })
        #expect(try persistency.albums().allSatisfy { $0.cover.digest != nil })
        #expect(try persistency.countOfCoversDue() == 0)
    }
}
