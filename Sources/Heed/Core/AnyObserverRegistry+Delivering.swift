internal import CHeedThreads

extension AnyObserverRegistry {
    /// Tells every observer that is registered now, in order, on this thread.
    ///
    /// - Parameters:
    ///   - event: The event, in the type that the observers expect.
    ///   - audience: Who is to be told.
    ///   - context: What handlers find as the context of ``Delivery/handling``.
    func deliver(raw event: UnsafeRawPointer, to audience: Audience, context: UnsafeRawPointer? = nil) {
        if heed_current_thread().pointee.delivery != nil {
            guard !isEmpty, admitsDelivery() else { return }
            finishOuterDeliveries()
        }
        deliverAdmitted(raw: event, to: audience, context: context)
    }

    /// As `deliver(raw:to:)`, to all who have no condition.
    @usableFromInline
    final func deliver(raw event: UnsafeRawPointer) {
        deliver(raw: event, to: .unconditional)
    }

    /// As `deliver`, where ``admitsDelivery()`` was asked before, once for all the deliveries of one change.
    func deliverAdmitted(raw event: UnsafeRawPointer, to audience: Audience, context: UnsafeRawPointer? = nil) {
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
                limit: newest.load(ordering: .acquiring),
                first: first
            )
            withUnsafeMutablePointer(to: &delivery) { pointer in
                thread.pointee.delivery = UnsafeMutableRawPointer(pointer)
                pointer.proceed(upTo: pointer.pointee.limit)
                thread.pointee.delivery = outer
            }
        }
        unpin(thread)
    }

    /// Shows that this thread is at this registry.
    @inline(__always)
    fileprivate func pin(_ thread: UnsafeMutablePointer<heed_thread>) {
        let used = thread.pointee.guards_used
        thread.pointee.guards_used = used + 1
        if used < ThreadGuards.capacity {
            ThreadGuards.current(thread).set(used, to: address)
        } else {
            pins.wrappingAdd(1, ordering: .sequentiallyConsistent)
        }
    }

    @inline(__always)
    fileprivate func unpin(_ thread: UnsafeMutablePointer<heed_thread>) {
        let used = thread.pointee.guards_used - 1
        thread.pointee.guards_used = used
        if used < ThreadGuards.capacity {
            ThreadGuards.current(thread).set(used, to: 0)
        } else {
            pins.wrappingSubtract(1, ordering: .sequentiallyConsistent)
        }
        if waste.load(ordering: .sequentiallyConsistent) != 0 { collect() }
    }

    /// Whether a delivery may start now on this thread. It may not where that would be one more turn of an endless loop, which is then
    /// reported.
    func admitsDelivery() -> Bool {
        Delivery.innermost?.admits(self) ?? true
    }

    /// Completes what this thread is still delivering for this registry, so that a change made by a handler comes after the one that
    /// the handler was told of.
    func finishOuterDeliveries() {
        guard Delivery.innermost != nil else { return }
        Delivery.finishOuter { $0 === self }
    }

    // MARK: Delivering together

    /// One of several deliveries that belong together.
    struct Order {
        let registry: AnyObserverRegistry
        let event: UnsafeRawPointer
        let audience: Audience
    }

    /// Makes several deliveries as one: all of them are under way from the beginning, so that a change made by any handler comes after
    /// what it belongs to, and the observers of all are called in the order in which they registered.
    static func deliverTogether(_ orders: [Order]) {
        guard !orders.isEmpty else { return }
        let thread = heed_current_thread()
        let outer = thread.pointee.delivery
        for order in orders { order.registry.pin(thread) }
        defer { for order in orders.reversed() { order.registry.unpin(thread) } }
        // SAFETY: the deliveries are in the thread's list only until this function returns, and stay where they are until then.
        let deliveries = UnsafeMutablePointer<Delivery>.allocate(capacity: orders.count)
        defer { deliveries.deallocate() }
        var turns: [(state: UInt64, delivery: UnsafeMutablePointer<Delivery>)] = []
        var count = 0
        var inner = outer
        for order in orders {
            let head = order.registry.head.load(ordering: .sequentiallyConsistent)
            guard let first = UnsafeMutablePointer<ObserverSlot>(bitPattern: head) else { continue }
            let delivery = deliveries + count
            delivery.initialize(
                to: Delivery(
                    outer: inner?.assumingMemoryBound(to: Delivery.self),
                    registry: Unmanaged.passUnretained(order.registry),
                    event: order.event,
                    context: nil,
                    audience: order.audience,
                    limit: order.registry.newest.load(ordering: .acquiring),
                    first: first
                )
            )
            for state in delivery.pointee.statesAhead { turns.append((state, delivery)) }
            inner = UnsafeMutableRawPointer(delivery)
            count += 1
        }
        turns.sort { ($0.state, $0.delivery) < ($1.state, $1.delivery) }
        thread.pointee.delivery = inner
        // A handler may have led to a delivery being completed. Then nothing is left for its turns.
        for turn in turns { turn.delivery.proceed(upTo: turn.state) }
        thread.pointee.delivery = outer
    }
}

extension Delivery {
    /// The states of all who are still to be told.
    fileprivate var statesAhead: [UInt64] {
        var states: [UInt64] = []
        var slot = first
        while true {
            let state = slot.pointee.state.load(ordering: .sequentiallyConsistent)
            if state &- 1 >= limit {
                guard state == ObserverState.endOfChunk, let next = slot.nextChunk else { return states }
                slot = next
                continue
            }
            if state & 1 == 1, audience.contains(slot.pointee.entry.condition) { states.append(state) }
            slot += 1
        }
    }
}

extension Audience {
    @inline(__always)
    func contains(_ condition: UInt) -> Bool {
        condition == 0 || condition &- lower <= upper &- lower
    }
}
