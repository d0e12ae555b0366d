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
/// If several threads change the sources, one thread at a time reads the path and calls the handler. It *has* the observation from when it
/// reads a new value until it has reported it. Changes that other threads store meanwhile wait, and that thread then reads the path again
/// for each. So a value that was read earlier never follows one that was read later.
///
/// If the path belongs to an actor, a change outside that actor is only noted. A job on the actor then reads the path and calls the
/// handler, with the value last read there as the old one. If a change on the actor comes first, it takes the job's place.
///
/// State and its protection:
/// - The sources, the pending changes and the last value, by `lock`. The locks of the sources' registries are taken inside it, never around it.
/// - `isStopped`, atomic; it goes from false to true once.
/// - `flags`, atomic: whether changes can be made elsewhere, whether one hasn't been read yet, whether a job to read it is in flight,
///   whether there are former sources, and whether changes wait.
/// - `end`, atomic: the address of the property at the end of the path, which is one of the sources.
/// - `hasOwnChange`, atomic: whether `ownChange` is unused. The thread that takes it, under the lock, has it until it sets this again.
/// - All other state is constant.
final class KeyPathObservation: Cancellable, @unchecked Sendable {
    // SAFETY: see above. The key path is read, and the handler called, only in `isolation`. Without one, either both are `Sendable`, or no
    // other thread can change a source.

    /// The observation's number as an observer, in all its registries.
    private let id = ListenerID.next()
    private let place: RegistrationPlace?
    private let isStopped = AtomicWord<Bool>(false)
    private let flags = AtomicWord<UInt>(0)
    private let end = AtomicWord<UInt>(0)
    /// The isolation in which to read the path and call the handler; `nil` to do so where a source is changed.
    private let isolation: Isolation?
    /// Whether several threads may change the sources, and any of them calls the handler.
    private let isShared: Bool
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
    /// The root's address, which no other object can get.
    private let rootAddress: UnsafeMutableRawPointer
    private let keptAddress: AnyObserverRegistry.KeptAddress
    /// The change to use where no other is pending, so that most changes allocate nothing.
    private let ownChange: PathChange
    private let hasOwnChange = AtomicWord<Bool>(true)
    private let lock = Lock(Contents())

    private struct Contents: Sendable {
        var sources = PathSources()
        var changes = PendingPathChanges()
        /// A change that began with the last value read, if changes can be made elsewhere and the handler wants old values.
        var last: PathChange?
    }

    init(
        of accessor: KeyPathAccessor,
        from root: AnyObject,
        endsAtStoredProperty: Bool = false,
        options: KeyValueObservingOptions,
        isolation: Isolation? = nil,
        isShared: Bool = false,
        manuallyNotified: PropertyRegistry? = nil,
        place: RegistrationPlace? = nil,
        rootEnded: (() -> Void)? = nil
    ) {
        self.accessor = accessor
        declaredPaths = KeyPathReading.declaredSources(of: accessor.path, in: root)
        self.place = place
        self.isolation = isolation
        self.isShared = isShared && isolation == nil
        self.manuallyNotified = manuallyNotified
        self.rootEnded = rootEnded
        self.root = root
        rootAddress = Unmanaged.passUnretained(root).toOpaque()
        keptAddress = AnyObserverRegistry.KeptAddress(of: root)
        self.options = options
        self.endsAtStoredProperty = endsAtStoredProperty && !options.contains(.prior) && !(self.isShared && options.contains(.old))
        ownChange = accessor.makeChange()
    }

    /// Starts to observe, and makes the initial call.
    func start(with sources: [PropertyRegistry], in root: AnyObject) {
        // The changes of other threads wait until the initial call has ended.
        if isShared {
            _ = lock.withLock { $0.changes.claimToTell(on: .current) }
        }
        let root = Unmanaged.passUnretained(root)
        let hasChanged = adopt(sources)
        let change = accessor.makeChange()
        let isInitial = options.contains(.initial)
        if hasChanged || keepsLast || isInitial { readAndAdopt(root, change) }
        if isInitial { accessor.perform(.tell(root, isPrior: false), change) }
        tellWaiting(after: 1, in: root)
    }

    func cancel() {
        if heed_is_indexing() { ObservationIndex.forgetOrphan(.listener(id)) }
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        leaveSources()
        let last = lock.withLock { contents in
            defer { contents.last = nil }
            return contents.last
        }
        _ = last
        if heed_is_indexing() { ObservationIndex.left(id) }
    }

    var isReadable: Bool { lock.withLock { $0.sources.isReadable } }

    private var isActive: Bool { !isStopped.load(ordering: .acquiring) }

    private func receive(_ event: UnsafePointer<PropertyEvent>) {
        guard isActive, !notesChangeOfEnd(event), isConcerned(by: event) else { return }
        // A source of the root itself keeps the root alive during the event. A weak reference takes longer.
        if let object = event.pointee.object, object.toOpaque() == rootAddress { return respond(to: event, in: object) }
        guard let root = livingRoot(at: event) else { return }
        respond(to: event, in: .passUnretained(root))
        withExtendedLifetime(root) {}
    }

    private func isConcerned(by event: UnsafePointer<PropertyEvent>) -> Bool {
        guard flags.load(ordering: .acquiring) & Self.hasFormerSources != 0, let source = Delivery.handling?.pointee.registry.toOpaque()
        else { return true }
        return !isFormer(source, exceptFor: event.pointee.number)
    }

    private func livingRoot(at event: UnsafePointer<PropertyEvent>) -> AnyObject? {
        if let root { return root }
        // If the root was deallocated, nothing is left to observe.
        if event.pointee.phase == .ended { rootEnded?() }
        endWithRoot()
        return nil
    }

    /// Notes the observation in the index, before it begins.
    func record(as path: ObservedPath) {
        ObservationIndex.added(id, path: path)
        if let manuallyNotified { ObservationIndex.note(manuallyNotified, path: path) }
    }

    private func endWithRoot() {
        let path = heed_is_indexing() ? ObservationIndex.path(of: id) : nil
        cancel()
        if let path { ObservationIndex.orphaned(id, path: path, place: place) }
    }

    private func respond(to event: UnsafePointer<PropertyEvent>, in root: Unmanaged<AnyObject>) {
        switch event.pointee.phase {
        case .will: begin(event.pointee.number, in: root)
        case .stored: store(event.pointee.number, in: root)
        case .cameWithin:
            if !isShared { begin(event.pointee.number, in: root, isPast: true) }
            store(event.pointee.number, in: root)
        case .came:
            guard !isShared || lock.withLock({ $0.changes.claim(on: .current) }) else { return }
            readAndAdopt(root, accessor.makeChange())
            tellWaiting(after: 0, in: root)
        case .did, .missed: tell(upTo: event.pointee.number, in: root)
        case .ended: return
        }
    }

    // MARK: The three phases

    /// Adds a change of this thread to the pending ones. Called under the lock.
    private func begin(_ number: UInt64, isStored: Bool = false, in contents: inout Contents) -> PathChange {
        var change = ownChange
        if hasOwnChange.load(ordering: .acquiring) {
            hasOwnChange.store(false, ordering: .relaxed)
        } else {
            change = accessor.makeChange()
        }
        contents.changes.begin(change, number, isStored: isStored, on: .current)
        return change
    }

    /// - Parameter isPast: Whether the change was made before. Its old value is then the last one read, if that was kept, or else the new one.
    private func begin(_ number: UInt64, in root: Unmanaged<AnyObject>, isPast: Bool = false) {
        let (change, enclosing, last) = lock.withLock { contents -> (PathChange?, PathChange?, PathChange?) in
            // Changes of several sources with one number are one change, which has already begun.
            if contents.changes.contains(number) { return (nil, nil, nil) }
            let enclosing = contents.changes.enclosing(on: .current)
            return (begin(number, in: &contents), enclosing, contents.last)
        }
        guard let change else { return }
        if options.contains(.old) {
            // Within a change that isn't stored yet, the last delivered value is the one from before that change.
            if let begun = enclosing ?? last {
                accessor.perform(.beginWhereBegan(begun), change)
            } else {
                accessor.perform(.readOld(root), change)
            }
        }
        if options.contains(.prior), !isPast { accessor.perform(.tell(root, isPrior: true), change) }
    }

    private func store(_ number: UInt64, in root: Unmanaged<AnyObject>) {
        let (begun, found, waits) = lock.withLock { contents -> (PathChange?, [PropertyRegistry], Bool) in
            let begun = contents.changes[number]
            // Reading a source that is being changed in place would violate the exclusive access of the code that changes it.
            if let begun, !begun.isStored, !contents.sources.isReadable {
                wait(begun, in: &contents)
                return (nil, [], true)
            }
            guard isShared else {
                // A task may have gone on in another thread since.
                begun?.thread = .current
                return (begun, contents.sources.found, false)
            }
            // A change of what was not a source when it began, or of the property at the end, whose beginning left nothing to do. A former
            // source may not announce the end of the change.
            if begun == nil, !contents.sources.contains(Delivery.handling) { return (nil, [], true) }
            let change = begun ?? begin(number, in: &contents)
            guard contents.changes.claim(on: .current) else {
                wait(change, in: &contents)
                return (nil, [], true)
            }
            contents.changes.read(change, on: .current)
            return (change, contents.sources.found, false)
        }
        if waits { return }
        guard let change = begun else { return readAndAdopt(root, accessor.makeChange(), expecting: found) }
        if isShared, !change.isStored { beginWhereLastEnded(change) }
        readAndAdopt(root, change, expecting: found)
        let isEnclosed = lock.withLock { contents in
            contents.changes.store(change)
            return contents.changes.hasUnstored
        }
        if isEnclosed { endWithinOthers(change) }
    }

    /// This thread's changes that aren't stored enclose one that was, and end later. So, for the observer, they begin where that one ends.
    private func endWithinOthers(_ change: PathChange) {
        guard options.contains(.old) else { return }
        let enclosing = lock.withLock { $0.changes.unstored(on: change.thread) }
        for enclosing in enclosing { accessor.perform(.beginWhereEnded(change), enclosing) }
    }

    /// Records a change of the property at the end of the path, with the values that the event carries. Until it is stored, there is
    /// nothing to do.
    ///
    /// - Returns: Whether that was all. A group reads the value before its first change, whichever source that belongs to.
    private func notesChangeOfEnd(_ event: UnsafePointer<PropertyEvent>) -> Bool {
        guard endsAtStoredProperty, event.pointee.phase == .will || event.pointee.phase == .stored,
            flags.load(ordering: .acquiring) & (Self.mayHappen | Self.hasFormerSources) == 0,
            UInt(bitPattern: Delivery.handling?.pointee.registry.toOpaque()) == end.load(ordering: .acquiring)
        else { return false }
        if event.pointee.phase == .will { return heed_current_group() == nil }
        guard let old = event.pointee.old, let new = event.pointee.new else { return false }
        if isShared { return notesSharedChangeOfEnd(event, to: new) }
        let (noted, isEnclosed) = lock.withLock { contents -> (PathChange?, Bool) in
            if contents.changes.contains(event.pointee.number) { return (nil, false) }
            return (begin(event.pointee.number, isStored: true, in: &contents), contents.changes.hasUnstored)
        }
        guard let change = noted else { return false }
        accessor.perform(.take(old: old, new: new), change)
        if isEnclosed { endWithinOthers(change) }
        return true
    }

    /// Like ``notesChangeOfEnd(_:)``, where several threads may change the sources.
    private func notesSharedChangeOfEnd(_ event: UnsafePointer<PropertyEvent>, to new: UnsafeRawPointer) -> Bool {
        let source = UInt(bitPattern: Delivery.handling?.pointee.registry.toOpaque())
        let (noted, wasNoted) = lock.withLock { contents -> (PathChange?, Bool) in
            if contents.changes.contains(event.pointee.number) { return (nil, false) }
            guard contents.sources.contains(Delivery.handling) else { return (nil, true) }
            guard contents.changes.claim(on: .current) else {
                wait(begin(event.pointee.number, in: &contents), in: &contents)
                return (nil, true)
            }
            // Another thread may have replaced an object on the path meanwhile. The value of the former one doesn't count.
            guard end.load(ordering: .acquiring) == source else {
                _ = begin(event.pointee.number, in: &contents)
                return (nil, false)
            }
            return (begin(event.pointee.number, isStored: true, in: &contents), true)
        }
        guard let change = noted else { return wasNoted }
        accessor.perform(.take(old: new, new: new), change)
        return true
    }

    /// Makes a change wait for the thread that has the observation, or until no source is being changed in place. Called under the lock.
    private func wait(_ change: PathChange, in contents: inout Contents) {
        flags.bitwiseOr(Self.hasWaiting, ordering: .acquiringAndReleasing)
        contents.changes.wait(change)
    }

    /// Makes a change begin with the last value read, whichever thread read it.
    private func beginWhereLastEnded(_ change: PathChange) {
        guard keepsLast, let last = lock.withLock({ $0.last }) else { return }
        accessor.perform(.beginWhereBegan(last), change)
    }

    /// Reports the changes that wait, and gives the observation up, unless a call of the handler or a stored change is still to be completed.
    ///
    /// - Parameter told: The number of calls of the handler that have just ended.
    private func tellWaiting(after told: Int, in root: Unmanaged<AnyObject>) {
        guard isShared || flags.load(ordering: .acquiring) & Self.hasWaiting != 0 else { return }
        var told = told
        while isActive, let next = takeWaiting(after: told) {
            beginWhereLastEnded(next)
            readAndAdopt(root, next)
            // The change in place has been reported with the value before both.
            if !isShared { accessor.perform(.beginWhereEnded(next), next) }
            lock.withLock { $0.changes.remove(next) }
            accessor.perform(.tell(root, isPrior: false), next)
            if next === ownChange { hasOwnChange.store(true, ordering: .releasing) }
            told = 1
        }
    }

    private func takeWaiting(after told: Int) -> PathChange? {
        lock.withLock { contents in
            let next = contents.changes.takeWaiting(after: told, isShared: isShared, isReadable: contents.sources.isReadable, on: .current)
            if !contents.changes.hasWaiting { flags.bitwiseAnd(~Self.hasWaiting, ordering: .acquiringAndReleasing) }
            return next
        }
    }

    /// Reports this thread's stored changes, in the order in which they were stored, up to the given one. An inner delivery, or another
    /// thread, may already have reported it.
    private func tell(upTo number: UInt64, in root: Unmanaged<AnyObject>) {
        var count = 0
        while isActive, let (change, isLast) = lock.withLock({ $0.changes.takeFirst(upTo: number, isShared: isShared, on: .current) }) {
            accessor.perform(.tell(root, isPrior: false), change)
            if change === ownChange { hasOwnChange.store(true, ordering: .releasing) }
            count += 1
            if isLast { break }
        }
        tellWaiting(after: count, in: root)
        leaveFormerSources()
    }

    /// Returns whether a source is a former one, except for a change that began while it was a source.
    private func isFormer(_ source: UnsafeMutableRawPointer, exceptFor number: UInt64) -> Bool {
        guard flags.load(ordering: .acquiring) & Self.hasFormerSources != 0 else { return false }
        return lock.withLock { $0.sources.isFormer(source) && !$0.changes.contains(number) }
    }

    // MARK: Changes made elsewhere

    private static let isChanged: UInt = 1
    private static let isOnTheWay: UInt = 2
    private static let mayHappen: UInt = 4
    private static let hasFormerSources: UInt = 8
    private static let hasWaiting: UInt = 16

    /// Whether to keep the last value read.
    private var keepsLast: Bool {
        options.contains(.old) && (isShared || flags.load(ordering: .acquiring) & Self.mayHappen != 0)
    }

    private func receiveFromElsewhere(_ event: UnsafePointer<PropertyEvent>) {
        switch event.pointee.phase {
        case .will, .came, .cameWithin: return
        case .stored:
            // The change may have begun on the actor, and be delivered by another thread.
            let begun = lock.withLock { $0.changes.remove(event.pointee.number) }
            if let begun, begun === ownChange { hasOwnChange.store(true, ordering: .releasing) }
        case .did, .missed:
            let before = flags.bitwiseOr(Self.isChanged | Self.isOnTheWay, ordering: .acquiringAndReleasing).oldValue
            if isActive, before & Self.isOnTheWay == 0 { hop() }
        case .ended:
            // Only the root's own end counts. This must not retain a live root: this thread might then be the last to release it.
            guard Delivery.handling?.pointee.registry.toOpaque() == manuallyNotified.map({ Unmanaged.passUnretained($0).toOpaque() }) else {
                return
            }
            rootEnded?()
            endWithRoot()
        }
    }

    private func hop() {
        guard heed_is_recording() else { isolation?.run { self.arrive() }; return }
        let (value, link) = (SentValue(cause: Recording.cause, time: heed_ticks()), recordedLink)
        isolation?.run {
            let calls = RecordedCalls(link, [value], isAsynchronous: false)
            _ = calls.next()
            self.arrive()
            calls.end()
        }
    }

    private var recordedLink: QueueLink {
        let source = lock.withLock { $0.sources.first }
        return QueueLink(source: source.map { ObservationIndex.number(of: $0) } ?? 0, observer: id, place: place?.bits ?? 0)
    }

    /// Runs on the actor, some time after a change sets the flag.
    private func arrive() {
        let before = flags.bitwiseAnd(~(Self.isChanged | Self.isOnTheWay), ordering: .acquiringAndReleasing).oldValue
        guard before & Self.isChanged != 0, isActive, let root else { return }
        let change = accessor.makeChange()
        if let last = lock.withLock({ $0.last }) { accessor.perform(.beginWhereBegan(last), change) }
        readAndAdopt(.passUnretained(root), change)
        if isActive { accessor.perform(.tell(.passUnretained(root), isPrior: false), change) }
        withExtendedLifetime(root) {}
    }

    // MARK: Sources

    /// Reads the path as a change's new value, and listens to exactly its current dependencies.
    ///
    /// If the sources differ from before, it reads the path again after listening to them, so that it misses no concurrent change.
    private func readAndAdopt(_ root: Unmanaged<AnyObject>, _ change: PathChange) {
        readAndAdopt(root, change, expecting: lock.withLock { $0.sources.found })
    }

    private func readAndAdopt(_ root: Unmanaged<AnyObject>, _ change: PathChange, expecting found: [PropertyRegistry]) {
        // This read includes any change made elsewhere before it.
        if flags.load(ordering: .acquiring) & Self.isChanged != 0 {
            flags.bitwiseAnd(~Self.isChanged, ordering: .acquiringAndReleasing)
        }
        var reading = read(root, change, found)
        // Bounded, in case a computed property reads something else every time.
        var attempts = 0
        while let sources = reading.sources, adopt(sources), attempts < 100 {
            attempts += 1
            reading = read(root, change, sources)
        }
        if endsAtStoredProperty { end.store(reading.last, ordering: .releasing) }
        guard keepsLast else { return }
        let last = accessor.makeChange()
        accessor.perform(.beginWhereEnded(change), last)
        // Return what is replaced, so that it isn't deinitialized under the lock.
        let replaced = lock.withLock { contents in
            defer { contents.last = last }
            return contents.last
        }
        _ = replaced
    }

    private func read(_ root: Unmanaged<AnyObject>, _ change: PathChange, _ found: [PropertyRegistry]) -> KeyPathReading.Outcome {
        root.borrow { object in
            KeyPathReading.read(accessor.path, and: declaredPaths, of: object, expecting: found) {
                accessor.perform(.readNew(root), change)
            }
        }
    }

    /// - Returns: Whether the sources differ from before.
    private func adopt(_ found: [PropertyRegistry]) -> Bool {
        let reachable = isolation.map { self.reachable(found, in: $0) } ?? found
        let sources = reachable + (manuallyNotified.map { [$0] } ?? [])
        // Join and leave under the lock, so that concurrent results don't mix. Return what is to be released, to release it outside.
        let (hasChanged, former, removals) = lock.withLock { contents -> (Bool, [PropertyRegistry], [PropertyRegistry.Removal]) in
            // Invalidation first clears this, and then releases the sources listed here.
            guard isActive else { return (false, [], []) }
            let before = contents.sources.all
            let hasChanged = contents.sources.replace(found: found, with: sources, join: join)
            if !contents.sources.former.isEmpty { flags.bitwiseOr(Self.hasFormerSources, ordering: .acquiringAndReleasing) }
            return (hasChanged, before, contents.changes.isEmpty ? takeFormer(&contents) : [])
        }
        for removal in removals { removal.finish() }
        _ = former
        noteWhetherElsewhere(sources)
        return hasChanged
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
        return contents.sources.removeFormer(id)
    }

    private func leaveFormerSources() {
        guard flags.load(ordering: .acquiring) & Self.hasFormerSources != 0 else { return }
        let (former, removals) = lock.withLock { contents -> ([PropertyRegistry], [PropertyRegistry.Removal]) in
            guard contents.changes.isEmpty, !contents.sources.former.isEmpty else { return ([], []) }
            return (contents.sources.former, takeFormer(&contents))
        }
        for removal in removals { removal.finish() }
        _ = former
    }

    private func leaveSources() {
        let (former, removals) = lock.withLock { contents in
            let all = contents.sources.all
            contents.sources.leave()
            return (all, takeFormer(&contents))
        }
        for removal in removals { removal.finish() }
        _ = former
    }
}
