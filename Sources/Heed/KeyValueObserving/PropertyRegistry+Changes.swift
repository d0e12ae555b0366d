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
        guard !isEmpty else { return OpenChange() }
        if let change = ChangeGroup.current?.change(self, of: object, old: old) { return change }
        guard !isOpenByHand(on: .current) else { return OpenChange(isSilent: true) }
        return beginChange(of: object, old: old(), mutation: mutation())
    }

    func beginChange<Value>(
        of object: AnyObject,
        old: @autoclosure () -> Value,
        mutation: @autoclosure () -> CollectionMutation<Value>? = nil
    ) -> OpenChange {
        guard admitsDelivery() else { return OpenChange(isSilent: true) }
        finishOuterDeliveries()
        let isAttended = hasAttentiveObservers
        let change = OpenChange(
            property: self,
            beginning: now,
            number: isAttended ? ChangeNumber.next() : 0,
            isAttended: isAttended
        )
        guard change.isAttended else { return change }
        let told = mutation().map { CollectionMutation(kind: $0.kind, indexes: $0.indexes, old: $0.old) } ?? .setting(from: old())
        told.withEvent(change.number, of: object) { event in
            deliver(event(.will), to: change.beginning.listenersBefore)
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
        let end = now
        let audience = change.beginning.listenersBefore
        let newcomers = end.isLater(than: change.beginning) ? end.listeners(since: change.beginning) : nil
        mutation.withEvent(change.number, of: object) { event in
            if change.isAttended { deliver(event(.stored), to: audience) }
            if let newcomers, !isShared { deliver(event(.stored), to: newcomers) }
            deliver(event(.did), to: audience)
        }
        guard isShared, let newcomers else { return }
        whole().withEvent(change.number, of: object) { event in deliver(event(.missed), to: newcomers) }
    }

    func didChange<Value>(_ change: OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        let setting = CollectionMutation.setting(from: old, to: new)
        didChange(change, of: object, as: setting, isShared: isShared) { setting }
    }

    /// Completes a change in place: of a collection, it is found out what became of its elements, if somebody wants to know.
    func didModify<Value>(_ change: OpenChange, of object: AnyObject, from old: Value, to new: Value, isShared: Bool = false) {
        guard wantsElements, let mutation = CollectionMutation.found(from: old, to: new) else {
            return didChange(change, of: object, from: old, to: new, isShared: isShared)
        }
        didChange(change, of: object, as: mutation, isShared: isShared) { .setting(from: old, to: new) }
    }

    func deliver(_ event: PropertyEvent, to audience: Audience) {
        withUnsafePointer(to: event) { deliverAdmitted(raw: $0, to: audience) }
    }
}

extension CollectionMutation {
    /// The value was set as a whole.
    static func setting(from old: Value?, to new: Value? = nil) -> CollectionMutation {
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
                        new: new
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
