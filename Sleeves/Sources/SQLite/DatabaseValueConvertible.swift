/// A value for a parameter of a statement.
public enum DatabaseValue: Sendable, Hashable {
    /// `NULL`.
    case null
    /// An integer.
    case integer(Int64)
    /// A text, which may contain any character, including NUL.
    case text(String)
}

/// A type for parameters of statements and columns of rows.
public protocol DatabaseValueConvertible {
    /// The value as a parameter.
    var databaseValue: DatabaseValue { get }

    /// Reads the value of a column; `nil` if the column holds a value of another type.
    init?(_ row: Row, at column: Int32)
}

extension Int64: DatabaseValueConvertible {
    /// The value as a parameter.
    @inlinable
    public var databaseValue: DatabaseValue { .integer(self) }

    /// The value in a column.
    @inlinable
    public init?(_ row: Row, at column: Int32) {
        guard let value = row.integer(at: column) else { return nil }
        self = value
    }
}

extension Int: DatabaseValueConvertible {
    /// The value as a parameter.
    @inlinable
    public var databaseValue: DatabaseValue { .integer(Int64(self)) }

    /// The value in a column.
    @inlinable
    public init?(_ row: Row, at column: Int32) {
        guard let value = row.integer(at: column) else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: DatabaseValueConvertible {
    /// The value as a parameter.
    @inlinable
    public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

    /// The value in a column. As in SQLite's own expressions, every number but 0 is true.
    @inlinable
    public init?(_ row: Row, at column: Int32) {
        guard let value = row.integer(at: column) else { return nil }
        self = value != 0
    }
}

extension String: DatabaseValueConvertible {
    /// The value as a parameter.
    @inlinable
    public var databaseValue: DatabaseValue { .text(self) }

    /// The value in a column.
    @inlinable
    public init?(_ row: Row, at column: Int32) {
        guard let value = row.text(at: column) else { return nil }
        self = value
    }
}

extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
    /// The value as a parameter.
    @inlinable
    public var databaseValue: DatabaseValue { self?.databaseValue ?? .null }

    /// The value in a column.
    @inlinable
    public init?(_ row: Row, at column: Int32) {
        if row.isNull(at: column) {
            self = .none
        } else {
            guard let value = Wrapped(row, at: column) else { return nil }
            self = value
        }
    }
}
