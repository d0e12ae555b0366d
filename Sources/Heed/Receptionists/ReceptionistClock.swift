/// What tells the policies of a ``Receptionist`` the time, and wakes them.
///
/// The standard clocks come as ``TaskClock``. A test gives a clock of its own, which moves when the test says so.
///
/// ## Behavior
/// - A receptionist has at most one job under way on its clock.
public protocol ReceptionistClock: Sendable {
    /// The time since some fixed moment. Never goes back.
    var now: Duration { get }

    /// Runs the job once, on any thread, when the time has passed.
    ///
    /// - Parameters:
    ///   - delay: How long from now.
    ///   - job: What to do. It does no work of the program's; it moves values on to where handlers run.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
}

/// A standard clock, on which tasks sleep.
///
/// ## Behavior
/// - Any clock that counts in `Duration` will do.
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

    /// Runs the job in a task that has slept for a while.
    public func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) {
        let wake = base.now.advanced(by: delay)
        Task { [base] in
            // Nobody cancels this task.
            try? await base.sleep(until: wake, tolerance: nil)
            job()
        }
    }
}

extension ReceptionistClock where Self == TaskClock<ContinuousClock> {
    /// The clock that keeps going while the machine is asleep.
    public static var continuous: TaskClock<ContinuousClock> { TaskClock.shared }
}

extension TaskClock<ContinuousClock> {
    fileprivate static let shared = TaskClock(ContinuousClock())
}
