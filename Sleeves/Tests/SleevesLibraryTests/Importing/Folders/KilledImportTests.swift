import Foundation
import SQLite
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary
@testable import SleevesStore

/// The real program, killed while it imports and makes covers.
@Suite("An import that is killed", .timeLimit(.minutes(10)))
struct KilledImportTests {
    private static let albums = 8
    /// The number of times that the program is killed: `SLEEVES_KILLS=1000` after a change of the import.
    private static let kills = ProcessInfo.processInfo.environment["SLEEVES_KILLS"].flatMap(Int.init) ?? 25
    private let music: TemporaryFolder
    private let store: StoreFolder

    init() throws {
        music = try TemporaryFolder()
        store = try StoreFolder()
    }

    @Test func `again and again, at any moment, leaves whole albums each time, and nothing is lost`() async throws {
        var random = SeededRandom(seed: 7)
        for album in 0..<Self.albums { try write(album, version: 0) }
        var longest = try await measuredImport()
        var lastCount = 0
        var (kills, round) = (0, 0)
        while kills < Self.kills {
            round += 1
            // There is always something left to do: new tags, new pictures, thumbnails that are gone.
            for _ in 0..<3 { try write(Int.random(in: 0..<Self.albums, using: &random), version: round) }
            if round.isMultiple(of: 4), let lost = store.files.filter({ $0.hasSuffix(".jpg") }).randomElement(using: &random) {
                try FileManager.default.removeItem(atPath: "\(store.path)/\(lost)")
            }
            let program = try start()
            // Not a wait for something: any moment will do, and all are to be tried.
            try await Task.sleep(for: longest * Double.random(in: 0...1, using: &random))
            // One that has ended by itself was no kill; the next ones are to come sooner.
            if program.isRunning, kill(program.processIdentifier, SIGKILL) == 0, await end(of: program) == .uncaughtSignal {
                kills += 1
            } else {
                longest = longest * 0.95
            }
            try check(&lastCount, round: round)
        }
        _ = try await measuredImport()
        let fresh = try LibraryFixture()
        try await fresh.library.importAlbums(at: [music.path])
        let library = try open()
        #expect(try library.records() == fresh.persistency.records())
        #expect(try library.albums().map(\.cover) == fresh.persistency.albums().map(\.cover))
        #expect(try library.albums().allSatisfy { $0.cover.digest.map { library.covers.load($0, size: .standard) != nil } == true })
    }

    /// Opens the library as the next program would, and looks at all that is in it.
    private func check(_ lastCount: inout Int, round: Int) throws {
        let library = try open()
        defer { try? library.close() }
        let (state, broken) = try library.read { database in
            (try String.fetchAll(database, sql: "PRAGMA quick_check"), try String.fetchAll(database, sql: "PRAGMA foreign_key_check"))
        }
        #expect(state == ["ok"] && broken.isEmpty, "round \(round)")
        let count = try library.count()
        #expect(count >= lastCount, "round \(round): \(count) albums")
        #expect(try library.albums().allSatisfy { $0.trackCount == 1 }, "round \(round)")
        lastCount = count
        for file in store.files where file.hasSuffix(".jpg") {
            let name = try #require(ThumbnailFolder.Name(fileName: (file as NSString).lastPathComponent))
            #expect(try library.covers.folder.read(name) != nil, "round \(round): \(file)")
        }
    }

    private func open() throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: "\(store.path)/library", cacheDirectory: "\(store.path)/library/cache")
    }

    /// Writes an album's only file, with a picture of its own for each version.
    private func write(_ album: Int, version: Int) throws {
        var mp3 = SyntheticMP3()
        mp3.text("TPE1", "A")
        mp3.text("TALB", "Album \(album)")
        mp3.text("TIT2", "Version \(version)")
        mp3.picture(try CoverDecoder().encodePNG(SamplePictures.plain(width: 24, height: 20 + album, red: UInt8(version & 0xFF))), type: 3)
        try music.write(mp3.bytes, to: "\(album)/1.mp3")
    }

    private func start() throws -> Process {
        let program = Process()
        // It lies beside the tests' own program.
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        program.executableURL = tests.deletingLastPathComponent().appending(path: "sleeves")
        program.arguments = ["import", "--library", "\(store.path)/library", music.path]
        program.standardOutput = FileHandle.nullDevice
        program.standardError = FileHandle.nullDevice
        try program.run()
        return program
    }

    private func end(of program: Process) async -> Process.TerminationReason {
        program.waitUntilExit()
        return program.terminationReason
    }

    /// Lets an import come to its end.
    private func measuredImport() async throws -> Duration {
        let start = ContinuousClock.now
        let program = try self.start()
        #expect(await end(of: program) == .exit && program.terminationStatus == 0)
        return ContinuousClock.now - start
    }
}
