import Synchronization

/// The observers of one property of one object.
///
/// Each observer's condition states when it joined, so that the phases of a change go to the observers registered when it began.
///
/// State and its protection:
/// - `joins`, atomic: the number of observers that have ever joined.
/// - `attentiveCount`, atomic: the number of observers that want more than the end of a change.
/// - `settingsCount`, atomic: the number of observers that ignore changes of a collection's elements.
/// - `manualChanges`, by its lock: the changes that were announced manually and aren't finished, each with the announcing thread.
/// - `handOpenedCount`, atomic: their number, so that a setter usually doesn't have to look.
/// - `isInPlace`, atomic: whether the property is being changed in place. Only for a property of one isolation.
/// - `turns` protects itself: the order in which threads that share the object deliver their changes.
/// - `caller` is set once, under the registry's lock, before the first observer that needs it is in the list; `hasCaller`, atomic, says
///   whether it is set.
@usableFromInline
package final class PropertyRegistry: AnyObserverRegistry, @unchecked Sendable {
    private let propertyName: String
    /// Whether any thread may change the property.
    let isShared: Bool
    private let joins = AtomicWord<UInt>(0)
    private let attentiveCount = AtomicWord<Int>(0)
    private let settingsCount = AtomicWord<Int>(0)
    private let manualChanges = Lock<[ManualChange]>([])
    private let handOpenedCount = AtomicWord<Int>(0)
    let isInPlace = Atomic<Bool>(false)
    override package var isReadable: Bool { !isInPlace.load(ordering: .relaxed) }
    let turns = PropertyTurns()
    private let caller = UnsafeMutablePointer<PropertyCaller>.allocate(capacity: 1)
    private let hasCaller = Atomic<Bool>(false)

    init(name: String, isShared: Bool) {
        propertyName = name
        self.isShared = isShared
        super.init()
    }

    deinit {
        if hasCaller.load(ordering: .acquiring) { caller.deinitialize(count: 1) }
        caller.deallocate()
    }

    override package var name: String { propertyName }

    override var sourceKind: IndexedSource.Kind { .property }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        event.assumingMemoryBound(to: PropertyEvent.self).pointee.held(in: context)
    }

    override func didPostpone(in context: UnsafeRawPointer?) {
        if context != nil { turns.extend() }
    }

    override func didDeliverPostponed(in context: UnsafeRawPointer?) {
        if context != nil, turns.endExtension() { deliverWaiting() }
    }

    override func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {
        // SAFETY: only property events are delivered for this registry, and they live as long as their deliveries.
        let event = delivery.pointee.event.assumingMemoryBound(to: PropertyEvent.self)
        delivery.walk(upTo: limit) { call($0, event) }
    }

    @inline(__always)
    private func call(_ slot: UnsafeMutablePointer<ObserverSlot>, _ event: UnsafePointer<PropertyEvent>) {
        let traits = ListenerTraits(condition: slot.pointee.entry.condition)
        if traits.form == .event {
            slot.handler(PointerHandler<PropertyEvent>.self).pointee.call(event)
        } else {
            caller.pointee(slot.handlerAddress, traits, event)
        }
    }

    override func tell(_ delivery: UnsafeMutablePointer<Delivery>, _ slot: UnsafeMutablePointer<ObserverSlot>) {
        call(slot, delivery.pointee.event.assumingMemoryBound(to: PropertyEvent.self))
    }

    override func recordedPart(of delivery: UnsafeMutablePointer<Delivery>) -> RecordedPart {
        switch delivery.pointee.event.assumingMemoryBound(to: PropertyEvent.self).pointee.phase {
        case .did, .missed: .change
        case .will: .prior
        case .stored, .came, .cameWithin, .ended: .preparation
        }
    }

    /// Adds an observer with a handler.
    ///
    /// - Parameters:
    ///   - ended: A closure to call after the object is deallocated.
    ///   - caller: The caller of the handler.
    /// - Returns: The observer's number, or `nil` if the object has been deallocated.
    func join<Root, Value>(
        _ handler: ChangeHandler<Root, Value>,
        _ options: KeyValueObservingOptions,
        at place: RegistrationPlace?,
        ended: (@Sendable () -> Void)? = nil,
        caller: () -> PropertyCaller.Call
    ) -> UInt64? {
        if !hasCaller.load(ordering: .acquiring) {
            let call = caller()
            lock.withLock { _ in
                guard !hasCaller.load(ordering: .relaxed) else { return }
                self.caller.initialize(to: PropertyCaller(call))
                hasCaller.store(true, ordering: .releasing)
            }
        }
        let traits = ListenerTraits(handler.form, allPhases: options.contains(.prior), options: options)
        return join(traits, ended) { ObserverEntry(handler, at: place, condition: $0) }
    }

    /// Adds a listener that receives the events themselves.
    ///
    /// - Parameter rank: The listener's number.
    func join(
        _ traits: ListenerTraits,
        at place: RegistrationPlace?,
        rank: UInt64,
        _ receive: @escaping (UnsafePointer<PropertyEvent>) -> Void
    ) {
        _ = join(traits, rank: rank) { ObserverEntry(pointers: receive, at: place, condition: $0) }
    }

    @inline(__always)
    private func join(
        _ traits: ListenerTraits,
        _ ended: (@Sendable () -> Void)? = nil,
        rank: UInt64? = nil,
        entry: (_ condition: UInt) -> ObserverEntry
    ) -> UInt64? {
        if traits.wantsAllPhases { attentiveCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        if traits.wantsSettingsOnly { settingsCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        let moment = joins.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        let condition = moment << ListenerTraits.bitCount | traits.bits
        let id = add(entry(condition), rank: rank ?? ListenerID.next(), callbacks: ended.map { RegistrationCallbacks(ended: $0) })
        if id == nil { didRemove(condition: condition) }
        return id
    }

    override func didRemove(condition: UInt) {
        let traits = ListenerTraits(condition: condition)
        if traits.wantsAllPhases { attentiveCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        if traits.wantsSettingsOnly { settingsCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
    }

    /// The current moment, which separates registered observers from later ones.
    var now: Moment { Moment(joins: joins.load(ordering: .acquiring)) }

    /// A moment in the life of a registry.
    @usableFromInline
    struct Moment {
        @usableFromInline let joins: UInt

        @inlinable
        init(joins: UInt) {
            self.joins = joins
        }

        /// The moment before any observer registered.
        @inlinable static var beginning: Moment { Moment(joins: 0) }

        var listenersBefore: Audience { Audience(lower: 0, upper: (joins + 1) << ListenerTraits.bitCount - 1) }
        var listenersSince: Audience { Audience(lower: (joins + 1) << ListenerTraits.bitCount, upper: .max) }

        /// Returns the observers that registered after an earlier moment and before this one.
        func listeners(since earlier: Moment) -> Audience {
            Audience(lower: earlier.listenersSince.lower, upper: listenersBefore.upper)
        }

        func isLater(than other: Moment) -> Bool { joins > other.joins }
    }

    var hasAttentiveObservers: Bool {
        attentiveCount.load(ordering: .acquiring) > 0
    }

    /// Whether an observer wants to know how a collection's elements changed.
    var wantsElements: Bool {
        observerCount > settingsCount.load(ordering: .acquiring)
    }

    /// Whether a change only has to notify at its end.
    var isPlain: Bool {
        attentiveCount.load(ordering: .acquiring) == 0 && handOpenedCount.load(ordering: .acquiring) == 0
    }

    /// Ends the registry, because the object is being deallocated.
    override package func end() {
        if !isEmpty {
            let event = PropertyEvent(
                phase: .ended, kind: .setting, number: 0, object: nil, positions: nil, old: nil, new: nil, type: Void.self)
            withUnsafePointer(to: event) { deliver(raw: $0, to: .everybody, at: .stored, isAdmitted: true) }
        }
        letEverybodyGo()
    }

    // MARK: Manually announced changes

    /// Returns whether this thread has announced a change of the property manually and not finished it.
    func isOpenByHand(on thread: ThreadIdentity) -> Bool {
        guard handOpenedCount.load(ordering: .acquiring) > 0 else { return false }
        return manualChanges.withLock { changes in changes.contains { $0.thread == thread } }
    }

    /// Records one more announcement.
    ///
    /// - Parameter change: The change that it begins, if that has begun already.
    /// - Returns: Whether it is the outermost one on its thread, which is the one that counts.
    @discardableResult
    func openByHand(on thread: ThreadIdentity, as change: _OpenChange? = nil) -> Bool {
        manualChanges.withLock { changes in
            if let place = changes.firstIndex(where: { $0.thread == thread }) {
                changes[place].depth += 1
                return false
            }
            changes.append(ManualChange(thread: thread, change: change, admitted: change?.beginning))
            handOpenedCount.store(changes.count, ordering: .releasing)
            return true
        }
    }

    /// Keeps the change that the outermost announcement began.
    func keep(_ change: _OpenChange, old: Any, on thread: ThreadIdentity) {
        // A getter may have ended this change and announced another one. Its old value is released outside the lock.
        let replaced = manualChanges.withLock { changes -> ManualChange? in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return nil }
            let replaced = changes[place]
            changes[place].change = change
            changes[place].old = old
            changes[place].admitted = change.beginning
            return replaced
        }
        _ = replaced
    }

    /// Records the end of one announcement.
    ///
    /// - Returns: The outermost announcement, if this ends it.
    func closeByHand(on thread: ThreadIdentity) -> ManualChange? {
        manualChanges.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return nil }
            changes[place].depth -= 1
            guard changes[place].depth == 0 else { return nil }
            defer { handOpenedCount.store(changes.count, ordering: .releasing) }
            return changes.remove(at: place)
        }
    }

    /// Returns whether this thread has announced a change of the property manually, to which another one then belongs.
    ///
    /// Observers that registered since the announcement are admitted to it here: what they know is the value from before this change. If several
    /// threads share the object, the end of the announcement notifies them all.
    ///
    /// - Parameter old: Passes on the value from before this change.
    func isPartOfManualChange(of object: AnyObject, as type: Any.Type, old: (_ body: (UnsafeRawPointer) -> Void) -> Void) -> Bool {
        guard handOpenedCount.load(ordering: .acquiring) > 0 else { return false }
        let thread = ThreadIdentity.current
        let now = now
        let (isPart, listeners) = manualChanges.withLock { changes -> (Bool, Audience?) in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return (false, nil) }
            guard !isShared, let admitted = changes[place].admitted, now.isLater(than: admitted) else { return (true, nil) }
            changes[place].admitted = now
            return (true, now.listeners(since: admitted))
        }
        if let listeners { old { admit(listeners, of: object, as: type, old: $0) } }
        return isPart
    }

    /// Admits observers to a manually announced change that has begun before.
    private func admit(_ listeners: Audience, of object: AnyObject, as type: Any.Type, old: UnsafeRawPointer) {
        // SAFETY: the property's values have this type.
        func copy<Value>(_ type: Value.Type) -> Any { old.assumingMemoryBound(to: Value.self).pointee }
        let admitted = Newcomers(listeners: listeners, number: ChangeNumber.next(), old: _openExistential(type, do: copy))
        let thread = ThreadIdentity.current
        manualChanges.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return }
            changes[place].newcomers.append(admitted)
        }
        guard hasAttentiveObservers else { return }
        deliver(.setting(.will, admitted.number, of: object, as: type, from: old, to: nil), to: listeners, at: .before)
    }
}

/// A change announced by `willChangeValue(for:)`, or by a setter with `willSet` or `didSet`.
// SAFETY: values are passed back only to the thread that stored them.
struct ManualChange: @unchecked Sendable {
    let thread: ThreadIdentity
    var depth = 1
    var change: _OpenChange?
    var old: Any?
    /// The moment by which the admitted observers had registered.
    var admitted: PropertyRegistry.Moment?
    /// The observers that were admitted later, and are notified at the end with the others.
    var newcomers: [Newcomers] = []
}

/// Observers that registered while a change was announced, with the value from before the first change that they were registered for.
struct Newcomers {
    let listeners: Audience
    /// The number of their change.
    let number: UInt64
    let old: Any
}
