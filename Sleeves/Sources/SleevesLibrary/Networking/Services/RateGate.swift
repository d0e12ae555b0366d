internal import Synchronization

/// Lets one through at a time, with a pause between them.
///
/// What is protected by what: `next` by its lock.
final class RateGate: Sendable {
    private let next = Mutex(Duration.zero)
    private let interval: Duration
    private let time: any Timekeeping

    init(interval: Duration, time: any Timekeeping) {
        self.interval = interval
        self.time = time
    }

    /// Waits until it is this task's turn. One that is cancelled while it waits takes no turn.
    func enter() async throws {
        while let wait = takeTurn() { try await time.sleep(for: wait) }
    }

    /// Takes the turn, or says how long it is to the next one.
    private func takeTurn() -> Duration? {
        let now = time.elapsed
        return next.withLock { next in
            if now < next { return next - now }
            next = now + interval
            return nil
        }
    }
}
