/// A meter that checks a server's data against limits.
///
/// A server controls the length of a response, its pieces and its speed. Each has a limit here, so a hostile server costs at most the
/// limits' time and memory.
struct TransferMeter {
    /// The maximum bytes of all heads of a response: interim ones, the final one, and the trailer of a chunked body.
    private static let headLimit = 64 << 10
    /// The maximum number of interim heads before the final one.
    private static let interimLimit = 8
    /// The bytes of framing that a body may have, in addition to an eighth of its limit.
    private static let framingAllowance = 256 << 10
    /// The minimum speed, in bytes per second.
    private static let slowestPace = 1_024

    private let limit: Int
    private let timeouts: HTTPClient.Timeouts
    private let start: ContinuousClock.Instant
    private var lastArrival: ContinuousClock.Instant
    private var headBytes = 0
    private var heads = 0
    private var rawBytes = 0
    /// The start of the speed measurement and the bytes received by then; `nil` before the first byte.
    private var window: (start: ContinuousClock.Instant, bytes: Int)?

    init(limit: Int, timeouts: HTTPClient.Timeouts, at now: ContinuousClock.Instant) {
        self.limit = limit
        self.timeouts = timeouts
        start = now
        lastArrival = now
    }

    /// Counts a line of a head.
    ///
    /// - Returns: Whether the server may continue.
    mutating func takeHeadLine(bytes: Int, isFirst: Bool) -> Bool {
        headBytes += bytes
        if isFirst { heads += 1 }
        return headBytes <= Self.headLimit && heads <= Self.interimLimit + 1
    }

    /// Counts bytes from the network, including framing.
    ///
    /// - Returns: Whether the server may continue.
    mutating func take(rawBytes count: Int, at now: ContinuousClock.Instant) -> Bool {
        lastArrival = now
        rawBytes += count
        if window == nil { window = (now, rawBytes) }
        let (most, overflow) = limit.addingReportingOverflow(limit / 8 + Self.framingAllowance)
        return overflow || rawBytes <= most
    }

    /// Returns whether the server has taken too long.
    mutating func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        if now - start >= timeouts.total || now - lastArrival >= timeouts.idle { return true }
        guard let window, now - window.start >= timeouts.idle else { return false }
        defer { self.window = (now, rawBytes) }
        return Double(rawBytes - window.bytes) < Double(Self.slowestPace) * ((now - window.start) / .seconds(1))
    }

    /// Returns the earliest time until the transfer can be overdue.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        let idle = timeouts.idle - (now - lastArrival)
        let total = timeouts.total - (now - start)
        let pace = window.map { timeouts.idle - (now - $0.start) } ?? idle
        return max(.zero, min(idle, total, pace))
    }
}
