internal import CSQLite
internal import Dispatch
internal import Synchronization

/// A database that several closures can read while one writes.
///
/// ## Behavior
///
/// - Like ``DatabaseQueue``, but readers wait neither for the writer nor for each other. They see the state committed before they began.
/// - At most five closures read at once; others wait. So a reading closure must not wait for another one.
/// - The file has a write-ahead log beside it (`-wal`, `-shm`) until the last connection is closed.
/// - A crash of the program loses no committed transaction. A crash of the system may lose the last transactions, each as a whole.
///
/// Shared state:
/// - `readers`, protected by its lock: the idle connections, and whether more may be opened.
/// - The rest synchronizes itself.
///
/// - Threading: May be used from any thread. Calls block until their turn and for the disk.
public final class DatabasePool: DatabaseWriter {
    private struct Readers {
        var idle: [DatabaseQueue] = []
        var isClosed = false
    }

    private static let readerLimit = 5

    private let path: String
    private let configuration: Configuration
    private let writer: DatabaseQueue
    private let readers = Mutex(Readers())
    private let places = DispatchSemaphore(value: readerLimit)

    /// Opens a writable file, creating it if necessary.
    public init(path: String, configuration: Configuration = Configuration()) throws {
        self.path = path
        self.configuration = configuration
        writer = try DatabaseQueue(path: path, configuration: configuration)
        try writer.writeWithoutTransaction { database in
            guard try Self.makeLog(of: database, within: configuration.busyTimeout) == "wal" else {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "no write-ahead log can be made")
            }
            // With a write-ahead log, the file stays consistent after a crash of the system.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
            // The first one to read makes the log's index, and nobody else may read meanwhile: SQLITE_BUSY_RECOVERY.
            _ = try Int.fetchOne(database, sql: "PRAGMA schema_version")
        }
    }

    /// Switches to a write-ahead log. Waits for a writing connection itself, because SQLite has begun to read by then and never calls the
    /// busy handler.
    private static func makeLog(of database: Database, within limit: Duration) throws -> String? {
        let deadline = ContinuousClock.now + limit
        while true {
            do {
                return try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            } catch let error as DatabaseError where error.resultCode.primaryResultCode == .SQLITE_BUSY && .now < deadline {
                sqlite3_sleep(Database.pause)
            }
        }
    }

    deinit {
        // The last connection to close checkpoints the log. The writer waits least for the disk, so it closes last.
        readers.withLock { $0 = Readers(isClosed: true) }
    }

    /// Reads the database as of one moment.
    public func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        places.wait()
        defer { places.signal() }
        let reader = try takeReader()
        defer { giveBack(reader) }
        return try reader.read(body)
    }

    private func takeReader() throws -> DatabaseQueue {
        let idle = try readers.withLock { readers throws(DatabaseError) in
            if readers.isClosed { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database has been closed") }
            return readers.idle.popLast()
        }
        // Writable connections, because SQLite may have to create or repair the log before reading.
        return try idle ?? DatabaseQueue(path: path, configuration: configuration, queriesOnly: true)
    }

    private func giveBack(_ reader: DatabaseQueue) {
        readers.withLock { $0.idle.append(reader) }
    }

    /// Changes the database in one transaction.
    public func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.write(body)
    }

    /// Calls `body` without a transaction; `body` may begin its own.
    public func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.writeWithoutTransaction(body)
    }

    /// Calls `body` without a transaction. Suspends until its turn, so that no thread waits for a long transaction.
    public func writeWithoutTransaction<Value: Sendable>(whenIdle body: @escaping @Sendable (Database) throws -> Value) async throws
        -> Value
    {
        try await writer.writeWithoutTransaction(whenIdle: body)
    }

    /// Waits for running closures and closes the database.
    public func close() throws {
        for _ in 0..<Self.readerLimit { places.wait() }
        defer { for _ in 0..<Self.readerLimit { places.signal() } }
        let idle = readers.withLock { readers in
            defer { readers = Readers(isClosed: true) }
            return readers.idle
        }
        for reader in idle { try reader.close() }
        try writer.close()
    }
}
