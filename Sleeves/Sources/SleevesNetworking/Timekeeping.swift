public import struct FoundationEssentials.Date

/// A clock for waiting and for timestamps. Tests use their own, which they advance manually.
public protocol Timekeeping: Sendable {
    /// The current date, for timestamps.
    var date: Date { get }
    /// The monotonic time since a fixed moment.
    var elapsed: Duration { get }
    /// Waits for a duration.
    ///
    /// - Throws: A `CancellationError` as soon as the task is cancelled.
    func sleep(for duration: Duration) async throws
}

/// The system's clock.
public struct SystemTime: Timekeeping {
    private let start = ContinuousClock.now

    /// Creates a clock that counts from now.
    public init() {}

    /// The system's date.
    public var date: Date { Date() }
    /// The time since this value was created.
    public var elapsed: Duration { ContinuousClock.now - start }

    /// Suspends the task.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
