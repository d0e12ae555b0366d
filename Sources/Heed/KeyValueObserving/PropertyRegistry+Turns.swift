import Synchronization

/// The turns of a property's changes, for an object that several threads share.
///
/// Most changes are made while no other is on its way. They only claim `claim`, and give it up when they have been delivered. When a second
/// change comes, `line` orders the changes until none is on its way any more.
///
/// State and its protection:
/// - `claim`, atomic: zero, the thread that makes the only change, or ``inLine``. It becomes ``inLine``, and zero again, only under the
///   lock.
/// - `taken`, atomic: the number of the last turn. Numbers are even.
/// - `line`, by its lock. It is idle unless the claim is ``inLine``.
struct PropertyTurns: ~Copyable, Sendable {
    private static let inLine: UInt = 1
    private let claim = AtomicWord<UInt>(0)
    private let taken = AtomicWord<UInt64>(0)
    private let line = Lock(DeliveryTurns<any WaitingChange>())

    /// The number of the last turn.
    var last: UInt64 { taken.load(ordering: .acquiring) }

    /// Takes the turn of a change, in the moment in which it is stored. The change must then be delivered.
    func take() -> _DeliveryTurn {
        guard ordersDeliveries else { return .none }
        let isFree = claim.compareExchange(expected: 0, desired: ThreadIdentity.current.word, ordering: .acquiringAndReleasing).exchanged
        guard isFree else { return takeInLine() }
        return _DeliveryTurn(word: taken.wrappingAdd(2, ordering: .acquiringAndReleasing).newValue)
    }

    @inline(never)
    private func takeInLine() -> _DeliveryTurn {
        line.withLock { line in
            open(&line)
            let number = taken.wrappingAdd(2, ordering: .acquiringAndReleasing).newValue
            line.take(number)
            return _DeliveryTurn(word: number | 1)
        }
    }

    /// Lets the line order the changes from now on. Called under its lock.
    private func open(_ line: inout DeliveryTurns<any WaitingChange>) {
        while true {
            let present = claim.load(ordering: .acquiring)
            if present == Self.inLine { return }
            guard claim.compareExchange(expected: present, desired: Self.inLine, ordering: .acquiringAndReleasing).exchanged else {
                continue
            }
            if present != 0 { line.noteDelivery(on: ThreadIdentity(word: present)) }
            return
        }
    }

    /// Extends the delivery that this thread is making, because a part of it waits for room on the stack.
    func extend() {
        line.withLock { line in
            open(&line)
            line.extend()
        }
    }

    /// Ends the postponed part of a delivery.
    ///
    /// - Returns: Whether this thread delivers what waits: it then ends by ``next()``.
    func endExtension() -> Bool {
        line.withLock { $0.endExtension() }
    }

    /// Begins to deliver a change, if its turn has come. The thread then delivers it, and ends by ``end()`` or ``next()``.
    @inline(__always)
    func begin(_ turn: _DeliveryTurn) -> Bool {
        !turn.isInLine || line.withLock { $0.begin(turn.number, on: .current) }
    }

    /// Makes a change wait for its turn.
    ///
    /// - Returns: Whether this thread delivers what waits: it then does so, and ends by ``next()``.
    func add(_ change: any WaitingChange, at turn: _DeliveryTurn) -> Bool {
        line.withLock { $0.add(change, at: turn.number, on: .current) }
    }

    /// Ends a delivery, if no other change is on its way. Otherwise, ``next()`` ends it.
    @inline(__always)
    func end() -> Bool {
        claim.compareExchange(expected: ThreadIdentity.current.word, desired: 0, ordering: .acquiringAndReleasing).exchanged
    }

    /// Returns the next change to deliver. Without one, the delivery has ended.
    func next() -> (any WaitingChange)? {
        line.withLock { line in
            let next = line.next()
            if line.isIdle { claim.store(0, ordering: .releasing) }
            return next
        }
    }
}

extension PropertyRegistry {
    /// Delivers a stored change as soon as its turn has come: now, or on the thread that is delivering an earlier one.
    ///
    /// - Parameters:
    ///   - event: The event at the end of the change.
    ///   - whole: Passes on the change as a setting, for listeners that registered during the change.
    func endInTurn(_ change: _OpenChange, _ event: PropertyEvent, whole: (_ body: (PropertyEvent) -> Void) -> Void) {
        if turns.begin(change.turn) {
            tellShared(change, event, upTo: now, whole: whole)
            deliverWaiting()
        } else {
            wait(WaitingSetting(change, event, upTo: now, whole: whole), for: change.turn)
        }
    }

    /// Leaves a change to the thread that delivers the turns before it.
    func wait(_ change: any WaitingChange, for turn: _DeliveryTurn) {
        if turns.add(change, at: turn) { deliverWaiting() }
    }

    /// Ends a delivery, and before that delivers the changes that have been waiting for this thread.
    @inline(__always)
    func deliverWaiting() {
        if !turns.end() { deliverLine() }
    }

    @inline(never)
    private func deliverLine() {
        while let next = turns.next() { next.tell(to: self) }
    }

    /// Notifies observers that registered during a change that began without any. The change took no turn when it was stored, so it takes
    /// one now, with the present value.
    func tellNewcomers<Value>(of object: AnyObject, _ present: TurnReader<Value>) {
        guard !isEmpty else { return }
        var change = _OpenChange(property: self, beginning: .beginning, number: 0, isAttended: false)
        let value = present { change.takeTurn() }
        didChange(change, of: object, from: value, to: value)
    }

    /// The turn of the change that is being delivered on this thread, or zero: the context of its delivery.
    static var deliveredTurn: UInt64 {
        UInt64(UInt(bitPattern: Delivery.handling?.pointee.context)) & ~1
    }
}

/// A function that reads a property of a shared object, and takes a turn in the same moment: all changes with earlier turns are included, and
/// none with later ones.
typealias TurnReader<Value> = (_ take: () -> Void) -> Value

extension KeyValueObservable {
    /// Reads a property, and takes a turn in the same moment. If the property isn't stored, the turn comes first: no later change then has an
    /// earlier value.
    func read<Value>(_ keyPath: KeyPath<Self, Value>, taking take: () -> Void) -> Value {
        var value: Value?
        KeyPathReading.edit(keyPath, of: self, { value = $0 }, stored: take, isRead: true)
        if let value { return value }
        take()
        return self[keyPath: keyPath]
    }

    /// The function that reads a property in a turn, if several threads share the object.
    func turnReader<Value>(_ keyPath: KeyPath<Self, Value>) -> TurnReader<Value>? {
        Self.isShared ? { take in self.read(keyPath, taking: take) } : nil
    }
}

/// A stored change that waits for its turn.
protocol WaitingChange: AnyObject, Sendable {
    func tell(to property: PropertyRegistry)
}

/// A waiting change of one property, with copies of its values.
// SAFETY: only one thread at a time has it. Its values are those of a `Sendable` class.
private final class WaitingSetting: WaitingChange, @unchecked Sendable {
    private let change: _OpenChange
    private let event: HeldEvent?
    private var whole: HeldEvent?
    private let end: PropertyRegistry.Moment

    init(
        _ change: _OpenChange,
        _ event: PropertyEvent,
        upTo end: PropertyRegistry.Moment,
        whole: (_ body: (PropertyEvent) -> Void) -> Void
    ) {
        self.change = change
        self.event = event.held()
        self.end = end
        if end.isLater(than: change.beginning) { whole { self.whole = $0.held() } }
    }

    func tell(to property: PropertyRegistry) {
        guard let event = event?.event else { return }
        property.tellShared(change, Self.property(event), upTo: end) { body in
            if let whole = whole?.event { body(Self.property(whole)) }
        }
    }

    // SAFETY: `PropertyEvent.held()` copied it.
    private static func property(_ event: UnsafeRawPointer) -> PropertyEvent {
        event.assumingMemoryBound(to: PropertyEvent.self).pointee
    }
}
