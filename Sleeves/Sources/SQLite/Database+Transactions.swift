internal import CSQLite

/// How a transaction ends that nothing has failed in.
public enum TransactionCompletion: Sendable {
    /// What was done stays.
    case commit
    /// Nothing was done.
    case rollback
}

extension Database {
    /// Calls `body` in a transaction, which is rolled back where `body` or the end of the transaction fails.
    ///
    /// - Parameter begin: The statement that begins it.
    func inTransaction<Value>(_ begin: String, _ body: (Database) throws -> Value) throws -> Value {
        try cachedStatement(sql: begin).execute()
        isInTransaction = true
        do {
            let value = try body(self)
            try cachedStatement(sql: "COMMIT").execute()
            isInTransaction = false
            return value
        } catch {
            isInTransaction = false
            // An error may have ended it already.
            if sqlite3_get_autocommit(connection) == 0 { try? cachedStatement(sql: "ROLLBACK").execute() }
            throw error
        }
    }

    /// Calls `body` in a part of a transaction that can be rolled back by itself, and is where `body` fails.
    public func inSavepoint(_ body: () throws -> TransactionCompletion) throws {
        try execute(sql: "SAVEPOINT part")
        do {
            if try body() == .rollback { try execute(sql: "ROLLBACK TO part") }
            try execute(sql: "RELEASE part")
        } catch {
            try? execute(sql: "ROLLBACK TO part; RELEASE part")
            throw error
        }
    }

    /// Makes another database the same as this one, as it is now.
    func backup(to other: Database) throws {
        guard let backup = sqlite3_backup_init(other.connection, "main", connection, "main") else {
            throw DatabaseError(sqlite3_extended_errcode(other.connection), on: other.connection)
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
