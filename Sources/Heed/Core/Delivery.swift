internal import CHeedThreads

/// Whom of a registry's observers a delivery is for: those whose condition is zero or in this range.
struct Audience {
    let lower: UInt
    let upper: UInt

    /// Those who have no condition, and everybody else whose condition allows for anything.
    static let everybody = Audience(lower: 0, upper: .max)
    /// Those who have no condition.
    static let unconditional = Audience(lower: .max, upper: .max)
}

/// One event on its way to the observers of a registry.
///
/// Deliveries live on the stack of the thread that makes them, linked from the innermost outwards through a thread-local pointer. A
/// handler that makes another change of the same thing starts an inner delivery, which first completes the outer one: so every observer
/// sees 0 → 1 before 1 → 2.
// SAFETY: a delivery and its event stay where they are until it ends. All access to it goes through pointers, on its thread.
package struct Delivery {
    let outer: UnsafeMutablePointer<Delivery>?
    /// Kept by whoever asked for the delivery.
    let registry: Unmanaged<AnyObserverRegistry>
    let event: UnsafeRawPointer
    /// What comes with the event, where the registry's users agreed on something.
    let context: UnsafeRawPointer?
    let audience: Audience
    /// The state of the last observer who is to be told: those who come during the delivery have larger ones.
    let limit: UInt64
    /// Where the list begins.
    let first: UnsafeMutablePointer<ObserverSlot>
    /// Who was told last, and is perhaps still being told.
    var told: UnsafeMutablePointer<ObserverSlot>?
    /// Whether an endless loop was found further in. Until this delivery ends, its registry is not entered again: handlers that fork
    /// would otherwise go through the loop once for every way to get there.
    var hasRunAway = false

    /// How often one registry may be entered again from inside its own deliveries.
    static let sameRegistryLimit = 32
    /// How many handlers of any kind may nest. Each level costs several stack frames of the program's own code.
    static let depthLimit = 64

    /// The innermost delivery that this thread has started and not ended.
    static var innermost: UnsafeMutablePointer<Delivery>? {
        heed_current_thread().pointee.delivery?.assumingMemoryBound(to: Delivery.self)
    }

    /// The delivery whose handler runs on this thread.
    static var handling: UnsafeMutablePointer<Delivery>? {
        heed_current_thread().pointee.handling?.assumingMemoryBound(to: Delivery.self)
    }

    /// Removes the observer whose handler runs on this thread.
    static func removeHandling() {
        guard let delivery = handling, let id = delivery.pointee.told?.pointee.id else { return }
        delivery.pointee.registry._withUnsafeGuaranteedRef { $0.cancel(id) }
    }

    /// Completes the deliveries that are under way on this thread and concern somebody, the outermost first.
    static func finishOuter(where isConcerned: (AnyObserverRegistry) -> Bool) {
        var unfinished: [UnsafeMutablePointer<Delivery>] = []
        innermost?.visitOutwards { delivery in
            if delivery.pointee.registry._withUnsafeGuaranteedRef({ isConcerned($0) }) { unfinished.append(delivery) }
        }
        for delivery in unfinished.reversed() {
            delivery.proceed(upTo: delivery.pointee.limit)
        }
    }

    /// Where the handler was registered that the delivery is in the middle of.
    fileprivate var placeOfRunningHandler: RegistrationPlace? {
        told.flatMap { RegistrationPlace(bits: $0.pointee.entry.place) }
    }
}

extension UnsafeMutablePointer<Delivery> {
    /// Tells observers who have not been told, up to one with the given state.
    @inline(__always)
    func proceed(upTo limit: UInt64) {
        let thread = heed_current_thread()
        // What handlers read is their own affair, even if a key path is being read around this delivery.
        let (tracking, handling) = (thread.pointee.tracking, thread.pointee.handling)
        thread.pointee.tracking = nil
        thread.pointee.handling = UnsafeMutableRawPointer(self)
        thread.pointee.depth += 1
        pointee.registry._withUnsafeGuaranteedRef { $0.proceed(self, upTo: limit) }
        thread.pointee.depth -= 1
        thread.pointee.handling = handling
        thread.pointee.tracking = tracking
    }

    /// Goes through the list from where the delivery is, up to an observer with the given state.
    ///
    /// - Parameter tell: Tells one observer. The observer's entry is kept meanwhile.
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

    /// Visits this delivery and those around it.
    fileprivate func visitOutwards(_ visit: (Self) -> Void) {
        visit(self)
        var next = pointee.outer
        while let delivery = next {
            visit(delivery)
            next = delivery.pointee.outer
        }
    }

    /// Whether one more delivery of a registry may start inside of this one. Reports an endless loop when it finds one.
    func admits(_ registry: AnyObserverRegistry) -> Bool {
        var same = 0
        var isInLoop = false
        visitOutwards { delivery in
            guard delivery.pointee.registry.toOpaque() == Unmanaged.passUnretained(registry).toOpaque() else { return }
            same += 1
            isInLoop = isInLoop || delivery.pointee.hasRunAway
        }
        guard !isInLoop else { return false }
        guard same >= Delivery.sameRegistryLimit || heed_current_thread().pointee.depth >= Delivery.depthLimit else { return true }
        let isReported = pointee.hasRunAway
        var names = [registry.name]
        // Nobody is told of the innermost change.
        var places: [RegistrationPlace?] = [nil]
        visitOutwards { delivery in
            names.append(delivery.pointee.registry._withUnsafeGuaranteedRef { $0.name })
            places.append(delivery.pointee.placeOfRunningHandler)
            delivery.pointee.hasRunAway = true
        }
        if !isReported { Diagnostics.report(.runawayLoop(path: names.reversed(), places: places.reversed())) }
        return false
    }
}
