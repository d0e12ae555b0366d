/// One property that was changed within a group: its old value for each set of observers, and its new value.
///
/// State and its protection: only the thread that owns the group touches it. If the property's turn to be delivered hasn't come then, it
/// belongs to the thread that delivers it.
final class GroupedProperty: WaitingChange, @unchecked Sendable {
    // SAFETY: see above. Another thread gets only a property of a `Sendable` class.
    private let property: PropertyRegistry
    private let object: AnyObject
    private let number: UInt64
    /// Sets of observers, each with the value from before the first change that they were registered for. Most groups have one set.
    private var audiences: [(listeners: Audience, old: UnsafeMutableRawPointer)] = []
    /// The new value, if there is one. Empty during a change, so that a collection changed in place isn't copied.
    private var new: UnsafeMutableRawPointer?
    /// Reads the property of an object that several threads share.
    private var present: TurnReader<Any>?
    private var turn = _DeliveryTurn.none
    /// The moment by which the admitted observers had registered.
    private var admitted = PropertyRegistry.Moment.beginning
    /// The moment in which the turn was asked for. Observers that registered later can't have read an earlier value.
    private var asked = PropertyRegistry.Moment.beginning
    /// The observers that registered after the last change, and before that moment.
    private var late: Audience?
    /// The observers that registered while the property changed unnoticed.
    private var uncertain: [Audience] = []
    private let type: Any.Type
    private let allocate: (Any?) -> UnsafeMutableRawPointer
    private let deallocate: (UnsafeMutableRawPointer) -> Void

    init<Value>(_ property: PropertyRegistry, of object: AnyObject, number: UInt64, as type: Value.Type) {
        self.property = property
        self.object = object
        self.number = number
        self.type = type
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

    /// Admits the observers that are registered at the first change.
    func admitPresent<Value>(old: Value) {
        let now = property.now
        admitted = now
        admit(now.listenersBefore, old: old)
    }

    /// Admits the observers that registered since the last change within the group.
    func admitNewcomers<Value>(old: () -> Value) {
        let now = property.now
        guard now.isLater(than: admitted) else { return }
        let newcomers = now.listeners(since: admitted)
        admitted = now
        admit(newcomers, old: old())
    }

    /// Admits the observers that registered since the last change within the group, though nobody knows which value they have read.
    func admitNewcomersWithoutOld() {
        let now = property.now
        guard now.isLater(than: admitted) else { return }
        uncertain.append(now.listeners(since: admitted))
        admitted = now
    }

    /// Admits observers, and makes their prior calls.
    private func admit<Value>(_ listeners: Audience, old: Value) {
        let pointer = allocate(old)
        audiences.append((listeners, pointer))
        if property.hasAttentiveObservers {
            property.deliver(event(.will, old: pointer), to: listeners, at: .before)
        }
    }

    /// Records the value after a change.
    ///
    /// - Parameter present: Reads the property of an object that several threads share.
    func take<Value>(_ value: Value, present: TurnReader<Value>? = nil) {
        self.present = present
        forgetNew()
        new = allocate(value)
    }

    func forgetNew() {
        if let new { deallocate(new) }
        new = nil
    }

    // MARK: The end of the group

    /// Begins to deliver the change. If another thread is delivering changes of the property, that one delivers this change, too.
    ///
    /// - Returns: Whether this thread delivers it.
    func begin() -> Bool {
        // Without a new value, nothing changed in the end, as after an unfinished pair of manual calls.
        guard new != nil else { return false }
        guard let present else { return true }
        forgetNew()
        new = allocate(present { turn = property.turns.take() })
        asked = property.now
        if property.turns.begin(turn) { return true }
        property.wait(self, for: turn)
        return false
    }

    func end() {
        guard turn.exists else { return }
        property.deliverWaiting()
    }

    func tell(to property: PropertyRegistry) {
        tellStored()
        Self.tellTogether([self])
    }

    /// Lets dependents take their new values, including those that registered after the last change.
    func tellStored() {
        for audience in audiences { property.deliver(event(.stored, old: audience.old), to: audience.listeners, at: .stored) }
        var known = admitted
        if turn.exists, asked.isLater(than: known) {
            late = asked.listeners(since: known)
            known = asked
        }
        for audience in missed { property.deliver(event(.cameWithin, old: nil), to: audience, at: .stored) }
        let now = property.now
        if now.isLater(than: known) { property.deliver(event(.came, old: nil), to: now.listeners(since: known), at: .stored) }
    }

    /// The observers that may have read a value from before a change, though they registered after it began.
    private var missed: [Audience] { uncertain + (late.map { [$0] } ?? []) }

    /// Calls the handlers of several properties' observers.
    static func tellTogether(_ properties: [GroupedProperty]) {
        let told = properties.flatMap { grouped in grouped.told.map { (grouped, $0) } }
        let events = GroupedEvents(told.map(\.1.event), of: properties)
        let orders = told.enumerated().map { number, told in
            AnyObserverRegistry.Order(
                registry: told.0.property, event: events[number], context: told.0.turn.context, audience: told.1.listeners)
        }
        AnyObserverRegistry.deliverTogether(orders, keeping: events)
    }

    /// The events to deliver, and to whom. In a shared object, another thread may have registered after the last change, and have read the
    /// value before it.
    private var told: [(event: PropertyEvent, listeners: Audience)] {
        audiences.map { (event(.did, old: $0.old), $0.listeners) } + missed.map { (event(.missed, old: new), $0) }
    }

    private func event(_ phase: PropertyEvent.Phase, old: UnsafeMutableRawPointer?) -> PropertyEvent {
        PropertyEvent(
            phase: phase,
            kind: .setting,
            number: number,
            object: Unmanaged.passUnretained(object),
            positions: nil,
            old: UnsafeRawPointer(old),
            new: phase == .will ? nil : UnsafeRawPointer(new),
            type: type
        )
    }
}

/// The events of a group, and the values they point to, kept until they are delivered.
private final class GroupedEvents {
    // SAFETY: the events don't move, and are only read.
    private let events: UnsafeMutableBufferPointer<PropertyEvent>
    private let properties: [GroupedProperty]

    init(_ events: [PropertyEvent], of properties: [GroupedProperty]) {
        self.events = .allocate(capacity: events.count)
        _ = self.events.initialize(fromContentsOf: events)
        self.properties = properties
    }

    deinit {
        events.deinitialize()
        events.deallocate()
    }

    subscript(number: Int) -> UnsafeRawPointer { UnsafeRawPointer(events.baseAddress! + number) }
}
