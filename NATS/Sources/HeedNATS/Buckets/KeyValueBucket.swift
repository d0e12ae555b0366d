/// A bucket of values by key on a server, which keeps the last value of each key.
///
/// It is NATS' key-value bucket, so `nats kv` shows it, too. A reader receives all values, and then each new one.
///
/// ```swift
/// let bucket = KeyValueBucket("rooms", on: connection, by: reader)
/// let revision = try await bucket.put(Array("blue".utf8), for: "kitchen.lamp", expecting: 0)
/// try await bucket.put(Array("green".utf8), for: "kitchen.lamp", expecting: revision)
/// ```
///
/// ## Behavior
/// - The bucket is created on the server if it doesn't exist, and again if it is deleted: within seconds if the server says so and the user
///   may subscribe to `$JS.EVENT.ADVISORY.STREAM.>`, otherwise with the next value that is written, or after three minutes.
/// - A reader receives the values after the revision that it returns from ``KeyValueReader/begin(_:)``, in order, without gaps and
///   repetitions, until `begin` is called again. Values that others replace meanwhile are skipped.
/// - At most ``unhandledLimit`` values are on their way to the reader.
/// - With an expected revision, a value is written only if the key has that revision. A call that fails because of the connection may still
///   have written it.
/// - Calls fail at once while disconnected or without a bucket, and after ten seconds if the server doesn't answer.
/// - The bucket keeps the connection alive, but not the reader: once the reader is gone, it closes instead of calling it. Releasing the
///   bucket closes it.
///
/// A user whose permissions are limited needs to publish to `$KV.<name>.>`, `$JS.API.>` and `$JS.ACK.>`, and to subscribe to `_INBOX.>`.
///
/// - Threading: You can use a bucket on any thread. No call waits on the calling thread.
public final class KeyValueBucket: Sendable {
    /// The largest number of values on their way to the reader.
    public static let unhandledLimit = 1_024
    /// The largest number of values that are looked up at once.
    public static let lookupLimit = 16

    private let connection: Connection
    private let lane: BucketLane

    /// Opens a bucket, and reads it.
    ///
    /// - Parameters:
    ///   - name: The name: at most 64 letters, digits, hyphens and underscores.
    ///   - connection: The connection to a server.
    ///   - keys: The keys to read. `*` matches one word, `>` at the end all that follow, such as in `kitchen.>`.
    ///   - listedKeys: The keys to list without their values whenever the bucket is reached, for ``KeyValueStatus/heads``; `nil` for none.
    ///   - maximumBytes: The size limit of the bucket, in bytes, if it is created now; `nil` for as many as the server allows.
    ///   - reader: The reader of the bucket, which holds it weakly.
    public init(
        _ name: String,
        on connection: Connection,
        reading keys: String = ">",
        listing listedKeys: String? = nil,
        maximumBytes: Int? = nil,
        by reader: some KeyValueReader
    ) {
        precondition(name.isSubjectWord, "HeedNATS: “\(name)” can't be the name of a bucket; use ASCII letters, digits, - and _")
        self.connection = connection
        lane = BucketLane(name, keys: keys, listedKeys: listedKeys, maximumBytes: maximumBytes, reader)
        connection.link.add(lane)
    }

    deinit {
        close()
    }

    /// Sets a value.
    ///
    /// Many calls may run at once. At most 256 values are sent and not answered; further ones wait.
    ///
    /// - Parameters:
    ///   - value: The value's bytes.
    ///   - key: The key: at most 200 letters, digits and the characters `-_=/`, in words separated by dots.
    ///   - revision: The key's last revision, without which the value isn't set; 0 for a key that has no value yet; `nil` for any.
    /// - Returns: The new revision.
    /// - Throws: ``KeyValueError``, such as a conflict if the key has another revision.
    @discardableResult
    public func put(_ value: [UInt8], for key: String, expecting revision: UInt64?) async throws(KeyValueError) -> UInt64 {
        try Self.check(key)
        // This connection couldn't read it again.
        guard value.count <= connection.link.maximumMessageBytes else { throw .tooLarge }
        return try await lane.put(value, key, expecting: revision).get()
    }

    /// Returns the last value of a key; `nil` if it never had one. A deleted value is empty.
    ///
    /// Many calls may run at once. At most ``lookupLimit`` values are looked up at a time; further ones wait.
    ///
    /// - Parameter key: The key.
    /// - Throws: ``KeyValueError`` if the server can't be asked.
    public func entry(for key: String) async throws(KeyValueError) -> KeyValueEntry? {
        try Self.check(key)
        return try await lane.entry(key).get()
    }

    /// Asks the reader again where to begin, and continues from there.
    public func readAgain() {
        lane.readAgain()
    }

    /// Stops reading and writing, permanently. Calling this again does nothing.
    ///
    /// The reader isn't called again, except that a call in flight may finish.
    public func close() {
        // At once, also while disconnected.
        lane.end()
        connection.link.remove(lane)
    }

    private static func check(_ key: String) throws(KeyValueError) {
        let words = key.split(separator: ".", omittingEmptySubsequences: false)
        guard key.utf8.count <= 200, words.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isValid) }) else { throw .invalidKey }
    }

    private static func isValid(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "/"):
            true
        default: false
        }
    }
}
