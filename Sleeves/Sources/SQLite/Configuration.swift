/// The options for opening a database.
public struct Configuration: Sendable {
    /// Whether the file is opened read-only.
    public var readonly = false
    /// Whether the file is guaranteed not to change while it is open. SQLite then neither creates nor looks for files beside it. Implies
    /// ``readonly``.
    public var immutable = false
    /// The longest time to wait for another connection's lock, retrying every five milliseconds. Zero fails at once.
    public var busyTimeout: Duration = .zero
    /// Called with each connection after it is opened.
    public var prepareDatabase: (@Sendable (Database) throws -> Void)?

    /// Creates options for a file that is created if necessary, read and written.
    public init() {}
}
