internal import CHeedThreads

/// One event on its way to a list of listeners.
///
/// Deliveries live on the stack of the thread that makes them, linked from the innermost outwards through a thread-local pointer. A
/// handler that makes another change of the same thing starts an inner delivery, which first completes the outer one: so every observer
/// sees 0 → 1 before 1 → 2.
package struct Delivery<Event> {
    private var link: DeliveryLink
    private let event: Event
    private let listeners: ContiguousArray<Listener<Event>>
    /// The next listener to be told.
    private var next = 0

    static func run(
        _ event: Event,
        to listeners: ContiguousArray<Listener<Event>>,
        of registry: ObserverRegistry<Event>,
        name: () -> String
    ) {
        let outer = DeliveryLink.innermost
        let key = ObjectIdentifier(registry)
        withoutActuallyEscaping(name) { name in
            let link = DeliveryLink(
                outer: outer,
                registry: key,
                event: ObjectIdentifier(Event.self),
                name: name,
                place: placeOfRunningHandler
            )
            var delivery = Delivery(link: link, event: event, listeners: listeners)
            // SAFETY: the pointer is in the thread's list only until this closure returns; `link` is the first field, and all access
            // to the delivery in between goes through this pointer, on this thread.
            withUnsafeMutablePointer(to: &delivery) { pointer in
                // What handlers read is their own affair, even if a key path is being read around this delivery.
                let tracking = heed_current_tracking()
                heed_set_current_tracking(nil)
                heed_set_current_delivery(pointer)
                pointer.finish()
                heed_set_current_delivery(outer)
                heed_set_current_tracking(tracking)
            }
        }
    }

    /// One of several deliveries that belong together.
    struct Order {
        let event: Event
        let listeners: ContiguousArray<Listener<Event>>
        let registry: ObserverRegistry<Event>
        let name: () -> String
    }

    /// Makes several deliveries as one: all of them are under way from the beginning, so that a change made by any handler comes after
    /// what it belongs to, and the listeners of all are called in the order in which they registered.
    static func runTogether(_ orders: [Order]) {
        guard !orders.isEmpty else { return }
        let outer = DeliveryLink.innermost
        // SAFETY: the deliveries are in the thread's list only until this function returns, and stay where they are until then; all
        // access to them goes through these pointers, on this thread.
        let deliveries = UnsafeMutablePointer<Delivery>.allocate(capacity: orders.count)
        defer {
            deliveries.deinitialize(count: orders.count)
            deliveries.deallocate()
        }
        var turns: [(listener: UInt64, delivery: Int, place: Int)] = []
        var inner = outer
        for (number, order) in orders.enumerated() {
            let link = DeliveryLink(
                outer: inner,
                registry: ObjectIdentifier(order.registry),
                event: ObjectIdentifier(Event.self),
                name: order.name,
                place: placeOfRunningHandler
            )
            (deliveries + number).initialize(to: Delivery(link: link, event: order.event, listeners: order.listeners))
            inner = UnsafeMutableRawPointer(deliveries + number).assumingMemoryBound(to: DeliveryLink.self)
            for (place, listener) in order.listeners.enumerated() { turns.append((listener.id, number, place)) }
        }
        turns.sort { ($0.listener, $0.delivery) < ($1.listener, $1.delivery) }
        let tracking = heed_current_tracking()
        heed_set_current_tracking(nil)
        heed_set_current_delivery(inner)
        for turn in turns {
            // A handler may have led to the rest of a delivery being completed.
            let delivery = deliveries + turn.delivery
            if delivery.pointee.next == turn.place { delivery.tellNext() }
        }
        heed_set_current_delivery(outer)
        heed_set_current_tracking(tracking)
    }

    /// Completes the deliveries of this registry that are under way on this thread, the outermost first.
    static func finishOuter(of registry: ObserverRegistry<Event>) {
        let key = ObjectIdentifier(registry)
        finishOuter { $0.registry == key }
    }

    /// Completes all deliveries of this kind of event that are under way on this thread, the outermost first.
    static func finishOuter() {
        finishOuter { _ in true }
    }

    private static func finishOuter(where isConcerned: (DeliveryLink) -> Bool) {
        let kind = ObjectIdentifier(Event.self)
        var unfinished: [UnsafeMutablePointer<Delivery<Event>>] = []
        var current = DeliveryLink.innermost
        while let link = current {
            if link.pointee.event == kind, isConcerned(link.pointee) {
                // SAFETY: the link is the first field of a delivery of this event type.
                let delivery = UnsafeMutableRawPointer(link).assumingMemoryBound(to: Delivery<Event>.self)
                if delivery.pointee.next < delivery.pointee.listeners.count {
                    unfinished.append(delivery)
                }
            }
            current = link.pointee.outer
        }
        guard !unfinished.isEmpty else { return }
        let tracking = heed_current_tracking()
        heed_set_current_tracking(nil)
        for delivery in unfinished.reversed() {
            delivery.finish()
        }
        heed_set_current_tracking(tracking)
    }
}

extension UnsafeMutablePointer {
    /// Tells the listeners that have not been told. A handler may complete the same delivery meanwhile, so the place is kept in it.
    fileprivate func finish<Event>() where Pointee == Delivery<Event> {
        while tellNext() {}
    }

    /// - Returns: Whether there was somebody left to be told.
    @discardableResult
    fileprivate func tellNext<Event>() -> Bool where Pointee == Delivery<Event> {
        guard let listener = pointee.takeNext() else { return false }
        guard listener.isActive else { return true }
        pointee.countRunning(1)
        defer { pointee.countRunning(-1) }
        listener.receive(pointee.currentEvent)
        return true
    }
}

extension Delivery {
    fileprivate var currentEvent: Event { event }

    fileprivate mutating func countRunning(_ difference: Int) {
        link.runningHandlers += difference
    }

    /// Where the handler was registered that the delivery with this link is in the middle of.
    fileprivate static func placeOfRunningHandler(_ link: UnsafeMutablePointer<DeliveryLink>) -> RegistrationPlace? {
        // SAFETY: the link is the first field of a delivery, which gave this function to it.
        let delivery = UnsafeMutableRawPointer(link).assumingMemoryBound(to: Delivery<Event>.self)
        guard delivery.pointee.next > 0 else { return nil }
        return delivery.pointee.listeners[delivery.pointee.next - 1].place
    }

    fileprivate mutating func takeNext() -> Listener<Event>? {
        guard next < listeners.count else { return nil }
        defer { next += 1 }
        return listeners[next]
    }
}

/// What a delivery shows to deliveries of other kinds: which registry it serves and what is around it.
package struct DeliveryLink {
    let outer: UnsafeMutablePointer<DeliveryLink>?
    let registry: ObjectIdentifier
    /// The type of what is delivered.
    let event: ObjectIdentifier
    let name: () -> String
    /// Finds where the handler was registered that is being called, given the link itself.
    let place: (UnsafeMutablePointer<DeliveryLink>) -> RegistrationPlace?
    /// How many handlers this delivery is in the middle of: one, and one more for each handler whose change made another complete it.
    fileprivate var runningHandlers = 0
    /// Whether an endless loop was found further in. Until this delivery ends, its registry is not entered again: handlers that fork
    /// would otherwise go through the loop once for every way to get there.
    private var hasRunAway = false

    init(
        outer: UnsafeMutablePointer<DeliveryLink>?,
        registry: ObjectIdentifier,
        event: ObjectIdentifier,
        name: @escaping () -> String,
        place: @escaping (UnsafeMutablePointer<DeliveryLink>) -> RegistrationPlace?
    ) {
        self.outer = outer
        self.registry = registry
        self.event = event
        self.name = name
        self.place = place
    }

    /// How often one registry may be entered again from inside its own deliveries.
    static let sameRegistryLimit = 32
    /// How many handlers of any kind may nest. Each level costs several stack frames of the program's own code.
    static let depthLimit = 64

    static var innermost: UnsafeMutablePointer<DeliveryLink>? {
        // SAFETY: only `Delivery.run` sets the pointer, to a delivery that is alive on this thread's stack.
        heed_current_delivery()?.assumingMemoryBound(to: DeliveryLink.self)
    }

    /// Whether one more delivery may start on this thread. Reports an endless loop when it finds one.
    static func admits(_ registry: ObjectIdentifier, name entering: () -> String) -> Bool {
        guard let innermost else { return true }
        var same = 0
        var depth = 0
        var isInLoop = false
        innermost.visitOutwards { link in
            depth += link.pointee.runningHandlers
            guard link.pointee.registry == registry else { return }
            same += 1
            isInLoop = isInLoop || link.pointee.hasRunAway
        }
        guard !isInLoop else { return false }
        guard same >= sameRegistryLimit || depth >= depthLimit else { return true }
        let isReported = innermost.pointee.hasRunAway
        var names = [entering()]
        // Nobody is told of the innermost change.
        var places: [RegistrationPlace?] = [nil]
        innermost.visitOutwards { link in
            names.append(link.pointee.name())
            places.append(link.pointee.place(link))
            link.pointee.hasRunAway = true
        }
        if !isReported { Diagnostics.report(.runawayLoop(path: names.reversed(), places: places.reversed())) }
        return false
    }
}

extension UnsafeMutablePointer<DeliveryLink> {
    fileprivate func visitOutwards(_ visit: (Self) -> Void) {
        visit(self)
        var next = pointee.outer
        while let link = next {
            visit(link)
            next = link.pointee.outer
        }
    }
}
