import Heed

/// A clock that the test advances. The unit is the second.
final class ManualClock: ReceptionistClock {
    private let state = Lock(State())

    private struct State {
        var now = Duration.zero
        var jobs: [(at: Duration, job: @Sendable () -> Void)] = []
    }

    var now: Duration { state.withLock { $0.now } }

    /// The number of waiting jobs.
    var waitingCount: Int { state.withLock { $0.jobs.count } }

    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(($0.now + delay, job)) }
    }

    /// Advances the clock, and runs the jobs that become due, each at its time.
    func advance(by seconds: Int) {
        let end = now + .seconds(seconds)
        while let job = takeNext(until: end) { job() }
        state.withLock { $0.now = end }
    }

    private func takeNext(until end: Duration) -> (@Sendable () -> Void)? {
        state.withLock { state in
            let due = state.jobs.indices.filter { state.jobs[$0].at <= end }
            guard let next = due.min(by: { state.jobs[$0].at < state.jobs[$1].at }) else { return nil }
            let (time, job) = state.jobs.remove(at: next)
            state.now = max(state.now, time)
            return job
        }
    }
}
