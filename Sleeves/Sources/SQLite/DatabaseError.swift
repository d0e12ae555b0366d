internal import CSQLite

/// What SQLite reports instead of doing what it was asked for, or what makes a value unusable.
public struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The extended result code.
    public let resultCode: ResultCode
    /// What SQLite says about it, in English.
    public let message: String
    /// The statement that failed, where it was one.
    public let sql: String?

    /// - Parameter message: `nil` for the general description of the code.
    public init(resultCode: ResultCode, message: String? = nil, sql: String? = nil) {
        self.resultCode = resultCode
        self.message = message ?? resultCode.description
        self.sql = sql
    }

    /// The error of the last call on a connection.
    init(_ code: Int32, on connection: OpaquePointer?, sql: String? = nil) {
        let message = connection.flatMap(sqlite3_errmsg).map { String(cString: $0) }
        self.init(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }

    /// All of it, for logs.
    public var description: String {
        "SQLite error \(resultCode.rawValue): \(message)" + (sql.map { " (in: \($0))" } ?? "")
    }
}

/// A result code of SQLite, primary or extended.
///
/// See [Result and Error Codes](https://www.sqlite.org/rescode.html).
public struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number that SQLite knows it by.
    public let rawValue: Int32

    /// The code of a number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The kind of failure that an extended code belongs to.
    public var primaryResultCode: ResultCode { ResultCode(rawValue: rawValue & 0xFF) }

    /// What the code means, in SQLite's words.
    public var description: String { String(cString: sqlite3_errstr(rawValue)) }

    /// The transaction was ended by an earlier error.
    public static let SQLITE_ABORT = ResultCode(rawValue: CSQLite.SQLITE_ABORT)
    /// The person may not do this.
    public static let SQLITE_AUTH = ResultCode(rawValue: CSQLite.SQLITE_AUTH)
    /// Another connection has held the database for too long.
    public static let SQLITE_BUSY = ResultCode(rawValue: CSQLite.SQLITE_BUSY)
    /// A file cannot be opened or made.
    public static let SQLITE_CANTOPEN = ResultCode(rawValue: CSQLite.SQLITE_CANTOPEN)
    /// A rule of the schema forbids the change.
    public static let SQLITE_CONSTRAINT = ResultCode(rawValue: CSQLite.SQLITE_CONSTRAINT)
    /// The file is damaged.
    public static let SQLITE_CORRUPT = ResultCode(rawValue: CSQLite.SQLITE_CORRUPT)
    /// The statement is wrong, or fails for a reason of its own.
    public static let SQLITE_ERROR = ResultCode(rawValue: CSQLite.SQLITE_ERROR)
    /// The disk is full.
    public static let SQLITE_FULL = ResultCode(rawValue: CSQLite.SQLITE_FULL)
    /// The system refused to read or write.
    public static let SQLITE_IOERR = ResultCode(rawValue: CSQLite.SQLITE_IOERR)
    /// The same connection is in the way.
    public static let SQLITE_LOCKED = ResultCode(rawValue: CSQLite.SQLITE_LOCKED)
    /// A value is not of the type that was asked for.
    public static let SQLITE_MISMATCH = ResultCode(rawValue: CSQLite.SQLITE_MISMATCH)
    /// This module was used in a way that it does not allow.
    public static let SQLITE_MISUSE = ResultCode(rawValue: CSQLite.SQLITE_MISUSE)
    /// There is no memory left.
    public static let SQLITE_NOMEM = ResultCode(rawValue: CSQLite.SQLITE_NOMEM)
    /// The file is no database.
    public static let SQLITE_NOTADB = ResultCode(rawValue: CSQLite.SQLITE_NOTADB)
    /// The person may not use the file.
    public static let SQLITE_PERM = ResultCode(rawValue: CSQLite.SQLITE_PERM)
    /// The database may not be written.
    public static let SQLITE_READONLY = ResultCode(rawValue: CSQLite.SQLITE_READONLY)
    /// A value or statement is longer than SQLite allows.
    public static let SQLITE_TOOBIG = ResultCode(rawValue: CSQLite.SQLITE_TOOBIG)
}
