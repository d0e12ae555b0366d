/// The ordered list of observers for events of one type.
///
/// No code here examines an event; it passes events by address. So the one compiled form of this code is as fast as one form for each type
/// would be, and none of it has to be compiled into the programs that use Heed.
@usableFromInline
package class ObserverRegistry<Event: ~Copyable>: AnyObserverRegistry, @unchecked Sendable {
    override package init() {
        super.init()
    }

    /// Adds an observer at its position in the order.
    ///
    /// - Parameters:
    ///   - place: The place of registration.
    ///   - rank: The observer's number, if it uses the same one in several registries. In one registry, either all observers have ranks
    ///     or none.
    ///   - condition: The deliveries that it wants: zero for all, or a number that must be in the delivery's ``Audience``.
    ///   - callbacks: The callbacks to run when the registration ends.
    ///   - receive: The closure to call with each event.
    /// - Returns: The observer's number, or `nil` if the registry has ended.
    @discardableResult
    final func add(
        at place: RegistrationPlace? = nil,
        rank: UInt64? = nil,
        condition: UInt = 0,
        callbacks: RegistrationCallbacks? = nil,
        _ receive: @escaping (borrowing Event) -> Void
    ) -> UInt64? {
        add(ObserverEntry(receive, at: place, condition: condition), rank: rank, callbacks: callbacks)
    }

    /// Calls every currently registered observer, in order, on this thread.
    package final func deliver(_ event: borrowing Event) {
        withUnsafePointer(to: event) { deliver(raw: $0) }
    }

    override final func tell(_ delivery: UnsafeMutablePointer<Delivery>, _ slot: UnsafeMutablePointer<ObserverSlot>) {
        // SAFETY: as below.
        slot.handler(Handler<Event>.self).pointee.call(delivery.pointee.event.assumingMemoryBound(to: Event.self).pointee)
    }

    override final func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {
        // SAFETY: every delivery for this registry passes an event of its type, which lives as long as the delivery.
        let event = delivery.pointee.event.assumingMemoryBound(to: Event.self)
        delivery.walk(upTo: limit) { $0.handler(Handler<Event>.self).pointee.call(event.pointee) }
    }
}
