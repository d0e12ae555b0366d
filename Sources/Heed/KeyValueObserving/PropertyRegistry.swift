import Synchronization

/// The observers of one property of one object.
///
/// Each observer has as its condition when it joined, so that the phases of a change go to those who were there when it began.
///
/// What is protected by what:
/// - `joins` is atomic: how many have ever joined.
/// - `attentiveCount` is atomic: how many of the observers want more than the end of a change.
/// - `settingsCount` is atomic: how many have no use for what became of a collection's elements.
/// - `manualChanges` by its lock: the changes that were announced by hand and are not finished, with the thread that announced each.
/// - `handOpenedCount` is atomic: their number, so that a setter usually need not look.
package final class PropertyRegistry: AnyObserverRegistry, @unchecked Sendable {
    private let propertyName: String
    /// Whether any thread may change the property.
    let isShared: Bool
    private let joins = Atomic<UInt>(0)
    private let attentiveCount = Atomic<Int>(0)
    private let settingsCount = Atomic<Int>(0)
    private let manualChanges = Lock<[ManualChange]>([])
    private let handOpenedCount = Atomic<Int>(0)

    init(name: String, isShared: Bool) {
        propertyName = name
        self.isShared = isShared
        super.init()
    }

    override package var name: String { propertyName }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        event.assumingMemoryBound(to: PropertyEvent.self).pointee.held()
    }

    override func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {
        // SAFETY: only property events are delivered for this registry, and they live as long as their deliveries.
        let event = delivery.pointee.event.assumingMemoryBound(to: PropertyEvent.self)
        delivery.walk(upTo: limit) { $0.handler(PointerHandler<PropertyEvent>.self).pointee.call(event) }
    }

    /// What a listener wants.
    struct EventMask: OptionSet {
        let rawValue: UInt
        /// The phases before ``PropertyEvent/Phase/did`` too.
        static let allPhases = EventMask(rawValue: 1)
        /// Nothing about a collection's elements: it reads the value itself.
        static let settingsOnly = EventMask(rawValue: 2)
        static let bitCount = 2
    }

    /// Adds a listener.
    ///
    /// - Parameters:
    ///   - rank: The observer's number, if it has one already.
    ///   - ended: Called when the object has died.
    /// - Returns: The observer's number; `nil` if the object has died.
    @discardableResult
    func join(
        _ events: EventMask,
        at place: RegistrationPlace? = nil,
        rank: UInt64? = nil,
        ended: (@Sendable () -> Void)? = nil,
        _ receive: @escaping (UnsafePointer<PropertyEvent>) -> Void
    ) -> UInt64? {
        if events.contains(.allPhases) { attentiveCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        if events.contains(.settingsOnly) { settingsCount.wrappingAdd(1, ordering: .acquiringAndReleasing) }
        let moment = joins.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
        let condition = moment << UInt(EventMask.bitCount) | events.rawValue
        let entry = ObserverEntry(pointers: receive, at: place, condition: condition)
        let id = add(entry, rank: rank ?? ListenerID.next(), callbacks: ended.map { RegistrationCallbacks(ended: $0) })
        if id == nil { didRemove(condition: condition) }
        return id
    }

    override func didRemove(condition: UInt) {
        let events = EventMask(rawValue: condition)
        if events.contains(.allPhases) { attentiveCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
        if events.contains(.settingsOnly) { settingsCount.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
    }

    /// This moment, as it divides those who are there from those who come later.
    var now: Moment { Moment(joins: joins.load(ordering: .acquiring)) }

    /// A moment in the life of a registry.
    struct Moment {
        fileprivate let joins: UInt

        /// Before anybody came.
        static let beginning = Moment(joins: 0)

        var listenersBefore: Audience { Audience(lower: 0, upper: (joins + 1) << UInt(EventMask.bitCount) - 1) }
        var listenersSince: Audience { Audience(lower: (joins + 1) << UInt(EventMask.bitCount), upper: .max) }

        /// Those who came after one moment and before this one.
        func listeners(since earlier: Moment) -> Audience {
            Audience(lower: earlier.listenersSince.lower, upper: listenersBefore.upper)
        }

        func isLater(than other: Moment) -> Bool { joins > other.joins }
    }

    var hasAttentiveObservers: Bool {
        attentiveCount.load(ordering: .acquiring) > 0
    }

    /// Whether somebody wants to know what became of a collection's elements.
    var wantsElements: Bool {
        observerCount > settingsCount.load(ordering: .acquiring)
    }

    /// Whether all that a change needs is to tell its end.
    var isPlain: Bool {
        attentiveCount.load(ordering: .acquiring) == 0 && handOpenedCount.load(ordering: .acquiring) == 0
    }

    /// The object is dying.
    override package func end() {
        if !isEmpty {
            let event = PropertyEvent(
                phase: .ended, kind: .setting, number: 0, object: nil, positions: nil, old: nil, new: nil, type: Void.self)
            withUnsafePointer(to: event) { deliver(raw: $0, to: .everybody, at: .stored, isAdmitted: true) }
        }
        letEverybodyGo()
    }

    // MARK: Changes announced by hand

    /// Whether this thread has announced a change of the property by hand and not finished it.
    func isOpenByHand(on thread: ThreadIdentity) -> Bool {
        guard handOpenedCount.load(ordering: .acquiring) > 0 else { return false }
        return manualChanges.withLock { changes in changes.contains { $0.thread == thread } }
    }

    /// Notes one more announcement.
    ///
    /// - Returns: Whether it is the outermost one on its thread, which is the one that counts.
    func openByHand(on thread: ThreadIdentity) -> Bool {
        manualChanges.withLock { changes in
            if let place = changes.firstIndex(where: { $0.thread == thread }) {
                changes[place].depth += 1
                return false
            }
            changes.append(ManualChange(thread: thread))
            handOpenedCount.store(changes.count, ordering: .releasing)
            return true
        }
    }

    /// Keeps what the outermost announcement began.
    func keep(_ change: _OpenChange, old: Any, on thread: ThreadIdentity) {
        manualChanges.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return }
            changes[place].change = change
            changes[place].old = old
        }
    }

    /// Notes the end of one announcement.
    ///
    /// - Returns: What the outermost announcement began, if this ends it.
    func closeByHand(on thread: ThreadIdentity) -> (change: _OpenChange, old: Any)? {
        manualChanges.withLock { changes in
            guard let place = changes.firstIndex(where: { $0.thread == thread }) else { return nil }
            changes[place].depth -= 1
            guard changes[place].depth == 0 else { return nil }
            let closed = changes.remove(at: place)
            handOpenedCount.store(changes.count, ordering: .releasing)
            guard let change = closed.change, let old = closed.old else { return nil }
            return (change, old)
        }
    }
}

/// A change announced by `willChangeValue(for:)`.
// SAFETY: `old` is handed back only to the thread that gave it.
private struct ManualChange: @unchecked Sendable {
    let thread: ThreadIdentity
    var depth = 1
    var change: _OpenChange?
    var old: Any?
}
