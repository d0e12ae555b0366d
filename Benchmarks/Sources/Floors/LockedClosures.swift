internal import Synchronization

/// Closures behind a `Mutex`, which are called from a snapshot: the shortest honest observer list for several threads.
package final class LockedClosures: Sendable {
    private let closures = Mutex<[@Sendable (Int) -> Void]>([])

    package init() {}

    package func add(_ closure: @escaping @Sendable (Int) -> Void) {
        closures.withLock { $0.append(closure) }
    }

    package func post(_ number: Int) {
        let snapshot = closures.withLock { $0 }
        for closure in snapshot { closure(number) }
    }
}
