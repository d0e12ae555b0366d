// Functions that read the result of a query. Each finishes its statement before it returns. Statements in text are cached.

extension DatabaseValueConvertible {
    /// Returns the first column of the first row; `nil` if there is no row or it is `NULL`.
    @inlinable
    public static func fetchOne(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> Self? {
        try Row.fetchOne(statement, arguments: arguments) { row in try row[0] as Self? } ?? nil
    }

    /// Returns the first column of the first row; `nil` if there is no row or it is `NULL`.
    @inlinable
    public static func fetchOne(_ database: Database, sql: String, arguments: StatementArguments = StatementArguments()) throws -> Self? {
        try fetchOne(try database.cachedStatement(sql: sql), arguments: arguments)
    }

    /// Returns the first column of all rows.
    @inlinable
    public static func fetchAll(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> [Self] {
        try Row.fetchAll(statement, arguments: arguments) { row in try row[0] }
    }

    /// Returns the first column of all rows.
    @inlinable
    public static func fetchAll(_ database: Database, sql: String, arguments: StatementArguments = StatementArguments()) throws -> [Self] {
        try fetchAll(try database.cachedStatement(sql: sql), arguments: arguments)
    }
}

extension Row {
    /// Calls `body` with each row, until it throws.
    @inlinable
    public static func forEach(
        _ statement: Statement, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Void
    ) throws {
        try statement.run(arguments) { row in
            try body(row)
            return true
        }
    }

    /// Calls `body` with each row, until it throws.
    @inlinable
    public static func forEach(
        _ database: Database, sql: String, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Void
    ) throws {
        try forEach(try database.cachedStatement(sql: sql), arguments: arguments, body)
    }

    /// Returns the result of `body` for the first row; `nil` if there is none.
    @inlinable
    public static func fetchOne<Value>(
        _ statement: Statement, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Value
    ) throws -> Value? {
        var value: Value?
        try statement.run(arguments) { row in
            value = try body(row)
            return false
        }
        return value
    }

    /// Returns the result of `body` for the first row; `nil` if there is none.
    @inlinable
    public static func fetchOne<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Value
    ) throws -> Value? {
        try fetchOne(try database.cachedStatement(sql: sql), arguments: arguments, body)
    }

    /// Returns the results of `body` for all rows.
    @inlinable
    public static func fetchAll<Value>(
        _ statement: Statement, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        try forEach(statement, arguments: arguments) { row in values.append(try body(row)) }
        return values
    }

    /// Returns the results of `body` for all rows.
    @inlinable
    public static func fetchAll<Value>(
        _ database: Database, sql: String, arguments: StatementArguments = StatementArguments(), _ body: (Row) throws -> Value
    ) throws -> [Value] {
        try fetchAll(try database.cachedStatement(sql: sql), arguments: arguments, body)
    }
}
