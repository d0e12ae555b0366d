import Foundation
import Synchronization
import Testing

@testable import SQLite

/// One database, several threads, connections and processes.
@Suite("Sharing a database", .timeLimit(.minutes(5)))
struct SharingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeNumbers(3)
    }

    private func configuration(wait: Duration) -> Configuration {
        var configuration = Configuration()
        configuration.busyTimeout = wait
        return configuration
    }

    @Test func `a reader of a pool sees the last commit while another closure writes`() throws {
        let pool = try DatabasePool(path: folder.database)
        try pool.write { database in
            try database.insertNumber(4)
            #expect(try pool.read { try $0.countOfNumbers() } == 3)
        }
        #expect(try pool.read { try $0.countOfNumbers() } == 4)
    }

    @Test func `a reader sees one moment, whatever is written meanwhile`() throws {
        let pool = try DatabasePool(path: folder.database)
        try pool.read { database in
            #expect(try database.countOfNumbers() == 3)
            try pool.write { try $0.insertNumber(4) }
            #expect(try database.countOfNumbers() == 3)
        }
        #expect(try pool.read { try $0.countOfNumbers() } == 4)
    }

    @Test func `five closures read at once, and more wait until there is room`() throws {
        let pool = try DatabasePool(path: folder.database)
        let readers = Readers()
        let counts = Mutex<[Result<Int, any Error>]>([])
        let threads = DispatchGroup()
        for _ in 0..<12 {
            inThread(of: threads) {
                let count = Result {
                    try pool.read { database in
                        readers.come()
                        defer { readers.go() }
                        return try database.countOfNumbers()
                    }
                }
                counts.withLock { $0.append(count) }
            }
        }
        threads.wait()
        for count in counts.withLock(\.self) { #expect(try count.get() == 3) }
        #expect(readers.most == 5)
    }

    /// Counts how many are there at once. The first five wait for each other.
    private final class Readers: Sendable {
        private let counts = Mutex((now: 0, most: 0))
        private let together = DispatchSemaphore(value: 0)

        var most: Int { counts.withLock { $0.most } }

        func come() {
            let isFifth = counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
                return counts.now == 5
            }
            if isFifth { for _ in 0..<12 { together.signal() } }
            together.wait()
        }

        func go() {
            counts.withLock { $0.now -= 1 }
        }
    }

    private func inThread(of threads: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
        threads.enter()
        Thread.detachNewThread {
            body()
            threads.leave()
        }
    }

    @Test func `many readers and writers in one process each see whole transactions`() async throws {
        let pool = try DatabasePool(path: folder.database)
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for step in 0..<50 {
                        try pool.write { database in
                            let first = 1000 + 2 * (writer * 50 + step)
                            try database.insertNumber(first)
                            try database.insertNumber(first + 1)
                        }
                    }
                }
            }
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<100 {
                        let counts = try pool.read { [try $0.countOfNumbers(), try $0.countOfNumbers()] }
                        #expect(counts[0] == counts[1] && counts[0] % 2 == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try pool.read { try $0.countOfNumbers() } == 403)
    }

    @Test func `a writer waits for a lock, and fails when its time is over`() throws {
        // From now on with a log beside it, which is read while somebody writes.
        let first = try DatabasePool(path: folder.database)
        try first.write { try $0.insertNumber(0) }
        let other = try DatabaseQueue(path: folder.database)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let start = ContinuousClock.now
        let patient = try DatabasePool(path: folder.database, configuration: configuration(wait: .milliseconds(200)))
        #expect(try code { try patient.write { try $0.insertNumber(4) } } == .SQLITE_BUSY)
        let waited = ContinuousClock.now - start
        #expect(waited >= .milliseconds(200))
        #expect(try patient.read { try $0.countOfNumbers() } == 4)
        let impatient = try DatabaseQueue(path: folder.database)
        let before = ContinuousClock.now
        #expect(try code { try impatient.write { try $0.insertNumber(4) } } == .SQLITE_BUSY)
        #expect(ContinuousClock.now - before < waited)

        let veryPatient = try DatabasePool(path: folder.database, configuration: configuration(wait: .seconds(60)))
        let isWaiting = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            isWaiting.wait()
            try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }
        isWaiting.signal()
        try veryPatient.write { try $0.insertNumber(4) }
        #expect(try veryPatient.read { try $0.countOfNumbers() } == 5)
    }

    @Test func `opening a database without a log waits for its writer`() throws {
        let other = try DatabaseQueue(path: folder.database)
        try other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let start = ContinuousClock.now
        let (path, patient) = (folder.database, configuration(wait: .milliseconds(200)))
        #expect(try code { _ = try DatabasePool(path: path, configuration: patient) } == .SQLITE_BUSY)
        #expect(ContinuousClock.now - start >= .milliseconds(200))
        #expect(try code { _ = try DatabasePool(path: path) } == .SQLITE_BUSY)

        let isWaiting = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            isWaiting.wait()
            try? other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        }
        isWaiting.signal()
        let pool = try DatabasePool(path: path, configuration: configuration(wait: .seconds(60)))
        #expect(try pool.read { try $0.countOfNumbers() } == 3)
    }

    @Test func `a lock outlasts the opening and closing of the file elsewhere in the process`() async throws {
        let pool = try DatabasePool(path: folder.database)
        try pool.write { try $0.insertNumber(4) }
        try begin(pool)
        folder.openAndCloseFiles()
        await #expect(processExitsWith: .success) { [path = folder.database as String] in
            let other = try DatabaseQueue(path: path)
            #expect(try code { try other.write { try $0.insertNumber(5) } } == .SQLITE_BUSY)
        }
        try rollBack(pool)
        #expect(try pool.read { try $0.countOfNumbers() } == 4)
    }

    private func begin(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    }

    private func rollBack(_ pool: DatabasePool) throws {
        try pool.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test func `another process takes itself for the last user only if it is, whatever this one opens and closes`() async throws {
        let pool = try DatabasePool(path: folder.database)
        for number in 4..<8 {
            try pool.write { try $0.insertNumber(number) }
            _ = try pool.read { try $0.countOfNumbers() }
            folder.openAndCloseFiles()
            await #expect(processExitsWith: .success) { [path = folder.database as String, number = number as Int] in
                let other = try DatabasePool(path: path)
                try other.write { try $0.insertNumber(100 + number) }
                try other.close()
            }
            // The other process hasn't deleted the log, which this one writes to.
            #expect(folder.files == ["test.sqlite", "test.sqlite-shm", "test.sqlite-wal"])
            #expect(try pool.read { try $0.countOfNumbers() } == 3 + 2 * (number - 3))
        }
        try pool.close()
        #expect(folder.files == ["test.sqlite"])
        let again = try DatabaseQueue(path: folder.database)
        #expect(try again.read { try $0.countOfNumbers() } == 11)
        #expect(try again.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") } == "ok")
    }

    @Test func `several processes write in turns, and nothing is lost`() async throws {
        let path = folder.database
        await withTaskGroup { group in
            for process in 1...3 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
                        var configuration = Configuration()
                        configuration.busyTimeout = .seconds(60)
                        let pool = try DatabasePool(path: path, configuration: configuration)
                        for step in 0..<50 {
                            try pool.write { try $0.insertNumber(1000 * process + step) }
                            _ = try pool.read { try $0.countOfNumbers() }
                        }
                    }
                }
            }
        }
        #expect(try DatabaseQueue(path: path).read { try $0.countOfNumbers() } == 153)
    }

    @Test func `a process killed in the middle leaves the database unchanged, and readers and writers continue`() async throws {
        let path = folder.database
        let pool = try DatabasePool(path: path)
        try pool.write { try $0.insertNumber(4) }
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let pool = try DatabasePool(path: path)
            try pool.write { database in
                // More than SQLite's memory holds, so that a part is on the disk when the process dies.
                try database.execute(sql: "PRAGMA cache_size = 5")
                try database.insertNumbers(after: 10, count: 9_000)
                kill(getpid(), SIGKILL)
            }
        }
        #expect(try pool.read { try $0.countOfNumbers() } == 4)
        try pool.write { try $0.insertNumber(5) }
        #expect(try DatabasePool(path: path).read { try $0.countOfNumbers() } == 5)
    }

    @Test func `closing waits for readers, and the last connection removes the log`() throws {
        let pool = try DatabasePool(path: folder.database)
        try pool.write { try $0.insertNumber(4) }
        #expect(folder.files.contains("test.sqlite-wal"))
        let isReading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let threads = DispatchGroup()
        inThread(of: threads) {
            try? pool.read { database throws in
                isReading.signal()
                mayEnd.wait()
                #expect(try database.countOfNumbers() == 4)
            }
        }
        isReading.wait()
        inThread(of: threads) { mayEnd.signal() }
        try pool.close()
        #expect(folder.files == ["test.sqlite"])
        threads.wait()
    }

    @Test func `releasing a pool closes its connections`() throws {
        do {
            let pool = try DatabasePool(path: folder.database)
            try pool.write { try $0.insertNumber(4) }
            _ = try pool.read { try $0.countOfNumbers() }
        }
        #expect(folder.files == ["test.sqlite"])
    }

    @Test func `a copy has the committed state, even during writes`() throws {
        let pool = try DatabasePool(path: folder.database)
        let copy = try DatabaseQueue(path: folder.path + "/copy.sqlite")
        try pool.write { database in
            try database.insertNumber(4)
            try pool.backup(to: copy)
        }
        #expect(try copy.read { try $0.countOfNumbers() } == 3)
        try pool.backup(to: copy)
        #expect(try copy.read { try $0.countOfNumbers() } == 4)
        try copy.write { try $0.insertNumber(5) }
        #expect(try pool.read { try $0.countOfNumbers() } == 4)
    }
}
