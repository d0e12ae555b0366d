/// The ordered list of observers of events of one type.
///
/// Nothing here looks into an event: it is handed on where it lies. So the one compiled form of this code is as quick as one for each type
/// would be, and nothing of it need be compiled into the programs that use Heed.
@usableFromInline
package class ObserverRegistry<Event: ~Copyable>: AnyObserverRegistry, @unchecked Sendable {
    override package init() {
        super.init()
    }

    /// Adds an observer at its place in the order.
    ///
    /// - Parameters:
    ///   - place: Where it was registered.
    ///   - rank: The observer's number, where it is the same in several registries. In one registry either all have ranks or none has.
    ///   - condition: Which deliveries it wants: zero for all, or a number that has to be in the delivery's ``Audience``.
    ///   - callbacks: What is to be done when the registration ends.
    ///   - receive: Called with each event.
    /// - Returns: The observer's number; `nil` if the registry has ended.
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

    /// Tells every observer that is registered now, in order, on this thread.
    package final func deliver(_ event: borrowing Event) {
        withUnsafePointer(to: event) { deliver(raw: $0) }
    }

    override final func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {
        // SAFETY: whoever delivers for this registry passes an event of its type, which lives as long as the delivery.
        let event = delivery.pointee.event.assumingMemoryBound(to: Event.self)
        delivery.walk(upTo: limit) { $0.handler(Handler<Event>.self).pointee.call(event.pointee) }
    }
}
