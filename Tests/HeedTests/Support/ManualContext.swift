import Heed

/// A context that keeps its jobs until a test runs them.
final class ManualContext: ExecutionContext {
    private let jobs = Lock<[@Sendable () -> Void]>([])
    private let accepted = Box(0)

    func execute(_ job: @escaping @Sendable () -> Void) {
        accepted.increment()
        jobs.withLock { $0.append(job) }
    }

    /// The number of waiting jobs.
    var waitingCount: Int { jobs.withLock { $0.count } }

    /// The number of jobs so far.
    var acceptedCount: Int { accepted.value }

    /// Runs the oldest job.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func runNext() -> Bool {
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        job?()
        return job != nil
    }

    /// Runs jobs until none is left, including those that jobs add.
    func runAll() {
        while runNext() {}
    }
}
