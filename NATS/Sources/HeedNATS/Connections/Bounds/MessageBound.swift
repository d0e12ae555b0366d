/// A limit for the bytes that a server sends without completing a message. Without a socket or a thread.
///
/// The C library keeps the bytes of a message until it is complete, and has no limit for them. Counting its messages takes its lock, which
/// it keeps while it writes. So the messages are counted only now and then, and elsewhere; if the answer doesn't come, twice the limit ends
/// the connection.
struct MessageBound {
    /// The next step.
    enum Step {
        /// Wait for further bytes.
        case wait
        /// Count the messages, and report them to ``note(messages:)``.
        case count
        /// End the connection.
        case cut
    }

    private let limit: UInt64
    /// The bytes up to a moment when a further message was complete.
    private var base: UInt64 = 0
    private var messages: UInt64 = 0
    /// The bytes when the count in progress began.
    private var counting: UInt64?

    /// - Parameter limit: The largest number of bytes without a complete message.
    init(limit: Int) {
        self.limit = UInt64(max(limit, 1))
    }

    /// Notes the number of bytes that the library has received on this connection.
    mutating func note(bytes: UInt64) -> Step {
        let open = bytes > base ? bytes - base : 0
        if open > 2 * limit { return .cut }
        guard counting == nil, open > limit / 4 else { return .wait }
        counting = bytes
        return .count
    }

    /// Notes the number of messages that the library has received on this connection.
    mutating func note(messages: UInt64) -> Step {
        guard let counted = counting else { return .wait }
        counting = nil
        guard messages == self.messages else {
            (self.messages, base) = (messages, counted)
            return .wait
        }
        return counted - base > limit ? .cut : .wait
    }
}
