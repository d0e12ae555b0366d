import Synchronization

extension PropertyRegistry {
    // MARK: Settings
    // Without generics, with values by address: looking up their types at run time would take longer than everything else.

    /// Begins a change that is reported as a setting, and notifies listeners that want prior events.
    ///
    /// - Parameters:
    ///   - type: The property's type.
    ///   - old: Passes on the old value. Called after prior calls in progress, because these may change it.
    func beginSetting(of object: AnyObject, as type: Any.Type, old: (_ body: (UnsafeRawPointer) -> Void) -> Void) -> _OpenChange {
        guard let change = open() else { return _OpenChange(isSilent: true) }
        guard change.isAttended else { return change }
        old { old in
            let event = PropertyEvent.setting(.will, change.number, of: object, as: type, from: old, to: nil)
            deliver(event, to: change.beginning.listenersBefore, at: .before)
        }
        return change
    }

    /// Completes a change that is reported as a setting. First, dependents take their new values. Then this thread completes its earlier
    /// deliveries. Last, every observer receives this change.
    ///
    /// If several threads share the object, the change is delivered in its turn. Observers that registered during the change also receive it:
    /// they may have read the old value, and would keep it.
    func endSetting(
        _ change: _OpenChange,
        of object: AnyObject,
        as type: Any.Type,
        from old: UnsafeRawPointer,
        to new: UnsafeRawPointer
    ) {
        let event = PropertyEvent.setting(.did, change.number, of: object, as: type, from: old, to: new)
        guard change.turn.exists else { return tell(change, event) }
        endInTurn(change, event) { $0(event) }
    }

    /// Notifies of the end of a change: first listeners that read values, then handlers.
    private func tell(_ change: _OpenChange, _ event: PropertyEvent) {
        let newcomers = newcomers(since: change, upTo: now)
        if change.isAttended { deliver(event.at(.stored), to: change.beginning.listenersBefore, at: .stored) }
        if let newcomers { deliver(event.at(.came), to: newcomers, at: .stored) }
        deliver(event, to: change.beginning.listenersBefore, isAdmitted: change.isAttended)
    }

    /// Like ``tell(_:_:)``, for an object that several threads share.
    ///
    /// - Parameters:
    ///   - end: The moment in which the change's turn was asked for.
    ///   - whole: Passes on the change as a setting, for listeners that registered before that moment, but during the change.
    func tellShared(
        _ change: _OpenChange,
        _ event: PropertyEvent,
        upTo end: Moment,
        whole: (_ body: (PropertyEvent) -> Void) -> Void
    ) {
        if change.isAttended { deliver(event.at(.stored), to: change.beginning.listenersBefore, at: .stored) }
        let audience = change.beginning.listenersBefore
        guard let newcomers = newcomers(since: change, upTo: end) else {
            return deliver(event, to: audience, turn: change.turn, isAdmitted: change.isAttended)
        }
        whole { whole in
            let whole = whole.numbered
            deliver(whole.at(.cameWithin), to: newcomers, at: .stored)
            guard let did = event.held(), let missed = whole.at(.missed).held() else { return }
            // Together, so that newcomers, too, receive this change before those that handlers make.
            let orders = [(did, audience), (missed, newcomers)].map { held, audience in
                Order(registry: self, event: held.event, context: change.turn.context, audience: audience)
            }
            Self.deliverTogether(orders, keeping: HeldEvents([did, missed]))
        }
    }

    private final class HeldEvents {
        private let events: [HeldEvent]

        init(_ events: [HeldEvent]) {
            self.events = events
        }
    }

    func newcomers(since change: _OpenChange, upTo end: Moment) -> Audience? {
        end.isLater(than: change.beginning) ? end.listeners(since: change.beginning) : nil
    }

    /// Begins a change that is reported as a setting, unless it belongs to a change that has already begun.
    func willChange<Value>(of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        guard !isEmpty else { return _OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isPartOfManualChange(of: object, old: old) else { return _OpenChange(isSilent: true) }
        return beginChange(of: object, old: old())
    }

    private func isPartOfManualChange<Value>(of object: AnyObject, old: () -> Value) -> Bool {
        isPartOfManualChange(of: object, as: Value.self) { body in withUnsafePointer(to: old()) { body($0) } }
    }

    func beginChange<Value>(of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        beginSetting(of: object, as: Value.self) { body in withUnsafePointer(to: old()) { body($0) } }
    }

    func didChange<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in
                endSetting(change, of: object, as: Value.self, from: old, to: new)
            }
        }
    }

    // MARK: Manually announced changes

    /// Completes a manually announced change, also for observers that registered since.
    ///
    /// - Parameters:
    ///   - manual: The announcement, which has ended.
    ///   - isUnseen: Whether the property may have changed since without its setter noticing. Then nobody knows which value those who registered
    ///     since have read.
    func didChange<Value>(
        _ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value, endingWith manual: ManualChange, isUnseen: Bool = false
    ) {
        let now = now
        let rest = manual.admitted.flatMap { now.isLater(than: $0) ? now.listeners(since: $0) : nil }
        // A deinitializing object can't be kept until the end of the delivery.
        weak let living = object
        guard change.property != nil, !change.turn.exists, !manual.newcomers.isEmpty || isUnseen && rest != nil, living != nil else {
            return didChange(change, of: object, from: old, to: new)
        }
        guard change.isAttended || admitsDelivery() else { return }
        func held(_ phase: PropertyEvent.Phase, _ number: UInt64, from old: Value, to listeners: Audience) -> (HeldEvent, Audience)? {
            withUnsafePointer(to: old) { old in
                withUnsafePointer(to: new) { new in
                    let event = PropertyEvent.setting(phase, number, of: object, as: Value.self, from: old, to: new)
                    deliver(event.at(phase == .did ? .stored : .cameWithin), to: listeners, at: .stored)
                    return event.held().map { ($0, listeners) }
                }
            }
        }
        var told = [held(.did, change.number, from: old, to: change.beginning.listenersBefore)]
        told += manual.newcomers.map { held(.did, $0.number, from: $0.old as! Value, to: $0.listeners) }
        if isUnseen, let rest { told.append(held(.missed, ChangeNumber.next(), from: old, to: rest)) }
        if !isUnseen, let rest {
            withUnsafePointer(to: new) { new in
                deliver(.setting(.came, change.number, of: object, as: Value.self, from: new, to: new), to: rest, at: .stored)
            }
        }
        let held = told.compactMap { $0 }
        // Together, so that newcomers, too, receive this change before those that handlers make.
        let orders = held.map { Order(registry: self, event: $0.event, context: nil, audience: $1) }
        Self.deliverTogether(orders, keeping: HeldEvents(held.map(\.0)))
    }

    // MARK: Collections

    /// Begins a change, reported by its kind.
    ///
    /// - Parameters:
    ///   - old: The old value. Read after prior calls in progress, because these may change it.
    ///   - mutation: The mutation to come. Read likewise.
    func willChange<Value>(
        of object: AnyObject,
        old: @autoclosure () -> Value,
        mutation: @autoclosure () -> CollectionMutation<Value>
    ) -> _OpenChange {
        guard !isEmpty else { return _OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isPartOfManualChange(of: object, old: old), let change = open() else { return _OpenChange(isSilent: true) }
        guard change.isAttended else { return change }
        let mutation = mutation()
        let told = CollectionMutation(kind: mutation.kind, indexes: mutation.indexes, old: mutation.old)
        told.withEvent(change.number, of: object) { event in
            deliver(event.at(.will), to: change.beginning.listenersBefore, at: .before)
        }
        return change
    }

    /// Completes a change, reported by its kind.
    ///
    /// - Parameters:
    ///   - mutation: The mutation that was made.
    ///   - whole: The change as a setting, for listeners that registered during the change of an object that several threads share.
    func didChange<Value>(
        _ change: _OpenChange,
        of object: AnyObject,
        as mutation: CollectionMutation<Value>,
        whole: () -> CollectionMutation<Value>
    ) {
        mutation.withEvent(change.number, of: object) { event in
            guard change.turn.exists else { return tell(change, event) }
            endInTurn(change, event) { whole().withEvent(change.number, of: object, $0) }
        }
    }

    /// Completes a change in place. For a collection, finds out how its elements changed, if an observer wants to know.
    func didModify<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        guard wantsElements, let mutation = CollectionMutation.found(from: old, to: new) else {
            return didChange(change, of: object, from: old, to: new)
        }
        didChange(change, of: object, as: mutation) { .setting(from: old, to: new) }
    }

    // MARK: Notifying

    /// Begins a change. No handler of an earlier change runs before this one is stored, so a value that a handler has just read still
    /// holds.
    ///
    /// - Returns: `nil` if no observers may be notified.
    private func open() -> _OpenChange? {
        // Determined first: an observer that registers from now on is admitted to the change.
        let beginning = now
        guard hasAttentiveObservers else { return _OpenChange(property: self, beginning: beginning, number: 0, isAttended: false) }
        guard admitsDelivery() else { return nil }
        completePriorCalls()
        return _OpenChange(property: self, beginning: now, number: ChangeNumber.next(), isAttended: true)
    }

    /// Completes the prior calls that this thread is still making for the property: those of this change come after them.
    func completePriorCalls() {
        var unfinished: [UnsafeMutablePointer<Delivery>] = []
        var next = Delivery.innermost
        while let delivery = next {
            let isPrior = delivery.isOf(self) && delivery.pointee.event.assumingMemoryBound(to: PropertyEvent.self).pointee.phase == .will
            if isPrior { unfinished.append(delivery) }
            next = delivery.pointee.outer
        }
        for delivery in unfinished.reversed() { delivery.proceed(upTo: delivery.pointee.limit) }
    }

    func deliver(
        _ event: PropertyEvent,
        to audience: Audience,
        turn: _DeliveryTurn = .none,
        at time: DeliveryTime = .after,
        isAdmitted: Bool = true
    ) {
        withUnsafePointer(to: event) { deliver(raw: $0, to: audience, context: turn.context, at: time, isAdmitted: isAdmitted) }
    }
}

extension PropertyEvent {
    static func setting(
        _ phase: Phase,
        _ number: UInt64,
        of object: AnyObject,
        as type: Any.Type,
        from old: UnsafeRawPointer,
        to new: UnsafeRawPointer?
    ) -> PropertyEvent {
        let object = Unmanaged.passUnretained(object)
        return PropertyEvent(phase: phase, kind: .setting, number: number, object: object, positions: nil, old: old, new: new, type: type)
    }
}

extension CollectionMutation {
    /// Returns the mutation of a property that was set as a whole.
    static func setting(from old: Value, to new: Value) -> CollectionMutation {
        CollectionMutation(kind: .setting, old: old, new: new)
    }

    /// Makes the event at the end of the mutation, valid while the closure runs.
    func withEvent(_ number: UInt64, of object: AnyObject, _ body: (PropertyEvent) -> Void) {
        let positions = indexes.map(ChangedPositions.init)
        withOptionalPointer(to: old) { old in
            withOptionalPointer(to: new) { new in
                body(
                    PropertyEvent(
                        phase: .did,
                        kind: kind,
                        number: number,
                        object: Unmanaged.passUnretained(object),
                        positions: positions.map(Unmanaged.passUnretained),
                        old: old,
                        new: new,
                        type: Value.self
                    )
                )
            }
        }
        withExtendedLifetime(positions) {}
    }

    private func withOptionalPointer(to value: Value?, _ body: (UnsafeRawPointer?) -> Void) {
        guard let value else { return body(nil) }
        withUnsafePointer(to: value) { body($0) }
    }
}

/// The source of changes' numbers.
enum ChangeNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
