/// How a database is opened.
public struct Configuration: Sendable {
    /// Whether the file is only read.
    public var readonly = false
    /// Whether nobody changes the file while it is open: SQLite then makes no files beside it, and looks for none. Implies ``readonly``.
    public var immutable = false
    /// How long to wait for another connection's lock. Asks again every five milliseconds; without it, a lock is an error at once.
    public var busyTimeout: Duration = .zero
    /// Called with each connection once it is open.
    public var prepareDatabase: (@Sendable (Database) throws -> Void)?

    /// A file that is created where it is not there, and written.
    public init() {}
}
