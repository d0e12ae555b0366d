import Synchronization

extension PropertyRegistry {
    // MARK: Settings
    // Without generics, values by address: looking their types up at run time would take longer than all the rest.

    /// Begins a change that is told as a setting: tells those who want to hear before.
    ///
    /// - Parameters:
    ///   - type: The property's type.
    ///   - old: Hands on the value before the change. Read after prior calls that are under way, since these may change it.
    func beginSetting(of object: AnyObject, as type: Any.Type, old: (_ body: (UnsafeRawPointer) -> Void) -> Void) -> _OpenChange {
        guard let change = open() else { return _OpenChange(isSilent: true) }
        guard change.isAttended else { return change }
        old { old in
            let event = PropertyEvent.setting(.will, change.number, of: object, as: type, from: old, to: nil)
            deliver(event, to: change.beginning.listenersBefore, at: .before)
        }
        return change
    }

    /// Completes a change that is told as a setting: dependants take their new values, earlier changes that this thread is still telling
    /// are told to the end, then every observer is told of this one.
    ///
    /// - Parameter isShared: Whether several threads use the object. Then those who came while the change was made are told too: they may
    ///   have read the value before it, and would keep it.
    func endSetting(
        _ change: _OpenChange,
        of object: AnyObject,
        as type: Any.Type,
        from old: UnsafeRawPointer,
        to new: UnsafeRawPointer,
        isShared: Bool = false
    ) {
        let event = { PropertyEvent.setting($0, change.number, of: object, as: type, from: old, to: new) }
        if let newcomers = tell(change, isShared: isShared, event: event) { deliver(event(.missed), to: newcomers) }
    }

    /// Tells of the end of a change: first those who read values, then the handlers.
    ///
    /// - Returns: Those who came while a shared object's change was made. They have still to be told.
    private func tell(_ change: _OpenChange, isShared: Bool, event: (PropertyEvent.Phase) -> PropertyEvent) -> Audience? {
        let end = now
        let audience = change.beginning.listenersBefore
        let newcomers = end.isLater(than: change.beginning) ? end.listeners(since: change.beginning) : nil
        if change.isAttended { deliver(event(.stored), to: audience, at: .stored) }
        if let newcomers, !isShared { deliver(event(.came), to: newcomers, at: .stored) }
        deliver(event(.did), to: audience, isAdmitted: change.isAttended)
        return isShared ? newcomers : nil
    }

    /// Begins a change that is told as a setting, unless it belongs to a change that has begun already.
    func willChange<Value>(of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        guard !isEmpty else { return _OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isOpenByHand(on: .current) else { return _OpenChange(isSilent: true) }
        return beginChange(of: object, old: old())
    }

    func beginChange<Value>(of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        beginSetting(of: object, as: Value.self) { body in withUnsafePointer(to: old()) { body($0) } }
    }

    func didChange<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in
                endSetting(change, of: object, as: Value.self, from: old, to: new, isShared: isShared)
            }
        }
    }

    // MARK: Collections

    /// Begins a change, told as what it is.
    ///
    /// - Parameters:
    ///   - old: The value before the change. Read after prior calls that are under way, since these may change it.
    ///   - mutation: What is going to happen. Read likewise.
    func willChange<Value>(
        of object: AnyObject,
        old: @autoclosure () -> Value,
        mutation: @autoclosure () -> CollectionMutation<Value>
    ) -> _OpenChange {
        guard !isEmpty else { return _OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isOpenByHand(on: .current), let change = open() else { return _OpenChange(isSilent: true) }
        guard change.isAttended else { return change }
        let mutation = mutation()
        let told = CollectionMutation(kind: mutation.kind, indexes: mutation.indexes, old: mutation.old)
        told.withEvent(change.number, of: object) { event in
            deliver(event(.will), to: change.beginning.listenersBefore, at: .before)
        }
        return change
    }

    /// Completes a change, told as what it is.
    ///
    /// - Parameters:
    ///   - mutation: What happened.
    ///   - isShared: As with a setting.
    ///   - whole: The change as a setting, for those who came while it was made.
    func didChange<Value>(
        _ change: _OpenChange,
        of object: AnyObject,
        as mutation: CollectionMutation<Value>,
        isShared: Bool = false,
        whole: () -> CollectionMutation<Value>
    ) {
        var newcomers: Audience?
        mutation.withEvent(change.number, of: object) { newcomers = tell(change, isShared: isShared, event: $0) }
        guard let newcomers else { return }
        whole().withEvent(change.number, of: object) { deliver($0(.missed), to: newcomers) }
    }

    /// Completes a change in place: of a collection, it is found out what became of its elements, if somebody wants to know.
    func didModify<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        guard wantsElements, let mutation = CollectionMutation.found(from: old, to: new) else {
            return didChange(change, of: object, from: old, to: new, isShared: isShared)
        }
        didChange(change, of: object, as: mutation, isShared: isShared) { .setting(from: old, to: new) }
    }

    // MARK: Telling

    /// Begins a change. No handler of an earlier change runs before this one is stored: what a handler has read just now still holds.
    ///
    /// - Returns: `nil` where nobody may be told.
    private func open() -> _OpenChange? {
        guard hasAttentiveObservers else { return _OpenChange(property: self, beginning: now, number: 0, isAttended: false) }
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

    func deliver(_ event: PropertyEvent, to audience: Audience, at time: DeliveryTime = .after, isAdmitted: Bool = true) {
        withUnsafePointer(to: event) { deliver(raw: $0, to: audience, at: time, isAdmitted: isAdmitted) }
    }
}

extension PropertyEvent {
    fileprivate static func setting(
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
    /// The value was set as a whole.
    static func setting(from old: Value, to new: Value) -> CollectionMutation {
        CollectionMutation(kind: .setting, old: old, new: new)
    }

    /// Makes events of it, which may be used while the closure runs.
    func withEvent(_ number: UInt64, of object: AnyObject, _ body: ((PropertyEvent.Phase) -> PropertyEvent) -> Void) {
        let positions = indexes.map(ChangedPositions.init)
        withOptionalPointer(to: old) { old in
            withOptionalPointer(to: new) { new in
                body { phase in
                    PropertyEvent(
                        phase: phase,
                        kind: kind,
                        number: number,
                        object: Unmanaged.passUnretained(object),
                        positions: positions.map(Unmanaged.passUnretained),
                        old: old,
                        new: new,
                        type: Value.self
                    )
                }
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
