/// A database that is read and written in closures with a ``Database``.
public protocol DatabaseWriter: Sendable {
    /// Reads the database as of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Changes the database in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Calls `body` without a transaction; `body` may begin its own.
    func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Calls `body` without a transaction. Suspends until its turn, so that no thread waits for a long transaction.
    func writeWithoutTransaction<Value: Sendable>(whenIdle body: @escaping @Sendable (Database) throws -> Value) async throws -> Value

    /// Waits for running closures and closes the database. Later calls fail.
    func close() throws
}

extension DatabaseWriter {
    /// Copies the state of this database at one moment to another, even while others write.
    public func backup(to other: DatabaseQueue) throws {
        try read { database in try other.writeWithoutTransaction { try database.backup(to: $0) } }
    }
}
