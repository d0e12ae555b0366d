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
            var delivery = Delivery(link: DeliveryLink(outer: outer, registry: key, name: name), event: event, listeners: listeners)
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

    /// Completes the deliveries of this registry that are under way on this thread, the outermost first.
    static func finishOuter(of registry: ObserverRegistry<Event>) {
        let key = ObjectIdentifier(registry)
        var unfinished: [UnsafeMutablePointer<Delivery<Event>>] = []
        var current = DeliveryLink.innermost
        while let link = current {
            if link.pointee.registry == key {
                // SAFETY: the link is the first field of a delivery of this registry, so of this event type.
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
        pointee.countRunning(1)
        defer { pointee.countRunning(-1) }
        while let listener = pointee.takeNext() {
            if listener.isActive {
                listener.receive(pointee.currentEvent)
            }
        }
    }
}

extension Delivery {
    fileprivate var currentEvent: Event { event }

    fileprivate mutating func countRunning(_ difference: Int) {
        link.runningHandlers += difference
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
    let name: () -> String
    /// How many handlers this delivery is in the middle of: one, and one more for each handler whose change made another complete it.
    fileprivate var runningHandlers = 0
    /// Whether an endless loop was found further in. Until this delivery ends, its registry is not entered again: handlers that fork
    /// would otherwise go through the loop once for every way to get there.
    private var hasRunAway = false

    init(outer: UnsafeMutablePointer<DeliveryLink>?, registry: ObjectIdentifier, name: @escaping () -> String) {
        self.outer = outer
        self.registry = registry
        self.name = name
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
        innermost.visitOutwards { link in
            names.append(link.pointee.name())
            link.pointee.hasRunAway = true
        }
        if !isReported { Diagnostics.report(.runawayLoop(path: names.reversed())) }
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
