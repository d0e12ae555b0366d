public import struct FoundationEssentials.Date

/// The time, as whoever waits and writes down needs it. Tests have one of their own, which passes when they say so.
public protocol Timekeeping: Sendable {
    /// The date, for what is written down.
    var date: Date { get }
    /// How long it is since some moment that stays the same; never goes back.
    var elapsed: Duration { get }
    /// Waits.
    ///
    /// - Throws: A `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's time.
public struct SystemTime: Timekeeping {
    private let start = ContinuousClock.now

    /// The system's time, counted from now.
    public init() {}

    /// The system's date.
    public var date: Date { Date() }
    /// How long this value has been there.
    public var elapsed: Duration { ContinuousClock.now - start }

    /// Suspends the task.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
