import Dispatch
import Synchronization

/// Counts what observers hear on other threads, so that who posts can wait for all of them.
final class Heard: Sendable {
    private let sum = Atomic(0)
    private let missing = Atomic(0)
    private let complete = DispatchSemaphore(value: 0)

    /// Says how much will be heard before the next ``wait()``.
    func expect(_ count: Int) {
        missing.store(count, ordering: .sequentiallyConsistent)
        if count == 0 { complete.signal() }
    }

    func add(_ number: Int) {
        sum.wrappingAdd(number, ordering: .relaxed)
        if missing.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue == 0 { complete.signal() }
    }

    func wait() {
        complete.wait()
    }
}
