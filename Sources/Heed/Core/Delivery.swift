internal import CHeedThreads

/// Whom of a registry's observers a delivery is for: those whose condition is zero or in this range.
struct Audience {
    let lower: UInt
    let upper: UInt

    /// Those who have no condition, and everybody else whose condition allows for anything.
    static let everybody = Audience(lower: 0, upper: .max)
    /// Those who have no condition.
    static let unconditional = Audience(lower: .max, upper: .max)

    @inline(__always)
    func contains(_ condition: UInt) -> Bool {
        condition == 0 || condition &- lower <= upper &- lower
    }
}

/// One event on its way to the observers of a registry.
///
/// Deliveries live on the stack of the thread that makes them, linked from the innermost outwards through a thread-local pointer. A
/// handler that makes another change of the same thing starts an inner delivery. That one is put on the list first, then completes the
/// earlier deliveries of its registry, and only then calls anybody: so every observer sees 0 → 1 before 1 → 2.
// SAFETY: a delivery and its event stay where they are until it ends. All access to it goes through pointers, on its thread.
package struct Delivery {
    let outer: UnsafeMutablePointer<Delivery>?
    /// Kept by the caller of the delivery.
    let registry: Unmanaged<AnyObserverRegistry>
    let event: UnsafeRawPointer
    /// Comes with the event, where the registry's users agreed on something.
    let context: UnsafeRawPointer?
    let audience: Audience
    /// The state of the last observer to be called: those who come during the delivery have larger ones.
    let limit: UInt64
    /// Where the list begins.
    let first: UnsafeMutablePointer<ObserverSlot>
    let standing: Standing
    /// The observer that was called last, and may still be running.
    var told: UnsafeMutablePointer<ObserverSlot>?
    /// Whether all deliveries of the registry with smaller numbers are complete, wherever they stand.
    var hasCompletedEarlier = false

    /// Where a delivery stands among those of its thread.
    struct Standing {
        /// Grows with each nested delivery; zero for one that is not nested.
        var number: UInt64 = 0
        /// How many deliveries it is nested in.
        var depth = 0
        /// How many deliveries of the same registry led to this one.
        var turns = 0
        /// The turns of what led to a delivery that has waited for stack space.
        var ancestry: Unmanaged<Ancestry>?
    }

    /// Where the running handler was registered.
    var placeOfRunningHandler: RegistrationPlace? {
        told.flatMap { RegistrationPlace(bits: $0.pointee.entry.place) }
    }
}

extension UnsafeMutablePointer<Delivery> {
    @inline(__always)
    func isOf(_ registry: AnyObserverRegistry) -> Bool {
        pointee.registry.toOpaque() == Unmanaged.passUnretained(registry).toOpaque()
    }

    /// Calls observers that have not been called, up to one with the given state.
    @inline(__always)
    func proceed(upTo limit: UInt64) {
        let thread = heed_current_thread()
        // What handlers read is their own affair, even if a key path is being read around this delivery.
        let (tracking, handling) = (thread.pointee.tracking, thread.pointee.handling)
        thread.pointee.tracking = nil
        thread.pointee.handling = UnsafeMutableRawPointer(self)
        pointee.registry._withUnsafeGuaranteedRef { $0.proceed(self, upTo: limit) }
        thread.pointee.handling = handling
        thread.pointee.tracking = tracking
    }

    /// Goes through the list from where the delivery is, up to an observer with the given state.
    ///
    /// - Parameter tell: Calls one observer. The observer's entry is kept meanwhile.
    @inline(__always)
    func walk(upTo limit: UInt64, _ tell: (UnsafeMutablePointer<ObserverSlot>) -> Void) {
        let audience = pointee.audience
        var slot = pointee.told.map { $0 + 1 } ?? pointee.first
        while true {
            let state = slot.pointee.state.load(ordering: .sequentiallyConsistent)
            // Vacant places are beyond every limit too: zero less one is the largest number.
            if state &- 1 >= limit {
                guard state == ObserverState.endOfChunk, let next = slot.nextChunk else { return }
                slot = next
                continue
            }
            if state & 1 == 1, audience.contains(slot.pointee.entry.condition) {
                pointee.told = slot
                tell(slot)
                // A change made by the handler may have led further. That is compared rather than taken, so that the next step need not
                // wait for it.
                if let told = pointee.told, told != slot { slot = told }
            }
            slot += 1
        }
    }

    /// The states of all observers that are still to be called.
    var statesAhead: [UInt64] {
        var states: [UInt64] = []
        var slot = pointee.first
        while true {
            let state = slot.pointee.state.load(ordering: .sequentiallyConsistent)
            if state &- 1 >= pointee.limit {
                guard state == ObserverState.endOfChunk, let next = slot.nextChunk else { return states }
                slot = next
                continue
            }
            if state & 1 == 1, pointee.audience.contains(slot.pointee.entry.condition) { states.append(state) }
            slot += 1
        }
    }
}
