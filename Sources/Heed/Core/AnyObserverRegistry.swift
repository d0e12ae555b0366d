public import Synchronization

/// The ordered list of observers that every pattern in Heed is built on, apart from the type of the events.
///
/// The list is made of chunks, in the order in which the observers registered. They are put at its end and stay where they are, so that
/// deliveries, which take no lock, can go through it meanwhile. One that is removed is marked; its handler is let go as soon as no
/// delivery of the registry is under way that may still be calling it.
///
/// How a delivery goes:
/// 1. Deliveries of this registry that are still under way on this thread, further out, are completed first, so that every observer
///    sees one event wholly before the next one.
/// 2. The thread shows that it is at this registry: see ``ThreadGuards``.
/// 3. The observers in the list are called in order, each only if it is still active at that moment, up to the newest one at the
///    beginning.
/// 4. The thread shows that it has left. If something was removed meanwhile, whoever leaves last lets go of it.
///
/// What is protected by what:
/// - `contents` by `lock`: the list as those see it who change it. Only they write states and entries.
/// - `count` is atomic: how many observers are active, so that a post to nobody looks no further.
/// - `head` and `newest` are atomic: the first chunk, and the state of the newest observer.
/// - `pins` is atomic: how many deliveries are under way that have found no guard free.
/// - `waste` is atomic: not zero if something in `contents` waits for deliveries to end. It is announced before the guards are looked
///   through, so that a delivery which is seen there sees it.
@usableFromInline
package class AnyObserverRegistry: @unchecked Sendable {
    // SAFETY: see above. Handlers that are not `Sendable` are registered only where the source is used in one isolation.

    @usableFromInline let count = Atomic<Int>(0)
    final let head = Atomic<UInt>(0)
    final let newest = Atomic<UInt64>(0)
    final let pins = Atomic<Int>(0)
    final let waste = Atomic<Int>(0)
    final let lock = Lock(Contents())

    // SAFETY of sending it into the lock: chunks are reached from here and from deliveries, as described above.
    struct Contents: @unchecked Sendable {
        var table = ObserverTable()
        /// The largest number that an observer had.
        var newestID: UInt64 = 0
        /// How many of those in the table have been removed.
        var inactiveCount = 0
        /// Lists that have been replaced, which deliveries may still be going through.
        var formerTables: [ObserverTable] = []
        /// Entries of observers who were removed, whose handlers deliveries may still be calling.
        var removed: [ObserverEntry] = []
        var callbacks: [UInt64: RegistrationCallbacks] = [:]
        var hasEnded = false
    }

    /// What is to be done when a registration ends.
    struct RegistrationCallbacks: Sendable {
        /// It was cancelled.
        var cancelled: @Sendable () -> Void = {}
        /// The registry has ended.
        var ended: @Sendable () -> Void = {}
        /// Whose address is the observer's condition.
        var kept: KeptAddress?
    }

    /// Keeps the memory of an object, though not the object, so that no later one can have its address.
    struct KeptAddress: @unchecked Sendable {
        // SAFETY: it is never read.
        private unowned let object: AnyObject

        init(of object: AnyObject) {
            self.object = object
        }
    }

    init() {}

    deinit {
        // Nobody can be delivering: whoever does keeps the registry.
        let contents = lock.withLock { contents in
            defer { contents = Contents() }
            return contents
        }
        contents.table.forEach { if $0.pointee.deactivate() { $0.pointee.entry.release() } }
        for entry in contents.removed { entry.release() }
        for table in contents.formerTables + [contents.table] { table.deallocate() }
    }

    // MARK: For subclasses

    /// What diagnostics call it.
    package var name: String { "an observed value" }

    /// Copies an event, and what comes with it, so that its delivery can wait.
    ///
    /// - Returns: `nil` if the event cannot outlive the call that delivers it.
    func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? { nil }

    /// Tells the observers from the delivery's position on, up to one with the given state.
    func proceed(_ delivery: UnsafeMutablePointer<Delivery>, upTo limit: UInt64) {}

    /// An observer was removed. Called under the lock.
    func didRemove(condition: UInt) {}

    // MARK: Looking

    /// Whether there is nobody to tell.
    @inlinable package final var isEmpty: Bool {
        @inline(__always) get { count.load(ordering: .acquiring) == 0 }
    }

    /// How many observers are registered.
    package final var observerCount: Int { count.load(ordering: .acquiring) }

    final var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    /// Whether a delivery is under way, on any thread.
    final var isPinned: Bool {
        pins.load(ordering: .sequentiallyConsistent) > 0 || ThreadGuards.isGuarded(address)
    }

    /// Lets everybody go, and takes nobody in any more.
    package func end() {
        letEverybodyGo()
    }
}
