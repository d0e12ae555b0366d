internal import CHeedThreads

extension AnyObserverRegistry {
    /// The moment in which handlers run, relative to the change that they receive.
    enum DeliveryTime {
        /// Before the change. Can't be postponed.
        case before
        /// After the change, before any handler receives it. Can't be postponed, and runs no handlers.
        case stored
        /// After the change, and after the earlier changes of the same registry that this thread is still delivering. If the stack is
        /// nearly used up, the delivery waits until there is room again: see ``Backlog``.
        case after
    }

    /// Calls every currently registered observer, in order, on this thread.
    ///
    /// - Parameters:
    ///   - event: The event, in the type that the observers expect.
    ///   - audience: The observers to call.
    ///   - context: The context that handlers find in ``Delivery/handling``.
    ///   - time: When the handlers run.
    ///   - isAdmitted: Whether the caller has already asked ``admitsDelivery()``, once for all deliveries of one change.
    func deliver(
        raw event: UnsafeRawPointer,
        to audience: Audience,
        context: UnsafeRawPointer? = nil,
        at time: DeliveryTime = .after,
        isAdmitted: Bool = false
    ) {
        let thread = heed_current_thread()
        guard thread.pointee.delivery == nil else {
            return deliverNested(raw: event, to: audience, context: context, at: time, isAdmitted: isAdmitted)
        }
        deliverNow(raw: event, to: audience, context: context)
        if thread.pointee.backlog != nil { Backlog.didEndDelivery(Delivery.Standing()) }
    }

    /// Like `deliver(raw:to:)`, to all observers without a condition.
    @usableFromInline
    final func deliver(raw event: UnsafeRawPointer) {
        deliver(raw: event, to: .unconditional)
    }

    @inline(never)
    private func deliverNested(
        raw event: UnsafeRawPointer,
        to audience: Audience,
        context: UnsafeRawPointer?,
        at time: DeliveryTime,
        isAdmitted: Bool
    ) {
        guard !isEmpty, let standing = isAdmitted ? nextStanding() : admittedStanding() else { return }
        guard time == .after else {
            deliverNow(raw: event, to: audience, context: context, standing: standing)
            // No handler may run between the phases of a change, so what waits goes on waiting.
            if heed_current_thread().pointee.backlog != nil { Backlog.reopenLoops(after: standing) }
            return
        }
        if Backlog.isNeeded(at: standing.depth) {
            if let held = hold(event, context: context) {
                var order = Order(registry: self, event: held.event, context: held.context, audience: audience)
                order.limit = newest.load(ordering: .acquiring)
                return Backlog.add([order], standing, keeping: held)
            }
            guard heed_stack_left(standing.depth) != HEED_STACK_EMPTY else { return Backlog.cutLoop(at: self) }
        }
        deliverAfterEarlier(raw: event, to: audience, context: context, standing: standing)
    }

    /// Delivers now, after completing the earlier deliveries of this registry.
    func deliverAfterEarlier(
        raw event: UnsafeRawPointer,
        to audience: Audience,
        context: UnsafeRawPointer?,
        standing: Delivery.Standing,
        limit: UInt64? = nil
    ) {
        deliverNow(raw: event, to: audience, context: context, standing: standing, limit: limit) { delivery in
            Delivery.completeEarlier(than: standing.number, of: self)
            // A postponed delivery may sit among later ones.
            delivery.pointee.hasCompletedEarlier = limit == nil
        }
        if heed_current_thread().pointee.backlog != nil { Backlog.didEndDelivery(standing) }
    }

    /// - Parameter complete: The work to do first, once the delivery is in the list.
    @inline(__always)
    private func deliverNow(
        raw event: UnsafeRawPointer,
        to audience: Audience,
        context: UnsafeRawPointer?,
        standing: Delivery.Standing = Delivery.Standing(),
        limit: UInt64? = nil,
        after complete: (UnsafeMutablePointer<Delivery>) -> Void = { _ in }
    ) {
        let thread = heed_current_thread()
        pin(thread)
        let outer = thread.pointee.delivery
        if let first = UnsafeMutablePointer<ObserverSlot>(bitPattern: head.load(ordering: .sequentiallyConsistent)) {
            var delivery = Delivery(
                outer: outer?.assumingMemoryBound(to: Delivery.self),
                registry: Unmanaged.passUnretained(self),
                event: event,
                context: context,
                audience: audience,
                limit: limit ?? newest.load(ordering: .acquiring),
                first: first,
                standing: standing
            )
            withUnsafeMutablePointer(to: &delivery) { pointer in
                thread.pointee.delivery = UnsafeMutableRawPointer(pointer)
                complete(pointer)
                pointer.proceed(upTo: pointer.pointee.limit)
                thread.pointee.delivery = outer
            }
        }
        unpin(thread)
    }

    /// Publishes that this thread is delivering for this registry.
    @inline(__always)
    private func pin(_ thread: UnsafeMutablePointer<heed_thread>) {
        let used = thread.pointee.guards_used
        thread.pointee.guards_used = used &+ 1
        if used < ThreadGuards.capacity {
            ThreadGuards.current(thread).set(used, to: address)
        } else {
            pins.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
    }

    @inline(__always)
    private func unpin(_ thread: UnsafeMutablePointer<heed_thread>) {
        let used = thread.pointee.guards_used &- 1
        thread.pointee.guards_used = used
        if used < ThreadGuards.capacity {
            ThreadGuards.current(thread).set(used, to: 0)
        } else {
            pins.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        }
        if waste.load(ordering: .sequentiallyConsistent) != 0 { collect() }
    }

    // MARK: Admission

    /// Returns whether this thread may deliver a change now. It may not if the delivery would be one more round of an endless loop, or if
    /// the stack is used up. Such a case is reported once.
    func admitsDelivery() -> Bool {
        guard Delivery.innermost != nil else { return true }
        guard let standing = admittedStanding() else { return false }
        guard heed_stack_left(standing.depth) == HEED_STACK_EMPTY else { return true }
        Backlog.cutLoop(at: self)
        return false
    }

    private func admittedStanding() -> Delivery.Standing? {
        if heed_current_thread().pointee.backlog != nil, Backlog.hasCutLoop(at: self) { return nil }
        let standing = nextStanding()
        guard standing.turns >= Delivery.turnLimit || Backlog.waitingCount(of: self) >= Delivery.turnLimit else { return standing }
        Backlog.cutLoop(at: self)
        return nil
    }

    /// Returns the standing of the next nested delivery of this registry.
    func nextStanding() -> Delivery.Standing {
        let thread = heed_current_thread()
        thread.pointee.deliveries += 1
        let depth = (Delivery.innermost?.pointee.standing.depth ?? -1) + 1
        return Delivery.Standing(number: thread.pointee.deliveries, depth: depth, turns: Delivery.turns(leadingTo: self))
    }

    // MARK: Combined deliveries

    /// One of several combined deliveries.
    struct Order {
        let registry: AnyObserverRegistry
        let event: UnsafeRawPointer
        var context: UnsafeRawPointer?
        let audience: Audience
        /// The state of the last observer to call, or `nil` for all that are registered when the delivery begins.
        var limit: UInt64?
    }

    /// Combines several deliveries into one. All of them are in flight from the beginning, so a change made by any handler comes after the
    /// deliveries it belongs to. The observers of all of them are called in registration order.
    ///
    /// - Parameter owner: The object that keeps the events alive.
    static func deliverTogether(_ orders: [Order], keeping owner: AnyObject) {
        guard let first = orders.first else { return }
        let thread = heed_current_thread()
        let standing = thread.pointee.delivery == nil ? Delivery.Standing() : first.registry.nextStanding()
        if thread.pointee.delivery != nil, Backlog.isNeeded(at: standing.depth) {
            let limited = orders.map { order in
                var order = order
                order.limit = order.registry.newest.load(ordering: .acquiring)
                return order
            }
            return Backlog.add(limited, standing, keeping: owner)
        }
        deliverTogether(orders, standing: standing)
    }

    /// - Parameter standing: The standing of the first delivery.
    static func deliverTogether(_ orders: [Order], standing: Delivery.Standing) {
        let thread = heed_current_thread()
        let outer = thread.pointee.delivery
        for order in orders { order.registry.pin(thread) }
        // SAFETY: the deliveries are in the thread's list only until this function returns, and don't move until then.
        let deliveries = UnsafeMutablePointer<Delivery>.allocate(capacity: orders.count)
        var count = 0
        var inner = outer
        for order in orders {
            let head = order.registry.head.load(ordering: .sequentiallyConsistent)
            guard let first = UnsafeMutablePointer<ObserverSlot>(bitPattern: head) else { continue }
            let delivery = deliveries + count
            var standing = standing
            let ancestry = standing.ancestry?.borrow { $0 }
            standing.turns = ancestry?.turns(leadingTo: order.registry) ?? Delivery.turns(leadingTo: order.registry)
            delivery.initialize(
                to: Delivery(
                    outer: inner?.assumingMemoryBound(to: Delivery.self),
                    registry: Unmanaged.passUnretained(order.registry),
                    event: order.event,
                    context: order.context,
                    audience: order.audience,
                    limit: order.limit ?? order.registry.newest.load(ordering: .acquiring),
                    first: first,
                    standing: standing
                )
            )
            inner = UnsafeMutableRawPointer(delivery)
            count += 1
        }
        thread.pointee.delivery = inner
        if outer != nil {
            for order in orders { Delivery.completeEarlier(than: standing.number, of: order.registry) }
            // As for a single delivery.
            for delivery in deliveries..<deliveries + count { delivery.pointee.hasCompletedEarlier = orders[0].limit == nil }
        }
        var turns: [(state: UInt64, delivery: UnsafeMutablePointer<Delivery>)] = []
        for delivery in deliveries..<deliveries + count {
            for state in delivery.statesAhead { turns.append((state, delivery)) }
        }
        turns.sort { ($0.state, $0.delivery) < ($1.state, $1.delivery) }
        // A handler may have caused a delivery to complete. Its turns then find nothing left to do.
        for turn in turns { turn.delivery.proceed(upTo: turn.state) }
        thread.pointee.delivery = outer
        deliveries.deallocate()
        for order in orders.reversed() { order.registry.unpin(thread) }
        if thread.pointee.backlog != nil { Backlog.didEndDelivery(standing) }
    }
}
