internal import CHeedThreads
public import Synchronization

/// The ordered list of observers behind every pattern in Heed, independent of the type of events.
///
/// The list consists of chunks, in registration order. Observers are added at the end and never move, so deliveries, which take no lock,
/// can walk the list at any time. Removing an observer marks its slot. Its handler is released as soon as no delivery of the registry that
/// may still call it is in flight.
///
/// A delivery works as follows:
/// 1. It completes the outer deliveries of this registry that are still in flight on this thread, so that every observer sees one event
///    completely before the next one.
/// 2. The thread publishes that it is delivering for this registry: see ``ThreadGuards``.
/// 3. The delivery calls the observers in order, up to the one that was newest at the beginning, skipping those that are no longer
///    active.
/// 4. The thread publishes that it has left. If an observer was removed meanwhile, the last thread to leave releases it.
///
/// State and its protection:
/// - `contents`, by `lock`: the list as seen by code that changes it. Only that code writes states and entries.
/// - `count`, atomic: the number of active observers, so that a post without observers does nothing else.
/// - `head` and `newest`, atomic: the first chunk, and the state of the newest observer.
/// - `pins`, atomic: the number of deliveries in flight that found no free guard.
/// - `number`, atomic: the registry's number in the ``ObservationIndex``, or zero.
/// - `waste`, atomic: nonzero if something in `contents` waits for deliveries to end. It is set before the guards are searched, so a
///   delivery found there sees it.
@usableFromInline
package class AnyObserverRegistry: @unchecked Sendable {
    // SAFETY: see above. Handlers that are not `Sendable` are registered only for sources that stay in one isolation.

    @usableFromInline let count = AtomicWord<Int>(0)
    final let head = AtomicWord<UInt>(0)
    final let newest = AtomicWord<UInt64>(0)
    final let pins = AtomicWord<Int>(0)
    final let waste = AtomicWord<UInt32>(0)
    final let number = Atomic<UInt32>(0)
    final let lock = Lock(Contents())

    // SAFETY of sending it into the lock: chunks are reached from here and from deliveries, as described above.
    struct Contents: @unchecked Sendable {
        var table = ObserverTable()
        /// The largest number that any observer has had.
        var newestID: UInt64 = 0
        /// The number of removed observers still in the table.
        var inactiveCount = 0
        /// Replaced lists that deliveries may still be walking.
        var formerTables: [ObserverTable] = []
        /// Entries of removed observers, whose handlers deliveries may still be calling.
        var removed: [ObserverEntry] = []
        var callbacks: [UInt64: RegistrationCallbacks] = [:]
        var hasEnded = false
    }

    /// The callbacks to run when a registration ends.
    struct RegistrationCallbacks: Sendable {
        /// Runs when the registration is cancelled.
        var cancelled: @Sendable () -> Void = {}
        /// Runs when the registry ends.
        var ended: @Sendable () -> Void = {}
        /// The object whose address is the observer's condition.
        var kept: KeptAddress?
    }

    /// A reference that keeps an object's memory, but not the object, so that no later object can have its address.
    struct KeptAddress: @unchecked Sendable {
        // SAFETY: it is never read.
        private unowned let object: AnyObject

        init(of object: AnyObject) {
            self.object = object
        }
    }

    init() {}

    deinit {
        let number = number.load(ordering: .relaxed)
        if number != 0 { ObservationIndex.ended(number) }
        // No delivery can be in flight: deliveries keep the registry alive.
        let contents = lock.withLock { contents in
            defer { contents = Contents() }
            return contents
        }
        contents.table.forEach { if $0.pointee.deactivate() { $0.pointee.entry.release() } }
        for entry in contents.removed { entry.release() }
        for table in contents.formerTables + [contents.table] { table.deallocate() }
    }

    // MARK: For subclasses

    /// The name that diagnostics use.
    package var name: String { "an observed value" }

    /// The kind of source whose observers these are.
    var sourceKind: IndexedSource.Kind { .subject }

    /// Copies an event and its context, so that its delivery can wait.
    ///
    /// - Returns: `nil` if the event can't outlive the call that delivers it.
    func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? { nil }

    /// Whether what is observed can be read.
    @usableFromInline package var isReadable: Bool { true }

    /// Responds to a delivery that waits for room on the stack.
    func didPostpone(in context: UnsafeRawPointer?) {}

    /// Responds to the end of a delivery that waited for room on the stack.
    func didDeliverPostponed(in context: UnsafeRawPointer?) {}

    /// Calls the observers from the delivery's position on, up to the one with the given state.
    func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {}

    /// Calls one observer. Used where deliveries are recorded; others call all observers by ``proceed(_:upTo:)``.
    func tell(_ delivery: UnsafeMutablePointer<Delivery>, _ slot: UnsafeMutablePointer<ObserverSlot>) {}

    /// Returns a delivery's role in a change, for a recording.
    func recordedPart(of delivery: UnsafeMutablePointer<Delivery>) -> RecordedPart { .change }

    /// Whether an event was delivered during a recording, if the registry keeps track of that.
    var wasDelivered: Bool { true }

    /// Responds to the removal of an observer. Called under the lock.
    func didRemove(condition: UInt) {}

    // MARK: State

    /// Whether there are no observers.
    @inlinable package final var isEmpty: Bool {
        @inline(__always) get { count.load(ordering: .acquiring) == 0 }
    }

    /// The number of registered observers.
    package final var observerCount: Int { count.load(ordering: .acquiring) }

    final var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// Whether a delivery is in flight, on any thread.
    final var isPinned: Bool {
        pins.load(ordering: .sequentiallyConsistent) > 0 || ThreadGuards.isGuarded(address)
    }

    /// Removes all observers, and rejects new ones.
    package func end() {
        letEverybodyGo()
    }
}
