internal import CHeedThreads
import Synchronization

/// An observer of a key path that depends on several properties, or on properties other than those it names.
///
/// A change of a source has three phases:
/// 1. *will*: the observation reads and keeps the old value, if the handler wants it, and makes a prior call, if one is wanted.
/// 2. *stored*: it reads the new value, before any handler runs, and updates the path's dependencies. A change of the property at the end
///    of the path brings both values along and doesn't affect the dependencies, so nothing is read.
/// 3. *did*: it calls the handler. If the handler changes a source, that is a separate change, which comes after this one.
///
/// If the path belongs to an actor, a change outside that actor is only noted. A job on the actor then reads the path and calls the
/// handler, with the value last read there as the old one. If a change on the actor comes first, it takes the job's place.
///
/// State and its protection:
/// - `sources` and `pending`, by `lock`. The locks of the sources' registries are taken inside it, never around it.
/// - `isStopped`, atomic; it goes from false to true once.
/// - `flags`, atomic: whether changes can be made elsewhere, whether one hasn't been read yet, whether a job to read it is in flight, and
///   whether there are former sources.
/// - `end`, atomic: the address of the property at the end of the path, which is one of the sources.
/// - All other state is constant.
final class KeyPathObservation: Cancellable, @unchecked Sendable {
    // SAFETY: see above. The key path is read, and the handler called, only in `isolation`. Without one, either both are `Sendable`, or no
    // other thread can change a source.

    /// The observation's number as an observer, in all its registries.
    private let id = ListenerID.next()
    private let place: RegistrationPlace?
    private let isStopped = Atomic<Bool>(false)
    private let flags = Atomic<UInt>(0)
    private let end = Atomic<UInt>(0)
    /// The isolation in which to read the path and call the handler; `nil` to do so where a source is changed.
    private let isolation: Isolation?
    private let accessor: KeyPathAccessor
    /// The paths that the class declares for this path, and those that it declares for them.
    private let declaredPaths: [AnyKeyPath]
    private let options: KeyValueObservingOptions
    /// Whether the property that the path reads last is the one at its end.
    private let endsAtStoredProperty: Bool
    private let rootEnded: (() -> Void)?
    /// Delivers the changes of the path itself that the root announces manually.
    private let manuallyNotified: PropertyRegistry?
    private weak let root: AnyObject?
    private let lock = Lock(Contents())

    private struct Contents: Sendable {
        var sources: [PropertyRegistry] = []
        /// The result of the last read.
        var found: [PropertyRegistry] = []
        /// Sources that the path no longer depends on. Changes of theirs may have begun that are still to be delivered.
        var formerSources: [PropertyRegistry] = []
        /// Changes that have begun, oldest first.
        var pending: [PendingChange] = []
        /// The largest number of any change that began, and how many changes aren't stored yet: in a long cascade, thousands wait here.
        var newestNumber: UInt64 = 0
        var unstoredCount = 0
        /// The last value read, if changes can be made elsewhere and the handler wants old values.
        var last: ReadOnActor?

        func hasBegun(_ number: UInt64) -> Bool {
            number <= newestNumber && pending.contains { $0.number == number }
        }

        mutating func append(_ change: PendingChange) {
            pending.append(change)
            newestNumber = max(newestNumber, change.number)
        }

        /// Sets the old value of a thread's unstored changes. They enclose a change that was stored, and end later. So, for the observer,
        /// they begin where that one ends.
        ///
        /// - Returns: The previous values, so that no value is deinitialized under the lock.
        mutating func setOldValues(of thread: ThreadIdentity, to value: AnyObject?) -> [PendingChange] {
            let enclosing = pending.indices.filter { pending[$0].thread == thread && !pending[$0].isStored }
            return enclosing.map { place in
                defer { pending[place].old = value }
                return pending[place]
            }
        }
    }

    init(
        of accessor: KeyPathAccessor,
        from root: AnyObject,
        endsAtStoredProperty: Bool = false,
        options: KeyValueObservingOptions,
        isolation: Isolation? = nil,
        manuallyNotified: PropertyRegistry? = nil,
        place: RegistrationPlace? = nil,
        rootEnded: (() -> Void)? = nil
    ) {
        self.accessor = accessor
        declaredPaths = KeyPathReading.declaredSources(of: accessor.path, in: root)
        self.place = place
        self.isolation = isolation
        self.manuallyNotified = manuallyNotified
        self.rootEnded = rootEnded
        self.root = root
        self.options = options
        self.endsAtStoredProperty = endsAtStoredProperty && !options.contains(.prior)
    }

    func start(with sources: [PropertyRegistry], in root: AnyObject) {
        let hasChanged = adopt(sources)
        if hasChanged || keepsLast { readAndAdopt(root) }
    }

    func cancel() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        leaveSources()
    }

    private var isActive: Bool { !isStopped.load(ordering: .acquiring) }

    private func receive(_ event: UnsafePointer<PropertyEvent>) {
        guard isActive, !notesChangeOfEnd(event), let root = concernedRoot(by: event) else { return }
        switch event.pointee.phase {
        case .will: begin(event.pointee.number, in: root)
        case .stored: store(event.pointee.number, in: root)
        case .came: readAndAdopt(root)
        case .did: tell(upTo: event.pointee.number, in: root)
        case .missed: catchUp(with: root)
        case .ended: return
        }
    }

    /// Returns the root, if it is alive and the event still matters. Separate from the work that follows, because handlers that make
    /// changes can nest hundreds of times on the stack.
    private func concernedRoot(by event: UnsafePointer<PropertyEvent>) -> AnyObject? {
        if let source = Delivery.handling?.pointee.registry.toOpaque(), isFormer(source, exceptFor: event.pointee.number) { return nil }
        if let root { return root }
        // If the root was deallocated, nothing is left to observe.
        if event.pointee.phase == .ended { rootEnded?() }
        cancel()
        return nil
    }

    // MARK: The three phases

    private func begin(_ number: UInt64, in root: AnyObject) {
        // Changes of several sources with one number are one change, which has already begun.
        if lock.withLock({ $0.hasBegun(number) }) { return }
        let last = keepsLast ? lock.withLock { $0.last?.value } : nil
        let read = options.contains(.old) ? last ?? accessor.read(root) : nil
        let begun = PendingChange(number: number, thread: .current, old: read)
        let change = lock.withLock { contents in
            var change = begun
            // Within a change that isn't stored yet, the last delivered value is the one from before that change.
            if contents.unstoredCount > 0,
                let enclosing = contents.pending.last(where: { $0.thread == change.thread && !$0.isStored })
            {
                change.old = enclosing.old
            }
            contents.append(change)
            contents.unstoredCount += 1
            return change
        }
        if options.contains(.prior) { accessor.tell(root, change.old, nil, true) }
    }

    private func store(_ number: UInt64, in root: AnyObject) {
        let value = readAndAdopt(root)
        // Return what is replaced, so that no value is deinitialized under the lock.
        let replaced: [PendingChange] = lock.withLock { contents in
            guard let place = contents.pending.lastIndex(where: { $0.number == number }) else { return [] }
            let thread = contents.pending[place].thread
            contents.pending[place].new = options.contains(.new) ? value : nil
            if !contents.pending[place].isStored { contents.unstoredCount -= 1 }
            contents.pending[place].isStored = true
            return options.contains(.old) && contents.unstoredCount > 0 ? contents.setOldValues(of: thread, to: value) : []
        }
        _ = replaced
    }

    /// Records a change of the property at the end of the path, with the values that the event carries. Until it is stored, there is
    /// nothing to do.
    ///
    /// - Returns: Whether that was all. A group reads the value before its first change, whichever source that belongs to.
    private func notesChangeOfEnd(_ event: UnsafePointer<PropertyEvent>) -> Bool {
        let event = event.pointee
        guard endsAtStoredProperty, event.phase == .will || event.phase == .stored,
            flags.load(ordering: .acquiring) & (Self.mayHappen | Self.hasFormerSources) == 0,
            UInt(bitPattern: Delivery.handling?.pointee.registry.toOpaque()) == end.load(ordering: .acquiring)
        else { return false }
        if event.phase == .will { return heed_current_group() == nil }
        guard let old = event.old, let new = event.new else { return false }
        let value = accessor.box(new)
        let change = PendingChange(
            number: event.number,
            thread: .current,
            old: options.contains(.old) ? accessor.box(old) : nil,
            new: options.contains(.new) ? value : nil,
            isStored: true
        )
        let replaced: [PendingChange]? = lock.withLock { contents in
            if contents.hasBegun(change.number) { return nil }
            contents.append(change)
            return contents.unstoredCount > 0 ? contents.setOldValues(of: change.thread, to: value) : []
        }
        return replaced != nil
    }

    /// Reports this thread's stored changes, in the order in which they began, up to the given one. Changes that an inner delivery has
    /// already reported are gone.
    private func tell(upTo number: UInt64, in root: AnyObject) {
        while isActive, let change = takeOldest(upTo: number) {
            accessor.tell(root, change.old, change.new, false)
        }
        leaveFormerSources()
    }

    /// Returns whether a source is a former one, except for a change that began while it was a source.
    private func isFormer(_ source: UnsafeMutableRawPointer, exceptFor number: UInt64) -> Bool {
        guard flags.load(ordering: .acquiring) & Self.hasFormerSources != 0 else { return false }
        return lock.withLock { contents in
            contents.formerSources.contains { Unmanaged.passUnretained($0).toOpaque() == source }
                && !contents.pending.contains { $0.number == number }
        }
    }

    // MARK: Changes made elsewhere

    private static let isChanged: UInt = 1
    private static let isOnTheWay: UInt = 2
    private static let mayHappen: UInt = 4
    private static let hasFormerSources: UInt = 8

    /// Whether to keep the last value read.
    private var keepsLast: Bool {
        options.contains(.old) && flags.load(ordering: .acquiring) & Self.mayHappen != 0
    }

    private func receiveFromElsewhere(_ event: UnsafePointer<PropertyEvent>) {
        switch event.pointee.phase {
        case .will, .stored, .came: return
        case .did, .missed:
            let before = flags.bitwiseOr(Self.isChanged | Self.isOnTheWay, ordering: .acquiringAndReleasing).oldValue
            if isActive, before & Self.isOnTheWay == 0 { isolation?.run { self.arrive() } }
        case .ended:
            // Only the root's own end counts. This must not retain a live root: this thread might then be the last to release it.
            guard Delivery.handling?.pointee.registry.toOpaque() == manuallyNotified.map({ Unmanaged.passUnretained($0).toOpaque() }) else {
                return
            }
            rootEnded?()
            cancel()
        }
    }

    /// Runs on the actor, some time after a change sets the flag.
    private func arrive() {
        let before = flags.bitwiseAnd(Self.mayHappen, ordering: .acquiringAndReleasing).oldValue
        guard before & Self.isChanged != 0, isActive, let root else { return }
        let old = lock.withLock { $0.last?.value }
        let value = readAndAdopt(root)
        guard isActive else { return }
        accessor.tell(root, old, options.contains(.new) ? value : nil, false)
    }

    /// Reports the current value. The previous one is unknown: it may have been read before the change or after it.
    private func catchUp(with root: AnyObject) {
        let value = readAndAdopt(root)
        guard isActive else { return }
        accessor.tell(root, options.contains(.old) ? value : nil, options.contains(.new) ? value : nil, false)
    }

    private func takeOldest(upTo number: UInt64) -> PendingChange? {
        let thread = ThreadIdentity.current
        return lock.withLock { contents in
            let place = contents.pending.firstIndex { $0.thread == thread && $0.isStored && $0.number <= number }
            return place.map { contents.pending.remove(at: $0) }
        }
    }

    // MARK: Sources

    /// Reads the path and listens to exactly its current dependencies.
    ///
    /// If the sources differ from before, it reads the path again after listening to them, so that it misses no concurrent change.
    @discardableResult
    private func readAndAdopt(_ root: AnyObject) -> AnyObject {
        // This read includes any change made elsewhere before it.
        if flags.load(ordering: .acquiring) & Self.isChanged != 0 {
            flags.bitwiseAnd(~Self.isChanged, ordering: .acquiringAndReleasing)
        }
        var reading = read(root)
        // Bounded, in case a computed property reads something else every time.
        var attempts = 0
        while !reading.isAsExpected, adopt(reading.sources), attempts < 100 {
            attempts += 1
            reading = read(root)
        }
        if endsAtStoredProperty {
            let address = reading.last.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
            end.store(address ?? 0, ordering: .releasing)
        }
        guard keepsLast else { return reading.value }
        // Return what is replaced, so that it isn't deinitialized under the lock.
        let value = ReadOnActor(value: reading.value)
        let replaced = lock.withLock { contents in
            defer { contents.last = value }
            return contents.last
        }
        return withExtendedLifetime(replaced) { reading.value }
    }

    private func read(_ root: AnyObject) -> KeyPathReading.Outcome {
        KeyPathReading.read(accessor, and: declaredPaths, of: root, expecting: lock.withLock { $0.found })
    }

    /// - Returns: Whether the sources differ from before.
    private func adopt(_ found: [PropertyRegistry]) -> Bool {
        let reachable = isolation.map { self.reachable(found, in: $0) } ?? found
        let sources = reachable + (manuallyNotified.map { [$0] } ?? [])
        // Join and leave under the lock, so that concurrent results don't mix. Return what is to be released, to release it outside.
        let (hasAdded, left, removals) = lock.withLock { contents -> (Bool, [PropertyRegistry], [PropertyRegistry.Removal]) in
            // Invalidation first clears this, and then releases the sources listed here.
            guard isActive else { return (false, [], []) }
            let listening = contents.sources + contents.formerSources
            let added = sources.filter { property in !contents.sources.contains { $0 === property } }
            let left = contents.sources.filter { property in !sources.contains { $0 === property } }
            for property in added where !listening.contains(where: { $0 === property }) { join(property) }
            contents.found = found
            contents.sources = sources
            contents.formerSources = listening.filter { property in !sources.contains { $0 === property } }
            if !contents.formerSources.isEmpty { flags.bitwiseOr(Self.hasFormerSources, ordering: .acquiringAndReleasing) }
            return (!added.isEmpty, left, contents.pending.isEmpty ? takeFormer(&contents) : [])
        }
        for removal in removals { removal.finish() }
        noteWhetherElsewhere(sources)
        return hasAdded || !left.isEmpty
    }

    private func noteWhetherElsewhere(_ found: [PropertyRegistry]) {
        guard isolation?.hasActor == true else { return }
        if found.contains(where: { $0.isShared && $0 !== manuallyNotified }) {
            flags.bitwiseOr(Self.mayHappen, ordering: .acquiringAndReleasing)
        } else {
            flags.bitwiseAnd(~Self.mayHappen, ordering: .acquiringAndReleasing)
            let last = lock.withLock { contents in
                defer { contents.last = nil }
                return contents.last
            }
            _ = last
        }
    }

    /// Returns the sources without those that other threads can change, if there is no actor to bring the changes to.
    private func reachable(_ found: [PropertyRegistry], in isolation: Isolation) -> [PropertyRegistry] {
        guard !isolation.hasActor else { return found }
        return found.filter { property in
            if property.isShared { Diagnostics.reportUnknownIsolation(of: accessor.path, through: property.name, at: place) }
            return !property.isShared
        }
    }

    private static let traits = ListenerTraits(.event, allPhases: true, settingsOnly: true)

    private func join(_ property: PropertyRegistry) {
        guard let isolation, isolation.hasActor, property.isShared else {
            property.join(Self.traits, at: place, rank: id) { [self] event in receive(event) }
            return
        }
        property.join(Self.traits, at: place, rank: id) { [self] event in
            if isolation.isCurrent { receive(event) } else { receiveFromElsewhere(event) }
        }
    }

    /// Stops listening to former sources. Called under the lock.
    private func takeFormer(_ contents: inout Contents) -> [PropertyRegistry.Removal] {
        flags.bitwiseAnd(~Self.hasFormerSources, ordering: .acquiringAndReleasing)
        defer { contents.formerSources = [] }
        return contents.formerSources.compactMap { $0.remove(id) }
    }

    private func leaveFormerSources() {
        guard flags.load(ordering: .acquiring) & Self.hasFormerSources != 0 else { return }
        let (former, removals) = lock.withLock { contents -> ([PropertyRegistry], [PropertyRegistry.Removal]) in
            guard contents.pending.isEmpty, !contents.formerSources.isEmpty else { return ([], []) }
            return (contents.formerSources, takeFormer(&contents))
        }
        for removal in removals { removal.finish() }
        _ = former
    }

    private func leaveSources() {
        let (left, removals) = lock.withLock { contents in
            contents.formerSources += contents.sources
            contents.sources = []
            contents.found = []
            return (contents.formerSources, takeFormer(&contents))
        }
        for removal in removals { removal.finish() }
        _ = left
    }
}

/// A value that was read on an actor.
// SAFETY: it is passed back only to code that runs on the actor.
private struct ReadOnActor: @unchecked Sendable {
    let value: AnyObject
}

/// A change of a source that has begun.
// SAFETY: the values are passed back only to the thread that stored them.
private struct PendingChange: @unchecked Sendable {
    let number: UInt64
    let thread: ThreadIdentity
    var old: AnyObject?
    var new: AnyObject?
    var isStored = false
}
