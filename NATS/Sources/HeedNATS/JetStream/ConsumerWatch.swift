internal import Dispatch
internal import Synchronization

/// A watch that detects a consumer that sends neither messages nor heartbeats, because it was deleted or the server has lost it.
final class ConsumerWatch: Sendable {
    private let lastHeard = Atomic(DispatchTime.now().uptimeNanoseconds)
    /// Whether a message is being handled. Heartbeats wait meanwhile.
    private let isHandling = Atomic(false)

    /// Notes that there is a new consumer.
    func restart() {
        lastHeard.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
    }

    /// Notes that a message or a heartbeat has arrived.
    func beginHandling() {
        isHandling.store(true, ordering: .relaxed)
    }

    func endHandling() {
        restart()
        isHandling.store(false, ordering: .releasing)
    }

    /// Whether nothing has arrived for longer than a duration.
    func isSilent(for duration: Duration) -> Bool {
        guard !isHandling.load(ordering: .acquiring) else { return false }
        // In this order: another thread may note a message meanwhile.
        let heard = lastHeard.load(ordering: .relaxed)
        return DispatchTime.now().uptimeNanoseconds > heard + UInt64(duration.nanoseconds)
    }
}
