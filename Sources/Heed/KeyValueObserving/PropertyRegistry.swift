import Synchronization

/// The observers of one property of one object.
///
/// What is protected by what:
/// - `observers` protects itself.
/// - `attentiveCount` is atomic: how many of the observers want more than the end of a change.
/// - `handOpened` by its lock: the changes that were announced by hand and are not finished, with the thread that announced each.
/// - `handOpenedCount` is atomic: their number, so that a setter usually need not look.
package final class PropertyRegistry: Sendable {
    let observers = ObserverRegistry<PropertyEvent>()
    let name: String
    private let attentiveCount = Atomic<Int>(0)
    private let handOpened = Lock<[HandOpenedChange]>([])
    private let handOpenedCount = Atomic<Int>(0)

    init(name: String) {
        self.name = name
    }

    /// Adds a listener.
    ///
    /// - Parameter attentive: Whether it wants the phases before ``PropertyEvent/Phase/did`` too.
    func add(_ listener: Listener<PropertyEvent>, attentive: Bool) {
        if attentive { attentiveCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        observers.add(listener)
    }

    func remove(_ listener: Listener<PropertyEvent>, attentive: Bool) {
        if attentive { attentiveCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        observers.remove(listener)
    }

    var hasAttentiveObservers: Bool {
        attentiveCount.load(ordering: .acquiring) > 0
    }

    // MARK: Changes announced by hand

    /// Whether this thread has announced a change of the property by hand and not finished it.
    func isOpenByHand(on thread: ThreadIdentity) -> Bool {
        guard handOpenedCount.load(ordering: .acquiring) > 0 else { return false }
        return handOpened.withLock { changes in changes.contains { $0.thread == thread } }
    }

    /// Notes one more announcement.
    ///
    /// - Returns: Whether it is the outermost one on its thread, which is the one that counts.
    func openByHand(on thread: ThreadIdentity) -> Bool {
        handOpened.withLock { changes in
            if let place = changes.firstIndex(where: { $0.thread == thread }) {
                changes[place].depth += 1
                return false
            }
            changes.append(HandOpenedChange(thread: thread))
            handOpenedCount.store(changes.count, ordering: .releasing)
            return true
        }
    }

    /// Keeps what the outermost announcement began.
    func keep(_ change: OpenChange, old: Any, on thread: ThreadIdentity) {
        handOpened.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return }
            changes[place].change = change
            changes[place].old = old
        }
    }

    /// Notes the end of one announcement.
    ///
    /// - Returns: What the outermost announcement began, if this ends it.
    func closeByHand(on thread: ThreadIdentity) -> (change: OpenChange, old: Any)? {
        handOpened.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return nil }
            changes[place].depth -= 1
            guard changes[place].depth == 0 else { return nil }
            let closed = changes.remove(at: place)
            handOpenedCount.store(changes.count, ordering: .releasing)
            guard let change = closed.change, let old = closed.old else { return nil }
            return (change, old)
        }
    }
}

/// A change announced by `willChangeValue(for:)`.
// SAFETY: `old` is handed back only to the thread that gave it.
private struct HandOpenedChange: @unchecked Sendable {
    let thread: ThreadIdentity
    var depth = 1
    var change: OpenChange?
    var old: Any?
}
