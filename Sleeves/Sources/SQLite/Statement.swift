internal import CSQLite

/// A compiled statement. It belongs to the ``Database`` that made it and follows its rules for use.
public final class Statement {
    let handle: OpaquePointer
    private unowned let database: Database
    /// Whether its rows are being read.
    private(set) var isRunning = false
    /// The total number of steps.
    private(set) var stepCount: UInt64 = 0
    /// The last names of parameters, and the indexes of the parameters.
    private var known: (names: [String], indexes: [Int32]) = ([], [])

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Runs the statement to its end, ignoring rows.
    public func execute(arguments: StatementArguments = StatementArguments()) throws(DatabaseError) {
        var rest = arguments.values[...]
        try execute(consuming: &rest, names: arguments.names)
        guard rest.isEmpty else { throw error(.SQLITE_MISUSE, "there are more arguments than parameters") }
    }

    /// Runs the statement with as many of the first values as it has parameters, and removes those values.
    func execute(consuming values: inout ArraySlice<DatabaseValue>, names: [String]) throws(DatabaseError) {
        try begin()
        do throws(DatabaseError) {
            try bind(&values, names: names)
            while try step() {}
        } catch {
            end()
            throw error
        }
        end()
    }

    /// Calls `body` with each row.
    ///
    /// - Parameter body: Returns whether to continue.
    @usableFromInline
    func run(_ arguments: StatementArguments, _ body: (Row) throws -> Bool) throws {
        try begin()
        do {
            var rest = arguments.values[...]
            try bind(&rest, names: arguments.names)
            guard rest.isEmpty else { throw error(.SQLITE_MISUSE, "there are more arguments than parameters") }
            while try step(), try body(Row(self)) {}
        } catch {
            end()
            throw error
        }
        // This finishes a statement that was stopped halfway.
        let code = end()
        guard code == SQLITE_OK else { throw DatabaseError(code, on: connection, sql: sql) }
    }

    private func begin() throws(DatabaseError) {
        try database.checkUse()
        if isRunning { throw error(.SQLITE_MISUSE, "the statement is used while its rows are being read") }
        isRunning = true
    }

    private func step() throws(DatabaseError) -> Bool {
        stepCount += 1
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(code, on: connection, sql: sql)
        }
    }

    @discardableResult
    private func end() -> Int32 {
        isRunning = false
        let code = sqlite3_reset(handle)
        // Release long texts from memory.
        sqlite3_clear_bindings(handle)
        return code
    }

    // MARK: Parameters

    private func bind(_ values: inout ArraySlice<DatabaseValue>, names: [String]) throws(DatabaseError) {
        let count = Int(sqlite3_bind_parameter_count(handle))
        guard values.count >= count, names.isEmpty || names.count == values.count else {
            throw error(.SQLITE_MISUSE, "\(values.count) arguments for \(count) parameters")
        }
        // Nearly always they are the same again.
        if names != known.names { known = (names, names.map { sqlite3_bind_parameter_index(handle, ":" + $0) }) }
        for (position, value) in values.prefix(count).enumerated() {
            let index = names.isEmpty ? Int32(position + 1) : known.indexes[position]
            if index == 0 { throw error(.SQLITE_MISUSE, "there is no parameter :\(names[position])") }
            let code = bind(value, at: index)
            guard code == SQLITE_OK else { throw DatabaseError(code, on: connection, sql: sql) }
        }
        values.removeFirst(count)
    }

    private func bind(_ value: DatabaseValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                // SAFETY: SQLITE_TRANSIENT, -1, makes SQLite copy the bytes before this returns. An empty buffer may have no address, and a
                // text at no address would be NULL.
                let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
                return bytes.withMemoryRebound(to: CChar.self) {
                    guard let start = $0.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copied) }
                    return sqlite3_bind_text64(handle, index, start, UInt64($0.count), copied, UInt8(SQLITE_UTF8))
                }
            }
        }
    }

    // MARK: Errors

    var connection: OpaquePointer? { sqlite3_db_handle(handle) }

    private var sql: String? { sqlite3_sql(handle).map { String(cString: $0) } }

    func error(_ code: ResultCode, _ message: String? = nil) -> DatabaseError {
        DatabaseError(resultCode: code, message: message, sql: sql)
    }
}
