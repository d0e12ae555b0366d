internal import CHeedThreads

/// The observers of a registry that a delivery is for: those whose condition is zero or in this range.
struct Audience {
    let lower: UInt
    let upper: UInt

    /// Observers without a condition, and all others that accept any delivery.
    static let everybody = Audience(lower: 0, upper: .max)
    /// Observers without a condition.
    static let unconditional = Audience(lower: .max, upper: .max)

    @inline(__always)
    func contains(_ condition: UInt) -> Bool {
        condition == 0 || condition &- lower <= upper &- lower
    }
}

/// One event on its way to the observers of a registry.
///
/// Deliveries live on the stack of the thread that makes them. A thread-local pointer links them from the innermost outwards. A handler
/// that makes another change of the same thing starts an inner delivery. The inner delivery joins the list, then completes the earlier
/// deliveries of its registry, and only then calls observers. So every observer sees 0 → 1 before 1 → 2.
package struct Delivery {
    let outer: UnsafeMutablePointer<Delivery>?
    /// Kept alive by the caller of the delivery.
    let registry: Unmanaged<AnyObserverRegistry>
    let event: UnsafeRawPointer
    /// An extra value that comes with the event, if the registry's users agreed on one.
    let context: UnsafeRawPointer?
    let audience: Audience
    /// The state of the last observer to call. Observers that register during the delivery have larger ones.
    let limit: UInt64
    /// The start of the list.
    let first: UnsafeMutablePointer<ObserverSlot>
    let standing: Standing
    /// The observer that was called last, and may still be running.
    var told: UnsafeMutablePointer<ObserverSlot>?
    /// Two facts in one word, which costs less to set up.
    var marks: UInt64 = 0

    /// Whether all deliveries of the registry with smaller numbers are complete, wherever they are.
    var hasCompletedEarlier: Bool {
        get { marks & 1 != 0 }
        set { marks = marks & ~1 | (newValue ? 1 : 0) }
    }

    /// The number under which the delivery is recorded, or zero.
    var recorded: UInt64 {
        get { marks >> 1 }
        set { marks = marks & 1 | newValue << 1 }
    }

    /// The position of a delivery among those of its thread.
    struct Standing {
        /// A number that grows with each nested delivery; zero for one that isn't nested.
        var number: UInt64 = 0
        /// The number of deliveries around it.
        var depth = 0
        /// The number of deliveries of the same registry that led to this one.
        var turns = 0
        /// For a postponed delivery, the turns that led to it.
        var ancestry: Unmanaged<Ancestry>?
    }

    /// The place where the running handler was registered.
    var placeOfRunningHandler: RegistrationPlace? {
        told.flatMap { RegistrationPlace(bits: $0.pointee.entry.place) }
    }
}

extension UnsafeMutablePointer<Delivery> {
    @inline(__always)
    func isOf(_ registry: AnyObserverRegistry) -> Bool {
        pointee.registry.toOpaque() == Unmanaged.passUnretained(registry).toOpaque()
    }

    /// Calls the remaining observers, up to the one with the given state.
    @inline(__always)
    func proceed(upTo limit: UInt64) {
        let thread = heed_current_thread()
        // Reads by handlers don't count as dependencies, even if a key path is being read around this delivery.
        let (tracking, handling) = (thread.pointee.tracking, thread.pointee.handling)
        thread.pointee.tracking = nil
        thread.pointee.handling = UnsafeMutableRawPointer(self)
        pointee.registry.borrow { registry in
            if heed_is_recording() {
                registry.proceedRecording(self, upTo: limit)
            } else {
                registry.proceed(self, upTo: limit)
            }
        }
        thread.pointee.handling = handling
        thread.pointee.tracking = tracking
    }

    /// Walks the list from the delivery's position, up to the observer with the given state.
    ///
    /// - Parameter tell: Calls one observer. The observer's entry stays valid meanwhile.
    @inline(__always)
    func walk(upTo limit: UInt64, _ tell: (UnsafeMutablePointer<ObserverSlot>) -> Void) {
        let audience = pointee.audience
        var slot = pointee.told.map { $0 + 1 } ?? pointee.first
        while true {
            let state = slot.pointee.state.load(ordering: .sequentiallyConsistent)
            // Vacant slots are also beyond every limit: zero minus one is the largest number.
            if state &- 1 >= limit {
                guard state == ObserverState.endOfChunk, let next = slot.nextChunk else { return }
                slot = next
                continue
            }
            slot.willAccessEntry(isWrite: false)
            if state & 1 == 1, audience.contains(slot.pointee.entry.condition) {
                pointee.told = slot
                tell(slot)
                // A change made by the handler may have advanced further. This compares instead of assigning, so that the next step doesn't
                // have to wait for the load.
                if let told = pointee.told, told != slot { slot = told }
            }
            slot += 1
        }
    }

    /// The states of all observers still to call.
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
