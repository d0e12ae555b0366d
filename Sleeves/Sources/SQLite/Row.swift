internal import CSQLite

/// A row of a statement's result, valid until the statement's next step. Values are copied only on access.
///
/// ```swift
/// let titles = try Row.fetchAll(database, sql: "SELECT title, year FROM album") { row in
///     (title: try row[0] as String, year: try row["year"] as Int?)
/// }
/// ```
///
/// ## Behavior
///
/// - A value of another type is an error; so are `NULL` for a type that isn't optional and a number that the type can't hold.
/// - Reading values of a row that is no longer valid is an error.
/// - A text is read to its end, whatever it contains. Invalid UTF-8 is replaced by U+FFFD.
public struct Row {
    private let statement: Statement
    private let number: UInt64
    private let count: Int32

    init(_ statement: Statement) {
        self.statement = statement
        number = statement.stepCount
        count = sqlite3_data_count(statement.handle)
    }

    /// Returns the value of a column, counted from 0.
    @inlinable
    public subscript<Value: DatabaseValueConvertible>(column: Int) -> Value {
        get throws(DatabaseError) {
            let index = try index(of: column)
            guard let value = Value(self, at: index) else { throw mismatch(Value.self, at: index) }
            return value
        }
    }

    /// Returns the value of the first column of this name, as the statement spells it.
    ///
    /// - Complexity: O(*n*) in the number of columns.
    @inlinable
    public subscript<Value: DatabaseValueConvertible>(name: String) -> Value {
        get throws(DatabaseError) { try self[try column(named: name)] }
    }

    @usableFromInline
    func index(of column: Int) throws(DatabaseError) -> Int32 {
        try checkPresence()
        guard let index = Int32(exactly: column), (0..<count).contains(index) else {
            throw statement.error(.SQLITE_MISUSE, "there is no column \(column)")
        }
        return index
    }

    @usableFromInline
    func column(named name: String) throws(DatabaseError) -> Int {
        try checkPresence()
        let column = (0..<count).first { column in
            sqlite3_column_name(statement.handle, column).map { String(cString: $0) } == name
        }
        guard let column else { throw statement.error(.SQLITE_MISUSE, "there is no column \(name)") }
        return Int(column)
    }

    private func checkPresence() throws(DatabaseError) {
        guard statement.isRunning, statement.stepCount == number else {
            throw statement.error(.SQLITE_MISUSE, "the statement has gone on, so the row has no values any more")
        }
    }

    // MARK: Access for value types

    @usableFromInline
    func isNull(at column: Int32) -> Bool {
        sqlite3_column_type(statement.handle, column) == SQLITE_NULL
    }

    @usableFromInline
    func integer(at column: Int32) -> Int64? {
        sqlite3_column_type(statement.handle, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement.handle, column) : nil
    }

    @usableFromInline
    func text(at column: Int32) -> String? {
        guard sqlite3_column_type(statement.handle, column) == SQLITE_TEXT,
            // Read the length after the text, because only then is it the length in UTF-8.
            let start = sqlite3_column_text(statement.handle, column)
        else { return nil }
        let count = Int(sqlite3_column_bytes(statement.handle, column))
        // SAFETY: SQLite keeps the text until the statement's next step, which doesn't happen here.
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @usableFromInline
    func mismatch(_ type: any DatabaseValueConvertible.Type, at column: Int32) -> DatabaseError {
        let storage = sqlite3_column_type(statement.handle, column)
        if storage == SQLITE_TEXT, sqlite3_errcode(statement.connection) == SQLITE_NOMEM { return statement.error(.SQLITE_NOMEM) }
        let name = sqlite3_column_name(statement.handle, column).map { String(cString: $0) } ?? ""
        let found =
            switch storage {
            case SQLITE_INTEGER: "a number"
            case SQLITE_FLOAT: "a fraction"
            case SQLITE_TEXT: "a text"
            case SQLITE_BLOB: "a blob"
            default: "NULL"
            }
        return statement.error(.SQLITE_MISMATCH, "column \(column) (\(name)) is \(found), which is no \(type)")
    }
}
