import Heed

/// Keeps the jobs that it is given until a test runs them.
final class ManualContext: ExecutionContext {
    private let jobs = Lock<[@Sendable () -> Void]>([])
    private let accepted = Box(0)

    func execute(_ job: @escaping @Sendable () -> Void) {
        accepted.increment()
        jobs.withLock { $0.append(job) }
    }

    /// How many jobs wait.
    var waitingCount: Int { jobs.withLock { $0.count } }

    /// How many jobs there have been so far.
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

    /// Runs jobs until none is left, those included that jobs bring.
    func runAll() {
        while runNext() {}
    }
}
