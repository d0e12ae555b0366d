/// What a server sends, measured against what it may.
///
/// A server decides how long an answer is, how it is cut into pieces, and how fast it comes. Each of those has a limit here, so a hostile one
/// costs at most the limits' time and memory.
struct TransferMeter {
    /// The bytes of all heads of an answer: interim ones, the last one, and what follows a chunked body.
    private static let headLimit = 64 << 10
    /// How many interim heads are read before the answer's own.
    private static let interimLimit = 8
    /// How many bytes of framing a body may have, beside an eighth of its limit.
    private static let framingAllowance = 256 << 10
    /// In bytes a second.
    private static let slowestPace = 1_024

    private let limit: Int
    private let timeouts: HTTPClient.Timeouts
    private let start: ContinuousClock.Instant
    private var lastArrival: ContinuousClock.Instant
    private var headBytes = 0
    private var heads = 0
    private var rawBytes = 0
    /// Since when the pace is measured, and how many bytes had come by then; `nil` before the first byte.
    private var window: (start: ContinuousClock.Instant, bytes: Int)?

    init(limit: Int, timeouts: HTTPClient.Timeouts, at now: ContinuousClock.Instant) {
        self.limit = limit
        self.timeouts = timeouts
        start = now
        lastArrival = now
    }

    /// Counts a line of a head.
    ///
    /// - Returns: Whether the server may go on.
    mutating func takeHeadLine(bytes: Int, isFirst: Bool) -> Bool {
        headBytes += bytes
        if isFirst { heads += 1 }
        return headBytes <= Self.headLimit && heads <= Self.interimLimit + 1
    }

    /// Counts bytes as they come from the network, framing included.
    ///
    /// - Returns: Whether the server may go on.
    mutating func take(rawBytes count: Int, at now: ContinuousClock.Instant) -> Bool {
        lastArrival = now
        rawBytes += count
        if window == nil { window = (now, rawBytes) }
        let (most, overflow) = limit.addingReportingOverflow(limit / 8 + Self.framingAllowance)
        return overflow || rawBytes <= most
    }

    /// Whether the server has taken too long.
    mutating func isOverdue(at now: ContinuousClock.Instant) -> Bool {
        if now - start >= timeouts.total || now - lastArrival >= timeouts.idle { return true }
        guard let window, now - window.start >= timeouts.idle else { return false }
        defer { self.window = (now, rawBytes) }
        return Double(rawBytes - window.bytes) < Double(Self.slowestPace) * ((now - window.start) / .seconds(1))
    }

    /// How long it is at least until the server can have taken too long.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration {
        let idle = timeouts.idle - (now - lastArrival)
        let total = timeouts.total - (now - start)
        let pace = window.map { timeouts.idle - (now - $0.start) } ?? idle
        return max(.zero, min(idle, total, pace))
    }
}
