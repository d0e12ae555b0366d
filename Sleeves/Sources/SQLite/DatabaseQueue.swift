internal import Dispatch

/// A database that only one closure at a time reads or writes.
///
/// ## Behavior
///
/// - ``read(_:)`` and ``write(_:)`` call their closure in its own transaction: an error discards all its changes.
/// - Writing in a closure of ``read(_:)`` fails.
/// - Closures run in the order of the calls. A nested call, which would deadlock, traps.
///
/// - Threading: May be used from any thread. Calls block until their turn and for the disk.
public final class DatabaseQueue: DatabaseWriter {
    private let queue = DispatchQueue(label: "sqlite")
    // SAFETY: used only on the queue, except in deinit, when there is no other reference.
    private nonisolated(unsafe) let database: Database
    private let mayWrite: Bool

    /// Opens a file, creating it if necessary and writable.
    public convenience init(path: String, configuration: Configuration = Configuration()) throws {
        try self.init(path: path, configuration: configuration, queriesOnly: false)
    }

    /// Creates a database in memory, which lives as long as the queue.
    public convenience init() throws {
        try self.init(path: ":memory:")
    }

    init(path: String, configuration: Configuration, queriesOnly: Bool) throws {
        database = try Database(path: path, configuration: configuration, queriesOnly: queriesOnly)
        mayWrite = !configuration.readonly && !configuration.immutable && !queriesOnly
    }

    /// Reads the database as of one moment.
    public func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writeWithoutTransaction { database in
            guard mayWrite else { return try database.inTransaction("BEGIN", body) }
            try database.execute(sql: "PRAGMA query_only = ON")
            defer { try? database.execute(sql: "PRAGMA query_only = OFF") }
            return try database.inTransaction("BEGIN", body)
        }
    }

    /// Changes the database in one transaction.
    public func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        // A transaction that begins by reading can't wait for another writer when it starts writing.
        try writeWithoutTransaction { database in try database.inTransaction("BEGIN IMMEDIATE", body) }
    }

    /// Calls `body` without a transaction; `body` may begin its own.
    public func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .notOnQueue(queue))
        return try queue.sync { try database.use(body) }
    }

    /// Calls `body` without a transaction. Suspends until its turn, so that no thread waits for a long transaction.
    public func writeWithoutTransaction<Value: Sendable>(whenIdle body: @escaping @Sendable (Database) throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.database.use(body) }) }
        }
    }

    /// Waits for running closures and closes the database.
    public func close() throws {
        try queue.sync { try database.close() }
    }
}
