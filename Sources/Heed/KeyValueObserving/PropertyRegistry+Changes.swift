import Synchronization

extension PropertyRegistry {
    /// Begins a change: completes what this thread is still telling about the property, then tells those who want to hear before.
    ///
    /// - Parameters:
    ///   - old: The value before the change. Read after earlier changes have been told, since handlers may change it.
    ///   - mutation: What is going to happen, where that is known; without it the change is told as a setting. Read likewise.
    func willChange<Value>(
        of object: AnyObject,
        old: @autoclosure () -> Value,
        mutation: @autoclosure () -> CollectionMutation<Value>? = nil
    ) -> OpenChange {
        guard !observers.isEmpty else { return OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isOpenByHand(on: .current) else { return OpenChange(isSilent: true) }
        return beginChange(of: object, old: old(), mutation: mutation())
    }

    func beginChange<Value>(
        of object: AnyObject,
        old: @autoclosure () -> Value,
        mutation: @autoclosure () -> CollectionMutation<Value>? = nil
    ) -> OpenChange {
        guard observers.admitsDelivery(name: name) else { return OpenChange(isSilent: true) }
        observers.finishOuterDeliveries()
        let change = OpenChange(
            property: self,
            listeners: observers.snapshot(),
            number: ChangeNumber.next(),
            isAttended: hasAttentiveObservers
        )
        guard change.isAttended else { return change }
        let told = mutation().map { CollectionMutation(kind: $0.kind, indexes: $0.indexes, old: $0.old) } ?? .setting(from: old())
        told.withPointers { old, _ in
            deliver(told.event(.will, change.number, of: object, old: old, new: nil), to: change.listeners)
        }
        return change
    }

    /// Completes a change: dependants take their new values, then every observer is told.
    ///
    /// - Parameters:
    ///   - mutation: What happened.
    ///   - isShared: Whether several threads use the object. Then those who came while the change was made are told too: they may have
    ///     read the value before it, and would keep it.
    ///   - whole: The change as a setting, for those.
    func didChange<Value>(
        _ change: OpenChange,
        of object: AnyObject,
        as mutation: CollectionMutation<Value>,
        isShared: Bool = false,
        whole: () -> CollectionMutation<Value>
    ) {
        let newcomers = isShared || hasAttentiveObservers ? newcomers(since: change.listeners) : []
        mutation.withPointers { old, new in
            func event(_ phase: PropertyEvent.Phase) -> PropertyEvent {
                mutation.event(phase, change.number, of: object, old: old, new: new)
            }
            if change.isAttended { deliver(event(.stored), to: change.listeners) }
            if !isShared { deliver(event(.stored), to: newcomers) }
            deliver(event(.did), to: change.listeners)
        }
        guard isShared, !newcomers.isEmpty else { return }
        let whole = whole()
        whole.withPointers { old, new in
            deliver(whole.event(.missed, change.number, of: object, old: old, new: new), to: newcomers)
        }
    }

    func didChange<Value>(_ change: OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        let setting = CollectionMutation.setting(from: old, to: new)
        didChange(change, of: object, as: setting, isShared: isShared) { setting }
    }

    /// Those who came since the change began, on another thread or in a prior call: they may have read the value before it, and so
    /// listen to objects that the path no longer goes through.
    func newcomers(since listeners: ContiguousArray<Listener<PropertyEvent>>) -> ContiguousArray<Listener<PropertyEvent>> {
        var known = listeners[...]
        var newcomers: ContiguousArray<Listener<PropertyEvent>> = []
        for listener in observers.snapshot() {
            while let next = known.first, next.id < listener.id { known.removeFirst() }
            if known.first !== listener { newcomers.append(listener) }
        }
        return newcomers
    }

    func deliver(_ event: PropertyEvent, to listeners: ContiguousArray<Listener<PropertyEvent>>) {
        guard !listeners.isEmpty else { return }
        observers.deliver(event, to: listeners, name: name)
    }
}

extension CollectionMutation {
    /// The value was set as a whole.
    static func setting(from old: Value?, to new: Value? = nil) -> CollectionMutation {
        CollectionMutation(kind: .setting, old: old, new: new)
    }

    /// Lends the values for as long as the closure runs.
    func withPointers(_ body: (_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?) -> Void) {
        withOptionalPointer(to: old) { old in
            withOptionalPointer(to: new) { new in body(old, new) }
        }
    }

    private func withOptionalPointer(to value: Value?, _ body: (UnsafeRawPointer?) -> Void) {
        guard let value else { return body(nil) }
        withUnsafePointer(to: value) { body($0) }
    }

    func event(
        _ phase: PropertyEvent.Phase,
        _ number: UInt64,
        of object: AnyObject,
        old: UnsafeRawPointer?,
        new: UnsafeRawPointer?
    ) -> PropertyEvent {
        PropertyEvent(
            phase: phase,
            number: number,
            object: Unmanaged.passUnretained(object),
            kind: kind,
            indexes: indexes,
            old: old,
            new: new
        )
    }
}

/// The source of changes' numbers.
enum ChangeNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
