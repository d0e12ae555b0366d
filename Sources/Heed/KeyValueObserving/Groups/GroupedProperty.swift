/// One property that was changed within a group: what it was for whom, and what it has become.
///
/// What is protected by what: only the thread that the group belongs to touches it.
final class GroupedProperty {
    private let property: PropertyRegistry
    private let object: AnyObject
    private let number: UInt64
    /// Observers with the value from before the first change that they were there for. Most groups have only one such set.
    private var audiences: [(listeners: ContiguousArray<Listener<PropertyEvent>>, old: UnsafeMutableRawPointer)] = []
    /// Where there is a new value. Empty while a change is under way, so that a collection which is changed in place is not copied.
    private var new: UnsafeMutableRawPointer?
    private var isShared = false
    /// The last one to have been admitted.
    private var newestID: UInt64 = 0
    /// Those who came after the last change.
    private var late: ContiguousArray<Listener<PropertyEvent>> = []
    private let allocate: (Any?) -> UnsafeMutableRawPointer
    private let deallocate: (UnsafeMutableRawPointer) -> Void

    init<Value>(_ property: PropertyRegistry, of object: AnyObject, number: UInt64, as type: Value.Type) {
        self.property = property
        self.object = object
        self.number = number
        allocate = { value in
            let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            pointer.initialize(to: value as! Value)
            return UnsafeMutableRawPointer(pointer)
        }
        // SAFETY: `allocate` made all pointers that are passed in here.
        deallocate = { pointer in
            let pointer = pointer.assumingMemoryBound(to: Value.self)
            pointer.deinitialize(count: 1)
            pointer.deallocate()
        }
    }

    deinit {
        forgetNew()
        for audience in audiences { deallocate(audience.old) }
    }

    /// Those who came since the last change within the group.
    func newcomers() -> ContiguousArray<Listener<PropertyEvent>>? {
        let present = property.observers.snapshot()
        guard let newest = present.last?.id, newest > newestID else { return nil }
        return present.filter { $0.id > newestID }
    }

    /// Takes observers in, and makes their prior calls.
    func admit<Value>(_ listeners: ContiguousArray<Listener<PropertyEvent>>, old: Value) {
        let pointer = allocate(old)
        newestID = max(newestID, listeners.last?.id ?? 0)
        audiences.append((listeners, pointer))
        if property.hasAttentiveObservers {
            property.deliver(event(.will, old: pointer), to: listeners)
        }
    }

    /// Notes the value after a change.
    ///
    /// - Parameter isShared: Whether several threads use the object.
    func take<Value>(_ value: Value, isShared: Bool = false) {
        self.isShared = isShared
        forgetNew()
        new = allocate(value)
    }

    func forgetNew() {
        if let new { deallocate(new) }
        new = nil
    }

    // MARK: The end of the group

    /// Lets dependants take their new values, those included who came after the last change.
    func tellStored() {
        for delivery in deliveries(.stored) { property.deliver(delivery.event, to: delivery.listeners) }
        late = property.newcomers(since: allListeners)
        property.deliver(event(.stored, old: nil), to: late)
    }

    /// Tells those who came after the last change: another thread may have read the value before it.
    func tellMissed() {
        guard isShared, new != nil else { return }
        property.deliver(event(.missed, old: new), to: late)
    }

    func deliveries(_ phase: PropertyEvent.Phase) -> [Delivery<PropertyEvent>.Order] {
        // Without a new value nothing was changed in the end, as after a pair of calls by hand that was not finished.
        guard new != nil else { return [] }
        return audiences.map { audience in
            Delivery.Order(event: event(phase, old: audience.old), listeners: audience.listeners, registry: property.observers) {
                [property] in property.name
            }
        }
    }

    private var allListeners: ContiguousArray<Listener<PropertyEvent>> {
        ContiguousArray(audiences.flatMap(\.listeners).sorted { $0.id < $1.id })
    }

    private func event(_ phase: PropertyEvent.Phase, old: UnsafeMutableRawPointer?) -> PropertyEvent {
        PropertyEvent(
            phase: phase,
            number: number,
            object: Unmanaged.passUnretained(object),
            kind: .setting,
            indexes: nil,
            old: UnsafeRawPointer(old),
            new: phase == .will ? nil : UnsafeRawPointer(new)
        )
    }
}
