internal import CSQLite

extension Database {
    /// Calls `body` in a transaction, which is rolled back if `body` or the commit fails.
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
            // An error may already have ended it.
            if sqlite3_get_autocommit(connection) == 0 { try? cachedStatement(sql: "ROLLBACK").execute() }
            throw error
        }
    }

    /// Copies the current state of this database to another.
    func backup(to other: Database) throws {
        guard let backup = sqlite3_backup_init(other.connection, "main", connection, "main") else {
            throw DatabaseError(sqlite3_extended_errcode(other.connection), on: other.connection)
        }
        let code = sqlite3_backup_step(backup, -1)
        sqlite3_backup_finish(backup)
        guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
