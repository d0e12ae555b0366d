internal import CSQLite
internal import Dispatch
internal import Synchronization

/// A database that several closures read at once, while one writes.
///
/// ## Behavior
///
/// - As ``DatabaseQueue``, but readers neither wait for the one that writes nor for each other. They see what was committed before they began.
/// - At most five closures read at once; others wait. So a closure that reads must not wait for another one.
/// - The file has a write-ahead log beside it (`-wal`, `-shm`), until the last connection is closed.
/// - A crash of the program loses nothing that was committed. A crash of the system may lose the last transactions, each as a whole.
///
/// What is protected by what:
/// - `readers` by its lock: the connections that nobody reads with now, and whether more may be opened.
/// - The rest synchronises itself.
///
/// - Threading: May be used from any thread. The calls wait for their turn, and for the disk.
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

    /// Opens a file that may be written, and creates it where it is not there.
    public init(path: String, configuration: Configuration = Configuration()) throws {
        self.path = path
        self.configuration = configuration
        writer = try DatabaseQueue(path: path, configuration: configuration)
        try writer.writeWithoutTransaction { database in
            guard try Self.makeLog(of: database, within: configuration.busyTimeout) == "wal" else {
                throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "no write-ahead log can be made")
            }
            // With a write-ahead log, the file is whole after a crash of the system all the same.
            try database.execute(sql: "PRAGMA synchronous = NORMAL")
        }
    }

    /// Switches to a write-ahead log. Waits here for a connection that writes, because SQLite does not: it has begun to read by then, and so
    /// never calls the handler that waits.
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
        // The last to close takes the log over, which the writer does with the least waiting for the disk.
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
        // Connections for writing, because SQLite may have to create or repair the log before anything can be read.
        return try idle ?? DatabaseQueue(path: path, configuration: configuration, queriesOnly: true)
    }

    private func giveBack(_ reader: DatabaseQueue) {
        readers.withLock { $0.idle.append(reader) }
    }

    /// Changes the database in one transaction.
    public func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.write(body)
    }

    /// Changes the database in transactions that `body` makes itself, or in none.
    public func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.writeWithoutTransaction(body)
    }

    /// Waits for the closures that have begun, and closes the database.
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
