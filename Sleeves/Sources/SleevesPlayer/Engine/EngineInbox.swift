internal import Dispatch
internal import Synchronization

/// The messages of other threads to the engine: commands, and reports of the sound device.
final class EngineInbox: Sendable {
    enum Item: Sendable {
        /// A command, with the open file that it is about.
        case command(PlayerCommand, descriptor: Int32?)
        case output(Pipeline.Message)
        /// The device was pulled out; the sound plays on another one.
        case deviceRemoved

        /// Whether it is a command that drops everything before it.
        var beginsAnew: Bool {
            switch self {
            case .command(.play, _), .command(.stop, _): true
            default: false
            }
        }
    }

    private struct State {
        var items: [Item] = []
        /// The time at which the engine began its work; `nil` while it waits.
        var busySince: SuspendingClock.Instant?
    }

    private let state = Mutex(State())
    private let wakeUps = DispatchSemaphore(value: 0)

    func post(_ item: Item) {
        state.withLock { $0.items.append(item) }
        wakeUps.signal()
    }

    /// Makes the engine check its tracks.
    func wake() {
        wakeUps.signal()
    }

    /// Returns what has arrived, in order.
    func takeAll() -> [Item] {
        state.withLock { state in
            state.busySince = .now
            defer { state.items = [] }
            return state.items
        }
    }

    /// Forgets what the sound device has said.
    func dropOutputMessages() {
        state.withLock { state in
            state.items.removeAll { item in
                if case .output = item { true } else { false }
            }
        }
    }

    /// Waits until something arrives, or until the time is over.
    func wait(atMost limit: Duration?) {
        state.withLock { $0.busySince = nil }
        guard let limit else { return wakeUps.wait() }
        _ = wakeUps.wait(timeout: .now() + .nanoseconds(max(limit.nanoseconds, 1_000_000)))
    }

    /// The time since which the engine hasn't come back; `nil` while it waits.
    var busyTime: Duration? {
        state.withLock { $0.busySince }.map { SuspendingClock.now - $0 }
    }
}
