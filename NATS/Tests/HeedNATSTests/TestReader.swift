import Heed
import Synchronization

@testable import HeedNATS

/// A reader that keeps what it receives.
final class TestReader: KeyValueReader {
    struct State: Sendable {
        var entries: [KeyValueEntry] = []
        var status: KeyValueStatus?
        /// The number of times that the bucket asked where to begin.
        var beginCount = 0
        var isCaughtUp = false
        var interruptCount = 0
        var problem: ConnectionError?
        /// Whether each entry came after the one before it, and after what `begin` returned.
        var isInOrder = true

        /// The revision to read after; `nil` for the last one that it has.
        fileprivate var start: UInt64?
        fileprivate var position: UInt64 = 0

        /// The last value of each key.
        var values: [String: [UInt8]] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }
    }

    private let changes = Subject<Void>()
    private let kept = Mutex(State())
    /// Ends when the reader is released.
    let released: AsyncStream<Never>
    private let ending: AsyncStream<Never>.Continuation

    init(after start: UInt64? = nil) {
        (released, ending) = AsyncStream.makeStream()
        kept.withLock { $0.start = start }
    }

    deinit {
        ending.finish()
    }

    var state: State { kept.withLock { $0 } }

    func after(_ revision: UInt64) { kept.withLock { $0.start = revision } }

    /// Waits until a condition holds.
    func becomes(_ condition: (State) -> Bool) async {
        await wait(for: [.values(of: changes)]) { condition(state) }
    }

    func begin(_ status: KeyValueStatus) -> UInt64 {
        change { state in
            if let known = state.status, known.created != status.created { state.position = 0 }
            state.position = state.start ?? state.position
            (state.status, state.isCaughtUp) = (status, false)
            state.beginCount += 1
            return state.position
        }
    }

    func receive(_ entries: [KeyValueEntry], isCaughtUp: Bool) {
        change { state in
            for entry in entries {
                if entry.revision <= state.position { state.isInOrder = false }
                state.position = entry.revision
            }
            state.entries += entries
            state.isCaughtUp = isCaughtUp
        }
    }

    func interrupt(_ problem: ConnectionError?) {
        change { state in
            state.isCaughtUp = false
            state.interruptCount += 1
            state.problem = problem
        }
    }

    private func change<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        defer { changes.notify(()) }
        return kept.withLock { body(&$0) }
    }
}
