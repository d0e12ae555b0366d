internal import CSQLite

/// An error from SQLite, or from reading an unusable value.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extended result code.
    public let resultCode: ResultCode
    /// SQLite's message, in English.
    public let message: String
    /// The failed statement, if there is one.
    public let sql: String?

    /// - Parameter message: The message; `nil` for the general description of the code.
    public init(resultCode: ResultCode, message: String? = nil, sql: String? = nil) {
        self.resultCode = resultCode
        self.message = message ?? resultCode.description
        self.sql = sql
    }

    /// Creates the error of the last call on a connection.
    init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
        let message = connection.flatMap(sqlite3_errmsg).map { String(cString: $0) }
        self.init(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }

    /// All parts of the error, for logs.
    public var description: String {
        "SQLite error \(resultCode.rawValue): \(message)" + (sql.map { " (in: \($0))" } ?? "")
    }
}

/// A result code of SQLite, primary or extended.
///
/// See [Result and Error Codes](https://www.sqlite.org/rescode.html).
public struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// SQLite's number.
    public let rawValue: Int32

    /// Creates a code from a number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The primary code of an extended code.
    public var primaryResultCode: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// SQLite's description of the code.
    public var description: String { String(cString: sqlite3_errstr(rawValue)) }

    /// An earlier error ended the transaction.
    public static let SQLITE_ABORT = ResultCode(rawValue: CSQLite.SQLITE_ABORT)
    /// The operation isn't authorized.
    public static let SQLITE_AUTH = ResultCode(rawValue: CSQLite.SQLITE_AUTH)
    /// Another connection has held the database for too long.
    public static let SQLITE_BUSY = ResultCode(rawValue: CSQLite.SQLITE_BUSY)
    /// A file can't be opened or created.
    public static let SQLITE_CANTOPEN = ResultCode(rawValue: CSQLite.SQLITE_CANTOPEN)
    /// The change violates a constraint.
    public static let SQLITE_CONSTRAINT = ResultCode(rawValue: CSQLite.SQLITE_CONSTRAINT)
    /// The file is damaged.
    public static let SQLITE_CORRUPT = ResultCode(rawValue: CSQLite.SQLITE_CORRUPT)
    /// The statement is invalid or fails.
    public static let SQLITE_ERROR = ResultCode(rawValue: CSQLite.SQLITE_ERROR)
    /// The disk is full.
    public static let SQLITE_FULL = ResultCode(rawValue: CSQLite.SQLITE_FULL)
    /// The system refused to read or write.
    public static let SQLITE_IOERR = ResultCode(rawValue: CSQLite.SQLITE_IOERR)
    /// The same connection holds a lock.
    public static let SQLITE_LOCKED = ResultCode(rawValue: CSQLite.SQLITE_LOCKED)
    /// A value isn't of the requested type.
    public static let SQLITE_MISMATCH = ResultCode(rawValue: CSQLite.SQLITE_MISMATCH)
    /// The module was used incorrectly.
    public static let SQLITE_MISUSE = ResultCode(rawValue: CSQLite.SQLITE_MISUSE)
    /// There is no memory left.
    public static let SQLITE_NOMEM = ResultCode(rawValue: CSQLite.SQLITE_NOMEM)
    /// The file isn't a database.
    public static let SQLITE_NOTADB = ResultCode(rawValue: CSQLite.SQLITE_NOTADB)
    /// The user has no permission for the file.
    public static let SQLITE_PERM = ResultCode(rawValue: CSQLite.SQLITE_PERM)
    /// The database is read-only.
    public static let SQLITE_READONLY = ResultCode(rawValue: CSQLite.SQLITE_READONLY)
    /// A value or statement is longer than SQLite allows.
    public static let SQLITE_TOOBIG = ResultCode(rawValue: CSQLite.SQLITE_TOOBIG)
}
