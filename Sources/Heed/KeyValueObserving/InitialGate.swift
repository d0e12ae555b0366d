import Synchronization

/// A gate before the handler of a shared property's observer, which makes the initial call come first.
///
/// Changes that other threads deliver before the initial call has ended wait, and the registering thread delivers them after it. The initial
/// value includes all changes whose turns come before it was read, so the handler doesn't receive these again.
///
/// State and its protection: `waiting`, by its lock; `threshold` and `isOpen` are atomic, and each is set once, in this order.
final class InitialGate: Sendable {
    // SAFETY of sending it into the lock: the observers of a shared property have `Sendable` handlers and values.
    private struct Waiting: @unchecked Sendable {
        var calls: [(turn: UInt64, call: () -> Void)] = []
        /// The thread that registers, until the gate opens.
        var registering: ThreadIdentity? = .current
    }

    private let waiting = Lock(Waiting())
    private let isOpen = AtomicWord<Bool>(false)
    /// The last turn that the initial value includes.
    private let threshold = AtomicWord<UInt64>(0)

    /// Makes the initial call, and then those that have waited for it.
    ///
    /// - Parameters:
    ///   - property: The property, which the observer has joined.
    ///   - read: Reads the value.
    ///   - initial: Calls the handler.
    func open<Value>(_ property: PropertyRegistry, read: () -> Value, _ initial: (Value) -> Void) {
        var last = property.turns.last
        var value = read()
        // If another thread stores a value meanwhile, it isn't certain which one was read. Bounded, in case threads do nothing else.
        for _ in 0..<100 where property.turns.last != last {
            last = property.turns.last
            value = read()
        }
        threshold.store(last, ordering: .releasing)
        initial(value)
        while true {
            let calls = waiting.withLock { waiting in
                defer { waiting.calls = [] }
                if waiting.calls.isEmpty {
                    waiting.registering = nil
                    isOpen.store(true, ordering: .releasing)
                }
                return waiting.calls
            }
            if calls.isEmpty { return }
            for (turn, call) in calls where isNew(turn) { call() }
        }
    }

    private func isNew(_ turn: UInt64) -> Bool {
        // A change made by hand in a class of one isolation has no turn. With one, zero becomes the largest number.
        turn &- 1 >= threshold.load(ordering: .relaxed)
    }

    @inline(__always)
    private var isPassable: Bool { isOpen.load(ordering: .acquiring) }

    /// Returns whether the initial value doesn't include the change that is being delivered.
    @inline(__always)
    private func admits() -> Bool { isNew(PropertyRegistry.deliveredTurn) }

    /// Passes the call of a handler on: now, later, or never if the initial value includes the change.
    private func pass(_ call: @escaping () -> Void) {
        let turn = PropertyRegistry.deliveredTurn
        let waits = waiting.withLock { waiting in
            guard let registering = waiting.registering else { return false }
            // The changes that the initial call makes are delivered within it.
            if registering == .current, waiting.calls.isEmpty { return false }
            waiting.calls.append((turn, call))
            return true
        }
        if !waits, isNew(turn) { call() }
    }

    /// Returns a handler that calls another one through the gate.
    func passing<Root, Value>(_ handler: ChangeHandler<Root, Value>) -> ChangeHandler<Root, Value> {
        // Once the gate is open, a call allocates nothing.
        return switch handler {
        case .value(let handler):
            .value { new in
                if !self.isPassable { self.pass { handler(new) } } else if self.admits() { handler(new) }
            }
        case .values(let handler):
            .values { old, new in
                if !self.isPassable { self.pass { handler(old, new) } } else if self.admits() { handler(old, new) }
            }
        case .change(let handler):
            .change { object, change in
                if !self.isPassable { self.pass { handler(object, change) } } else if self.admits() { handler(object, change) }
            }
        }
    }
}
