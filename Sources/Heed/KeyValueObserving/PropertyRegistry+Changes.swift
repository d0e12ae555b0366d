import Synchronization

extension PropertyRegistry {
    /// Begins a change: completes what this thread is still telling about the property, then tells those who want to hear before.
    func willChange<Value>(of object: AnyObject, old: Value) -> OpenChange {
        guard !observers.isEmpty else { return OpenChange() }
        guard !isOpenByHand(on: .current) else { return OpenChange(isSilent: true) }
        return beginChange(of: object, old: old)
    }

    func beginChange<Value>(of object: AnyObject, old: Value) -> OpenChange {
        guard observers.admitsDelivery(name: name) else { return OpenChange(isSilent: true) }
        observers.finishOuterDeliveries()
        let change = OpenChange(
            property: self,
            listeners: observers.snapshot(),
            number: ChangeNumber.next(),
            isAttended: hasAttentiveObservers
        )
        if change.isAttended {
            withUnsafePointer(to: old) { old in
                deliver(.will, of: change, to: change.listeners, object: object, old: old, new: nil)
            }
        }
        return change
    }

    /// Completes a change: dependants take their new values, then every observer is told.
    ///
    /// - Parameter isShared: Whether several threads use the object. Then those who came while the change was made are told too: they
    ///   may have read the value before it, and would keep it.
    func didChange<Value>(_ change: OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        let newcomers = isShared || hasAttentiveObservers ? newcomers(since: change) : []
        withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { new in
                if change.isAttended {
                    deliver(.stored, of: change, to: change.listeners, object: object, old: old, new: new)
                }
                if !isShared {
                    deliver(.stored, of: change, to: newcomers, object: object, old: old, new: new)
                }
                deliver(.did, of: change, to: change.listeners, object: object, old: old, new: new)
                if isShared {
                    deliver(.missed, of: change, to: newcomers, object: object, old: old, new: new)
                }
            }
        }
    }

    /// Those who came since the change began, on another thread or in a prior call: they may have read the value before it, and so
    /// listen to objects that the path no longer goes through.
    private func newcomers(since change: OpenChange) -> ContiguousArray<Listener<PropertyEvent>> {
        var known = change.listeners[...]
        var newcomers: ContiguousArray<Listener<PropertyEvent>> = []
        for listener in observers.snapshot() {
            while let next = known.first, next.id < listener.id { known.removeFirst() }
            if known.first !== listener { newcomers.append(listener) }
        }
        return newcomers
    }

    private func deliver(
        _ phase: PropertyEvent.Phase,
        of change: OpenChange,
        to listeners: ContiguousArray<Listener<PropertyEvent>>,
        object: AnyObject,
        old: UnsafeRawPointer?,
        new: UnsafeRawPointer?
    ) {
        let event = PropertyEvent(
            phase: phase,
            number: change.number,
            object: Unmanaged.passUnretained(object),
            kind: .setting,
            indexes: nil,
            old: old,
            new: new
        )
        guard !listeners.isEmpty else { return }
        observers.deliver(event, to: listeners, name: name)
    }
}

private enum ChangeNumber {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
