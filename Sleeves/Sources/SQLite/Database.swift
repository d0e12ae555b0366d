internal import CDatabaseLocks
internal import CSQLite

/// A connection to a database, valid within a closure of ``DatabaseQueue`` or ``DatabasePool``.
///
/// ## Behavior
///
/// - Foreign keys are enforced.
/// - Files may be untrusted: pages are checked when they are read (`cell_size_check`), and schemas can't call dangerous functions.
/// - Locks last until the connections that need them are closed, even if the process opens and closes the file elsewhere.
/// - A statement fails if an error has ended its transaction, instead of running in one of its own.
///
/// - Threading: One thread at a time, within the closure that received it. Anything else traps.
///
/// The module replaces GRDB, of which Sleeves used about 15 calls. GRDB took 90 s of processor time to build, while this module takes 5,
/// and GRDB links all of Foundation into the program. The names and the table of migrations are still GRDB's.
public final class Database {
    /// SQLite's handle; `nil` after closing.
    private(set) var connection: OpaquePointer?
    /// Whether a closure is using the connection.
    private var isInUse = false
    /// Whether statements belong to a transaction.
    var isInTransaction = false
    private var cache: [StatementText: Statement] = [:]
    /// The maximum number of cached statements, more than a program has unless it writes values into their text.
    private static let cacheLimit = 512

    /// The result of giving SQLite locks that last, once in a process.
    private static let lockingCode = {
        sleeves_count_no_memory()
        return sleeves_use_lasting_locks()
    }()

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The file; `:memory:` for a database that lives as long as the connection.
    ///   - queriesOnly: Whether to refuse changes although the file is writable, which SQLite itself may need.
    init(path: String, configuration: Configuration, queriesOnly: Bool = false) throws {
        guard Self.lockingCode == SQLITE_OK else { throw DatabaseError(Self.lockingCode, on: nil) }
        var flags = SQLITE_OPEN_NOMUTEX | (configuration.immutable ? SQLITE_OPEN_URI : 0)
        flags |= configuration.readonly || configuration.immutable ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        if flags & SQLITE_OPEN_READWRITE != 0, !queriesOnly { flags |= SQLITE_OPEN_CREATE }
        // Depending on its build, SQLite would treat such a path as a URI.
        let plainName = path.hasPrefix("file:") ? "./" + path : path
        let name = configuration.immutable ? Self.address(of: path) + "?immutable=1" : plainName
        let code = sqlite3_open_v2(name, &connection, flags, nil)
        guard code == SQLITE_OK else {
            let error = DatabaseError(connection.map(sqlite3_extended_errcode) ?? code, on: connection)
            sqlite3_close_v2(connection)
            connection = nil
            throw error
        }
        sqlite3_extended_result_codes(connection, 1)
        waitForLocks(configuration.busyTimeout)
        try use { _ in
            try execute(sql: "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON")
            try configuration.prepareDatabase?(self)
            if queriesOnly { try execute(sql: "PRAGMA query_only = ON") }
        }
    }

    deinit {
        cache = [:]
        // Unlike sqlite3_close, it waits for statements that are still retained elsewhere.
        sqlite3_close_v2(connection)
    }

    /// Closes the connection. Fails while a statement is retained elsewhere.
    func close() throws(DatabaseError) {
        cache = [:]
        let code = sqlite3_close(connection)
        guard code == SQLITE_OK else { throw DatabaseError(code, on: connection) }
        connection = nil
    }

    private static func address(of path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-~".utf8)
        var address = path.hasPrefix("/") ? "file://" : "file:"
        for byte in path.utf8 {
            if plain.contains(byte) {
                address.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                address += (byte < 16 ? "%0" : "%") + String(byte, radix: 16)
            }
        }
        return address
    }

    /// The milliseconds before retrying a lock.
    static let pause: Int32 = 5

    private func waitForLocks(_ limit: Duration) {
        let tries = Int(limit / .milliseconds(Self.pause))
        // SAFETY: the pointer holds the number of retries, not an address, and is never dereferenced.
        sqlite3_busy_handler(
            connection,
            { limit, count in
                guard Int(count) < Int(bitPattern: limit) else { return 0 }
                sqlite3_sleep(Database.pause)
                return 1
            }, UnsafeMutableRawPointer(bitPattern: tries))
    }

    /// Calls `body` with this connection marked as in use.
    func use<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard connection != nil else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "the database has been closed") }
        isInUse = true
        defer { isInUse = false }
        return try body(self)
    }

    /// Fails if a statement would run outside its closure or its transaction.
    func checkUse() throws(DatabaseError) {
        precondition(isInUse, "Use a Database only within the closure that it was given to.")
        if isInTransaction, sqlite3_get_autocommit(connection) != 0 {
            throw DatabaseError(resultCode: .SQLITE_ABORT, message: "the transaction was ended by an earlier error")
        }
    }

    // MARK: Statements

    /// Compiles a single statement.
    public func makeStatement(sql: String) throws(DatabaseError) -> Statement {
        var statements: [Statement] = []
        try forEachStatement(in: sql) { statement throws(DatabaseError) in statements.append(statement) }
        guard statements.count == 1 else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "\(statements.count) statements instead of one", sql: sql)
        }
        return statements[0]
    }

    /// Returns a statement that is compiled the first time and then cached. If the cached statement is in use, returns another one.
    public func cachedStatement(sql: String) throws(DatabaseError) -> Statement {
        let text = StatementText(sql: sql)
        if let statement = cache[text], !statement.isRunning { return statement }
        let statement = try makeStatement(sql: sql)
        if cache.count >= Self.cacheLimit { cache = [:] }
        cache[text] = statement
        return statement
    }

    /// Runs a single statement, which is cached.
    public func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws(DatabaseError) {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Runs any number of statements.
    ///
    /// - Parameter arguments: The values for all statements, in order.
    public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws(DatabaseError) {
        var rest = arguments.values[...]
        try forEachStatement(in: sql) { statement throws(DatabaseError) in
            try statement.execute(consuming: &rest, names: arguments.names)
        }
        guard rest.isEmpty else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "there are more arguments than parameters", sql: sql)
        }
    }

    /// Compiles each statement of a text after running the previous ones, on which it may depend.
    private func forEachStatement(in sql: String, _ body: (Statement) throws(DatabaseError) -> Void) throws(DatabaseError) {
        try checkUse()
        // SQLite stops at the first NUL.
        guard !sql.utf8.contains(0) else { throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "there is a NUL in it", sql: sql) }
        var rest = Array(sql.utf8CString)[...]
        while rest.count > 1 {
            guard let length = Int32(exactly: rest.count) else { throw DatabaseError(resultCode: .SQLITE_TOOBIG) }
            var handle: OpaquePointer?
            var code = SQLITE_OK
            let used = rest.withUnsafeBufferPointer { bytes in
                var end: UnsafePointer<CChar>?
                code = sqlite3_prepare_v3(connection, bytes.baseAddress, length, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, &end)
                // SAFETY: both pointers point into the text.
                return end.map { $0 - bytes.baseAddress! } ?? 0
            }
            guard code == SQLITE_OK else { throw DatabaseError(code, on: connection, sql: sql) }
            if used == 0 { return }
            rest.removeFirst(used)
            // White space and comments produce no statement.
            if let handle { try body(Statement(handle, of: self)) }
        }
    }

    // MARK: State

    /// The ID of the last inserted row.
    public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

    /// The number of rows that the last statement changed, without changes by triggers and foreign keys.
    public var changesCount: Int { Int(sqlite3_changes64(connection)) }

    /// Returns whether there is a table of this name.
    public func tableExists(_ name: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?)"
        return try Bool.fetchOne(self, sql: sql, arguments: [name]) ?? false
    }
}

/// The text of a statement as a key. Its hash needs only the length and the end, because texts in a program are few and long, and comparing
/// a text with itself takes no time.
private struct StatementText: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
        hasher.combine(sql.utf8.count)
        hasher.combine(sql.utf8.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
}
