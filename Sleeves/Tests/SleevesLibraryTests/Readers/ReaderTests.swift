import CConfinement
import Foundation
import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("Reader processes", .timeLimit(.minutes(10)))
struct ReaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ order: String) throws -> String {
        try folder.write(Array(order.utf8), to: "\(order).mp3")
    }

    private typealias Outcome = Result<String?, AudioFileError>

    private func outcomes(of paths: [String], in pool: ReaderPool) throws -> [Outcome] {
        try MediaReader(pool: pool).tags(of: paths).map { $0.map(\.title) }
    }

    private func failed(_ path: String, _ failure: ReaderFailure) -> Outcome {
        .failure(AudioFileError(path: path, reason: .reader(failure)))
    }

    // MARK: The real reader

    @Test func `read what this process reads, of every kind of file, whole and damaged`() throws {
        let reader = MediaReader(pool: ReaderPrograms.pool(ReaderPrograms.sleeves, milliseconds: 20_000))
        var paths = ["\(folder.path)/none.mp3", folder.path]
        for format in ["mp3-1", "mp3-2.3", "mp3-2.4", "flac", "ogg", "opus", "m4a"] {
            let whole = try Data(contentsOf: URL(filePath: try SampleCollection.file(format: format).path))
            paths.append(try folder.write(Array(whole), to: "whole-\(format).\(format.prefix { $0 != "-" })"))
            for part in [3, 20, 90] {
                paths.append(
                    try folder.write(Array(whole.prefix(whole.count * part / 100)), to: "\(part)-\(format).\(format.prefix { $0 != "-" })"))
            }
        }
        let here = try MediaReader.inThisProcess.tags(of: paths)
        #expect(try reader.tags(of: paths) == here)
        #expect(here.count { (try? $0.get()) != nil } >= 5)
        for path in paths {
            let pictures = [reader, .inThisProcess].map { reader in
                Result { () throws(AudioFileError) in try reader.picture(in: path, limit: 1 << 20) }
            }
            #expect(pictures[0] == pictures[1])
        }
    }

    /// One for all pictures: starting its processes takes longer than making a thumbnail.
    private static let pictureReader = MediaReader(pool: ReaderPrograms.pool(ReaderPrograms.sleeves, milliseconds: 20_000))

    @Test(arguments: SamplePictures.all.indices)
    func `make the thumbnails that this process makes`(index: Int) throws {
        let reader = Self.pictureReader
        let bytes = SamplePictures.all[index].bytes
        for length in [bytes.count, bytes.count / 2, 20] {
            let outcomes = [reader, .inThisProcess].map { reader in
                Result { () throws(CoverError) in try reader.thumbnail(of: Array(bytes.prefix(length)), by: CoverDecoder(maxPixel: 30)) }
            }
            #expect(outcomes[0] == outcomes[1])
        }
    }

    @Test func `are confined by Landlock and seccomp, where the kernel has them`() throws {
        let reader = try ReaderProcess(program: ReaderPrograms.sleeves, argument: ReaderService.argument, within: .seconds(30))
        defer { reader.end() }
        #expect(reader.confinement == (confined_landlock_version() > 0 ? [.landlock, .seccomp] : [.seccomp]))
    }

    // MARK: Readers that misbehave

    private static let misbehaviours: [(order: String, failure: ReaderFailure)] = [
        ("crash", .ended(signal: SIGSEGV)),
        ("hang", .tooLong),
        ("memory", .ended(signal: SIGABRT)),
        ("nonsense", .nonsense),
        ("endless", .nonsense),
        ("leave", .ended(signal: 0)),
    ]

    @Test(arguments: misbehaviours.indices)
    func `fail only for the file that made them crash, and for no other of its batch`(index: Int) throws {
        let (order, failure) = Self.misbehaviours[index]
        // Using up the memory takes processor time, too.
        let pool = ReaderPrograms.pool(milliseconds: order == "hang" ? 400 : 20_000)
        let paths = try ["one", order, "two"].map(file)
        let expected = failed(paths[1], failure)
        #expect(try outcomes(of: paths, in: pool) == [.success("one"), expected, .success("two")])
        // Not tried again: whoever asks once more is told at once.
        let started = pool.startCount
        #expect(try outcomes(of: [paths[1]], in: pool) == [expected])
        #expect(pool.startCount == started)
    }

    @Test func `that hang are ended`() throws {
        let pool = ReaderPrograms.pool(wait: .seconds(1))
        let paths = try ["one", "stall"].map(file)
        #expect(try outcomes(of: paths, in: pool) == [.success("one"), failed(paths[1], .tooLong)])
    }

    @Test func `cannot reach the network, files, programs or their parent`() throws {
        let names = ["network", "pair", "read", "write", "folder", "program", "parent", "signals", "code"]
        let said = names.map { "\($0) fails" }.joined(separator: ", ")
        #expect(try outcomes(of: [try file("deny")], in: ReaderPrograms.pool()) == [.success(said)])
        #expect(!FileManager.default.fileExists(atPath: "/tmp/sleeves-reader-was-here"))
    }

    @Test func `that return an invalid thumbnail, or hang at a picture, fail only for that picture`() throws {
        let reader = MediaReader(pool: ReaderPrograms.pool())
        let picture = SamplePictures.baselineJPEG
        #expect(throws: CoverError.reader(.tooLong)) { try reader.thumbnail(of: picture, by: CoverDecoder()) }
        #expect(throws: CoverError.reader(.nonsense)) { try reader.thumbnail(of: picture + [0xEE], by: CoverDecoder()) }
    }

    @Test func `that cannot be started say nothing about files`() throws {
        let path = try file("one")
        for program in ["/nowhere/sleeves", "/bin/true"] {
            let reader = MediaReader(pool: ReaderPrograms.pool(program))
            let failure = try #require(throws: ReaderFailure.self) { try reader.tags(of: [path]) }
            #expect(failure.isPassing)
        }
    }

    @Test func `are abandoned when the waiting task is cancelled`() async throws {
        let reader = MediaReader(pool: ReaderPrograms.pool(milliseconds: 600_000, wait: .seconds(600)))
        let path = try file("hang")
        let task = Task.detached { try reader.tags(of: [path]) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: The pool

    @Test func `start when they are first needed, and are no more than there may be`() async throws {
        let pool = ReaderPrograms.pool(width: 2)
        #expect(pool.startCount == 0)
        let path = try file("one")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<16 {
                group.addTask(executorPreference: FileReadingExecutor()) { _ = try MediaReader(pool: pool).tags(of: [path]) }
            }
            try await group.waitForAll()
        }
        #expect((1...2).contains(pool.startCount))
        #expect(pool.idleProcesses.count == pool.startCount)
    }

    @Test func `end after being idle, and start again on demand`() async throws {
        let pool = ReaderPrograms.pool(width: 1, idle: .milliseconds(200))
        let path = try file("one")
        for round in 1...2 {
            #expect(try outcomes(of: [path], in: pool) == [.success("one")])
            let processes = pool.idleProcesses
            try await Eventually.holds("the idle readers end") {
                pool.idleProcesses.isEmpty && processes.allSatisfy { kill($0, 0) != 0 }
            }
            #expect(pool.startCount >= round)
        }
        // One that is needed meanwhile stays.
        let busy = ReaderPrograms.pool(width: 1, idle: .seconds(600))
        for _ in 0..<3 { _ = try outcomes(of: [path], in: busy) }
        #expect(busy.startCount == 1)
    }

    @Test func `are not started by opening and listing a library`() throws {
        let pool = ReaderPrograms.pool()
        let store = try StoreFolder()
        let library = try PersistencyManager(
            libraryDirectory: "\(store.path)/l", cacheDirectory: "\(store.path)/c", reader: MediaReader(pool: pool))
        _ = try library.albums()
        #expect(pool.startCount == 0)
    }

    @Test func `an import names a file that ends its reader, goes on, and does not open it again`() async throws {
        let pool = ReaderPrograms.pool()
        let store = try StoreFolder()
        let library = try PersistencyManager(
            libraryDirectory: "\(store.path)/l", cacheDirectory: "\(store.path)/c", reader: MediaReader(pool: pool))
        for name in ["one", "crash", "two", "hang"] { _ = try file(name) }
        var folders = FolderImport(persistency: library, paths: [folder.path])
        folders.clock = { FileStamp.now + 3_600_000_000_000 }
        let outcome = try await folders.run()
        #expect(outcome.problems.map(\.reason) == [ReaderFailure.ended(signal: 11).sentence, ReaderFailure.tooLong.sentence])
        #expect(outcome.files.unusable == 2)
        #expect(try library.records().flatMap(\.tracks).map(\.title).sorted() == ["one", "two"])
        // As the next program would: its readers have seen nothing.
        let later = ReaderPrograms.pool()
        let again = try PersistencyManager(
            libraryDirectory: "\(store.path)/l", cacheDirectory: "\(store.path)/c", reader: MediaReader(pool: later))
        var second = FolderImport(persistency: again, paths: [folder.path])
        second.clock = folders.clock
        #expect(try await second.run().problems == outcome.problems)
        #expect(later.startCount == 0)
    }

    @Test func `a file that the disk does not give is named as such, and asked for again by the next import`() async throws {
        let store = try StoreFolder()
        for name in ["one", "disk"] { _ = try file(name) }
        for _ in 1...2 {
            let pool = ReaderPrograms.pool()
            let library = try PersistencyManager(
                libraryDirectory: "\(store.path)/l", cacheDirectory: "\(store.path)/c", reader: MediaReader(pool: pool))
            var folders = FolderImport(persistency: library, paths: [folder.path])
            folders.clock = { FileStamp.now + 3_600_000_000_000 }
            let outcome = try await folders.run()
            #expect(outcome.problems.count == 1)
            #expect(outcome.problems.first?.reason.contains("The disk reports an error.") == true)
            #expect(pool.startCount >= 1)
            #expect(try library.records().flatMap(\.tracks).map(\.title) == ["one"])
            try library.close()
        }
    }

    @Test(arguments: [("/proc/self/mem", EIO), ("/proc/self", EISDIR)], [false, true])
    func `a disk that cannot read a file is told from a file that is damaged`(place: (path: String, code: Int32), isNamedMP4: Bool) {
        // Nothing is mapped where this reads, so that the kernel says what it says of a broken disk.
        let asked = ReaderRequest.File(length: 1 << 20, isNamedStream: !isNamedMP4, isNamedMP4: isNamedMP4)
        let file = OpenAudioFile(asked, descriptor: open(place.path, O_RDONLY | O_CLOEXEC))
        let tags = Result { () throws(AudioFileError) in try file.tags() }
        let picture = Result { () throws(AudioFileError) in try file.picture(limit: 1 << 20) }
        let expected = AudioFileError(path: "", reason: .unreadable(SystemError(code: place.code)))
        #expect(tags == .failure(expected) && picture == .failure(expected))
        #expect(expected.isPassing)
    }
}
