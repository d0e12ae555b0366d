import Synchronization

/// The ordered list of observers that every pattern in Heed is built on.
///
/// How a delivery goes:
/// 1. The list is copied under the lock: a snapshot, which costs a reference count and no elements (copy on write).
/// 2. Deliveries of this registry that are still under way on this thread, further out, are finished first, so that every observer
///    sees one event wholly before the next one.
/// 3. The listeners of the snapshot are called in order, each only if it is still active at that moment.
///
/// What is protected by what:
/// - `listeners` by `lock`: the observers in the order of their ids, none of them twice.
/// - `count` is atomic: the length of `listeners`, so that a post to nobody takes no lock.
package final class ObserverRegistry<Event>: Sendable {
    private let lock = Lock(Contents())
    private let count = Atomic<Int>(0)

    // SAFETY of sending `Contents` into the lock: a new value that nobody else holds.
    private struct Contents: @unchecked Sendable {
        var listeners: ContiguousArray<Listener<Event>> = []
        var hasEnded = false
    }

    package init() {}

    /// Whether there is nobody to tell.
    package var isEmpty: Bool {
        count.load(ordering: .acquiring) == 0
    }

    /// How many observers are registered.
    package var observerCount: Int {
        count.load(ordering: .acquiring)
    }

    /// Adds a listener at its place in the order.
    ///
    /// - Returns: False if the registry has ended: the listener will never hear anything.
    /// - Complexity: Amortised O(1) for a new listener; O(n) for one that is older than some of those already here, and while a
    ///   delivery is under way.
    @discardableResult
    package func add(_ listener: Listener<Event>) -> Bool {
        lock.withLock { contents in
            guard !contents.hasEnded else { return false }
            let place = contents.listeners.insertionIndex(of: listener.id)
            contents.listeners.insert(listener, at: place)
            count.store(contents.listeners.count, ordering: .releasing)
            return true
        }
    }

    /// Takes a listener out. Does nothing if it is not there.
    ///
    /// - Complexity: O(log n) to find it and O(n) to close the gap.
    package func remove(_ listener: Listener<Event>) {
        // The removed reference is returned, so that nothing is deinitialised under the lock.
        let removed: Listener<Event>? = lock.withLock { contents in
            let place = contents.listeners.insertionIndex(of: listener.id)
            guard place < contents.listeners.count, contents.listeners[place] === listener else { return nil }
            let removed = contents.listeners.remove(at: place)
            count.store(contents.listeners.count, ordering: .releasing)
            return removed
        }
        _ = removed
    }

    /// Lets everybody go, and takes nobody in any more. Each listener is told.
    package func end() {
        let ended = lock.withLock { contents in
            contents.hasEnded = true
            let listeners = contents.listeners
            contents.listeners = []
            count.store(0, ordering: .releasing)
            return listeners
        }
        for listener in ended {
            listener.registryEnded()
        }
    }

    /// The observers as they are now.
    package func snapshot() -> ContiguousArray<Listener<Event>> {
        lock.withLock { $0.listeners }
    }

    /// Tells every observer that is registered now, in order, on this thread.
    ///
    /// - Parameter name: What to call this delivery should it turn out to be part of an endless loop.
    package func deliver(_ event: Event, name: @autoclosure () -> String) {
        guard !isEmpty, admitsDelivery(name: name()) else { return }
        finishOuterDeliveries()
        deliver(event, to: snapshot(), name: name())
    }

    /// Whether a delivery may start now on this thread. It may not where that would be one more turn of an endless loop, which is then
    /// reported.
    package func admitsDelivery(name: @autoclosure () -> String) -> Bool {
        DeliveryLink.admits(ObjectIdentifier(self), name: name)
    }

    /// Tells these listeners, which are observers of this registry as ``snapshot()`` gave them. Whether it may be started is asked of
    /// ``admitsDelivery(name:)`` before, once for all the deliveries of one change.
    package func deliver(_ event: Event, to listeners: ContiguousArray<Listener<Event>>, name: @autoclosure () -> String) {
        Delivery.run(event, to: listeners, of: self, name: name)
    }

    /// Completes what this thread is still delivering for this registry, so that a change made by a handler comes after the one that
    /// the handler was told of.
    package func finishOuterDeliveries() {
        Delivery<Event>.finishOuter(of: self)
    }
}

extension ContiguousArray {
    /// Where a listener with this id stands, or would stand.
    fileprivate func insertionIndex<Event>(of id: UInt64) -> Int where Element == Listener<Event> {
        // Nearly always the newest comes last.
        guard let last, last.id >= id else { return count }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
