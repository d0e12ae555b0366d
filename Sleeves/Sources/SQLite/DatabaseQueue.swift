internal import Dispatch

/// A database that one closure at a time reads or writes.
///
/// ## Behavior
///
/// - ``read(_:)`` and ``write(_:)`` call their closure in a transaction of its own: all of it is done, or nothing where an error comes of it.
/// - A closure of ``read(_:)`` that writes fails.
/// - Closures have their turn in the order in which they come. One that would wait for itself stops the program.
///
/// - Threading: May be used from any thread. The calls wait for their turn, and for the disk.
public final class DatabaseQueue: DatabaseWriter {
    private let queue = DispatchQueue(label: "sqlite")
    // SAFETY: Used on the queue only, but for its end, when nobody has this any more.
    private nonisolated(unsafe) let database: Database
    private let mayWrite: Bool

    /// Opens a file, and creates it where it is not there and may be written.
    public convenience init(path: String, configuration: Configuration = Configuration()) throws {
        try self.init(path: path, configuration: configuration, queriesOnly: false)
    }

    /// A database in memory, which lasts as long as the queue.
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
        // A transaction that reads first and then wants to write cannot wait for another one that writes.
        try writeWithoutTransaction { database in try database.inTransaction("BEGIN IMMEDIATE", body) }
    }

    /// Changes the database in transactions that `body` makes itself, or in none.
    public func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
        dispatchPrecondition(condition: .notOnQueue(queue))
        return try queue.sync { try database.use(body) }
    }

    /// Waits for the closures that have begun, and closes the database.
    public func close() throws {
        try queue.sync { try database.close() }
    }
}
