/// A limit for the bytes that a server sends without completing a message. Without a socket, a thread or a clock.
///
/// The C library keeps the bytes of a message until it is complete, and has no limit for them. Counting its messages takes its lock, which
/// it keeps while it writes. So the messages are counted only now and then, and elsewhere; if the answer takes long, no more is received
/// until it is there.
struct MessageBound {
    /// The next step.
    enum Step {
        /// Wait for further bytes.
        case wait
        /// Count the messages, and report them to ``note(messages:at:)``.
        case count
        /// Receive nothing more until the messages are counted.
        case pause
        /// Receive again.
        case resume
        /// End the connection.
        case cut
    }

    private let limit: UInt64
    /// The bytes up to a moment when a further message was complete.
    private var base: UInt64 = 0
    private var messages: UInt64 = 0
    private var isCounting = false
    private var isPaused = false

    /// - Parameter limit: The largest number of bytes without a complete message.
    init(limit: Int) {
        self.limit = UInt64(max(limit, 1))
    }

    /// Notes the number of bytes that the library has received on this connection.
    mutating func note(bytes: UInt64) -> Step {
        let open = bytes > base ? bytes - base : 0
        if !isCounting {
            guard open > limit / 4 else { return .wait }
            isCounting = true
            return .count
        }
        guard open > limit, !isPaused else { return .wait }
        isPaused = true
        return .pause
    }

    /// Notes the number of messages that the library has received on this connection.
    ///
    /// - Parameter counted: The number of bytes just before they were counted.
    mutating func note(messages: UInt64, at counted: UInt64) -> Step {
        guard isCounting else { return .wait }
        defer { (isCounting, isPaused) = (false, false) }
        if messages != self.messages {
            (self.messages, base) = (messages, counted)
        } else if counted > base + limit {
            return .cut
        }
        return isPaused ? .resume : .wait
    }
}
