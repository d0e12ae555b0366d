/// A clock that gives the policies of a ``Receptionist`` the time, and wakes them.
///
/// ``TaskClock`` adapts the standard clocks. A test passes its own clock, which it advances itself.
///
/// ## Behavior
/// - A receptionist has at most one job in flight on its clock.
public protocol ReceptionistClock: Sendable {
    /// The time since some fixed moment. It never goes back.
    var now: Duration { get }

    /// Runs the job once, on any thread, after a delay.
    ///
    /// - Parameters:
    ///   - delay: The delay from now.
    ///   - job: The job to run. It runs none of the program's code; it only passes values on to the contexts of handlers.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
}

/// A standard clock, on which tasks sleep.
///
/// ## Behavior
/// - It adapts any clock that counts in `Duration`.
public struct TaskClock<Base: Clock>: ReceptionistClock where Base.Duration == Duration {
    private let base: Base
    private let start: Base.Instant

    /// Adapts a clock: `TaskClock(SuspendingClock())`.
    public init(_ base: Base) {
        self.base = base
        start = base.now
    }

    /// The time since the clock was adapted.
    public var now: Duration { start.duration(to: base.now) }

    /// Runs the job in a task, after the task has slept for the delay.
    public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) {
        // A task can't sleep for some thousand years. Whoever finds nothing due asks again.
        let wake = base.now.advanced(by: min(delay, .seconds(1 << 31)))
        // Detached, because the values of many tasks may wait for it.
        Task.detached { [base] in
            // This task is never cancelled.
            try? await base.sleep(until: wake, tolerance: nil)
            job()
        }
    }
}

extension ReceptionistClock where Self == TaskClock<ContinuousClock> {
    /// The clock that keeps running while the machine is asleep.
    public static var continuous: TaskClock<ContinuousClock> { TaskClock.shared }
}

extension TaskClock<ContinuousClock> {
    fileprivate static let shared = TaskClock(ContinuousClock())
}
