/// A value in a bucket.
public struct KeyValueEntry: Sendable, Hashable {
    /// The key: words separated by dots.
    public let key: String
    /// The value; empty if it was deleted.
    public let value: [UInt8]
    /// The revision of the value. Each later value in the bucket has a greater one, whatever its key.
    public let revision: UInt64
    /// The time at which the server stored the value, in nanoseconds since 1970. A server that was restored from a copy may give the same
    /// revision to another value, but never at the same time.
    public let time: Int64

    /// Creates an entry.
    public init(key: String, value: [UInt8], revision: UInt64, time: Int64) {
        (self.key, self.value, self.revision, self.time) = (key, value, revision, time)
    }
}

/// A key in a bucket, without its value.
public struct KeyValueHead: Sendable, Hashable {
    /// The key: words separated by dots.
    public let key: String
    /// The revision of the value.
    public let revision: UInt64
    /// The time at which the server stored the value, in nanoseconds since 1970.
    public let time: Int64
    /// The size of the value, in bytes; 0 if it was deleted.
    public let size: Int
}

/// The state of a bucket when a connection reaches it.
public struct KeyValueStatus: Sendable, Hashable {
    /// The time of its creation, in nanoseconds since 1970. Another bucket of the same name was created at another time.
    public let created: Int64
    /// The last revision.
    public let lastRevision: UInt64
    /// The keys that were to be listed, in the order of their revisions.
    public let heads: [KeyValueHead]
    /// Whether the bucket has limits by which it discards values: a number, a size or an age.
    public let discardsValues: Bool
}

/// A reader of a ``KeyValueBucket``.
///
/// - Threading: The bucket calls it on threads of its own, one call at a time. While a call runs, the bucket may neither read nor write:
///   don't wait in it for either.
public protocol KeyValueReader: AnyObject, Sendable {
    /// Responds when a connection reaches the bucket, or before it is read again.
    ///
    /// - Parameter status: The state of the bucket.
    /// - Returns: The revision after which to continue; 0 for everything. One after the last revision counts as the last one.
    func begin(_ status: KeyValueStatus) -> UInt64

    /// Receives values, in the order of their revisions. When this returns, the next ones are requested.
    ///
    /// - Parameters:
    ///   - entries: The values. None if there is nothing to read at the beginning.
    ///   - isCaughtUp: Whether the bucket had nothing newer when it sent the last one.
    func receive(_ entries: [KeyValueEntry], isCaughtUp: Bool)

    /// Responds to a lost connection, or to a bucket that can't be used. The bucket retries automatically. Nothing arrives until it calls
    /// ``begin(_:)``.
    ///
    /// - Parameter problem: Why the bucket can't be used; `nil` if the connection was lost.
    func interrupt(_ problem: ConnectionError?)
}
