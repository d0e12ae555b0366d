/// What reads and writes a database, in closures that get its ``Database``.
public protocol DatabaseWriter: Sendable {
    /// Reads the database as of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Changes the database in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Changes the database in transactions that `body` makes itself, or in none.
    func writeWithoutTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value

    /// Waits for the closures that have begun, and closes the database. What is asked of it afterwards fails.
    func close() throws
}

extension DatabaseWriter {
    /// Makes another database the same as this one is at one moment, also while others write.
    public func backup(to other: DatabaseQueue) throws {
        try read { database in try other.writeWithoutTransaction { try database.backup(to: $0) } }
    }
}
