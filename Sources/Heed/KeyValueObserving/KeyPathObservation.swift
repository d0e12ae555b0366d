internal import CHeedThreads
import Synchronization

/// An observer of a key path that depends on several properties, or on other properties than it names.
///
/// One change of a source goes like this:
/// 1. *will*: the value before is read and put aside, if the handler wants it; a prior call is made where one is wanted.
/// 2. *stored*: the value after is read, before any handler of anybody has run. What the path depends on now is found out anew.
/// A change of the property that the path ends at brings both values along, and changes nothing about what the path depends on: then nothing
/// is read.
/// 3. *did*: the handler is called. If it changes a source, that is a change of its own, which comes after this one.
///
/// Where the path belongs to an actor, a change that is made outside of it is only noted. A job on the actor then reads the path and calls
/// the handler, with the value that was read there last as the old one. A change on the actor that comes first takes its place.
///
/// What is protected by what:
/// - `sources` and `pending` by `lock`. The locks of the sources' registries are taken inside it, never around it.
/// - `isStopped` is atomic; it goes from false to true once.
/// - `flags` is atomic: whether there may be changes made elsewhere, whether one has not been read yet, and whether a job to read it is
///   under way; whether there are former sources.
/// - `end` is atomic: the address of the property that the path ends at, which is one of the sources.
/// - everything else is constant.
final class KeyPathObservation: Cancellable, @unchecked Sendable {
    // SAFETY: see above. The key path is read, and the handler called, only in `isolation`; where there is none, both are `Sendable`, or
    // no source can be changed by another thread.

    /// Its number as an observer, wherever it listens.
    private let id = ListenerID.next()
    private let place: RegistrationPlace?
    private let isStopped = Atomic<Bool>(false)
    private let flags = Atomic<UInt>(0)
    private let end = Atomic<UInt>(0)
    /// Where the path is read and the handler called; `nil` for where a source is changed.
    private let isolation: Isolation?
    private let accessor: KeyPathAccessor
    /// What the class says the path depends on, and what it says that depends on.
    private let declaredPaths: [AnyKeyPath]
    private let options: KeyValueObservingOptions
    /// Whether the property that the path reads last is the one it ends at.
    private let endsAtStoredProperty: Bool
    private let rootEnded: (() -> Void)?
    /// Tells what the root announces by hand of the path itself.
    private let manuallyNotified: PropertyRegistry?
    private weak let root: AnyObject?
    private let lock = Lock(Contents())

    private struct Contents: Sendable {
        var sources: [PropertyRegistry] = []
        /// What was found when the path was read last.
        var found: [PropertyRegistry] = []
        /// Those that the path depends on no longer, of which changes may have begun that are still to be told.
        var formerSources: [PropertyRegistry] = []
        /// Changes that have begun, oldest first.
        var pending: [PendingChange] = []
        /// The largest number among those that ever began, and how many of them are not stored: in a long cascade, thousands wait here.
        var newestNumber: UInt64 = 0
        var unstoredCount = 0
        /// The value that was read last, where changes may be made elsewhere and the handler wants old values.
        var last: ReadOnActor?

        func hasBegun(_ number: UInt64) -> Bool {
            number <= newestNumber && pending.contains { $0.number == number }
        }

        mutating func append(_ change: PendingChange) {
            pending.append(change)
            newestNumber = max(newestNumber, change.number)
        }

        /// Gives a thread's changes that are not stored yet another value before: they are around one that was stored, end later, and so begin,
        /// for the observer, where that one ends.
        ///
        /// - Returns: What was there, so that no value is deinitialised under the lock.
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

    /// The root, if it is there and an event is still of concern. Apart from what is done then, because handlers that make changes lie on
    /// the stack by the hundred.
    private func concernedRoot(by event: UnsafePointer<PropertyEvent>) -> AnyObject? {
        if let source = Delivery.handling?.pointee.registry.toOpaque(), isFormer(source, exceptFor: event.pointee.number) { return nil }
        if let root { return root }
        // If it was the root that died, there is nothing left to observe.
        if event.pointee.phase == .ended { rootEnded?() }
        cancel()
        return nil
    }

    // MARK: The three phases

    private func begin(_ number: UInt64, in root: AnyObject) {
        // Changes of several sources that have one number are one change, which has begun already.
        if lock.withLock({ $0.hasBegun(number) }) { return }
        let last = keepsLast ? lock.withLock { $0.last?.value } : nil
        let read = options.contains(.old) ? last ?? accessor.read(root) : nil
        let begun = PendingChange(number: number, thread: .current, old: read)
        let change = lock.withLock { contents in
            var change = begun
            // Within a change that is not stored yet, the last value that was told is the one from before that change.
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
        // What is replaced is returned, so that no value is deinitialised under the lock.
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

    /// Notes a change of the property that the path ends at, with the values that the event carries. Until it is stored, nothing is to be done.
    ///
    /// - Returns: Whether that was all. A group reads the value before its first change, whichever source that is of.
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

    /// Reports what this thread has stored, in the order in which it began, up to the given change. A change that an inner delivery
    /// has reported already is not there any more.
    private func tell(upTo number: UInt64, in root: AnyObject) {
        while isActive, let change = takeOldest(upTo: number) {
            accessor.tell(root, change.old, change.new, false)
        }
        leaveFormerSources()
    }

    /// Whether a source is one of those that count no longer, but for a change that began when they did.
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

    /// Whether the value that was read last has to be kept.
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
            // Only the root's own end counts. The root is not referred to while it lives: this thread might be the last to do so.
            guard Delivery.handling?.pointee.registry.toOpaque() == manuallyNotified.map({ Unmanaged.passUnretained($0).toOpaque() }) else {
                return
            }
            rootEnded?()
            cancel()
        }
    }

    /// On the actor, some time after a change flags.
    private func arrive() {
        let before = flags.bitwiseAnd(Self.mayHappen, ordering: .acquiringAndReleasing).oldValue
        guard before & Self.isChanged != 0, isActive, let root else { return }
        let old = lock.withLock { $0.last?.value }
        let value = readAndAdopt(root)
        guard isActive else { return }
        accessor.tell(root, old, options.contains(.new) ? value : nil, false)
    }

    /// Reports the present value. What it was before is not known any more: it may have been read before the change or after it.
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

    /// Reads the path and listens to exactly what it depends on now.
    ///
    /// When the sources are others than before, the path is read again after listening to them, so that nothing that another thread did
    /// in between is missed.
    @discardableResult
    private func readAndAdopt(_ root: AnyObject) -> AnyObject {
        // What was changed elsewhere before this is read with it.
        if flags.load(ordering: .acquiring) & Self.isChanged != 0 {
            flags.bitwiseAnd(~Self.isChanged, ordering: .acquiringAndReleasing)
        }
        var reading = read(root)
        // Bounded for the sake of a computed property that reads something else every time.
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
        // What is replaced is returned, so that it is not deinitialised under the lock.
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

    /// - Returns: Whether the sources are others than before.
    private func adopt(_ found: [PropertyRegistry]) -> Bool {
        let reachable = isolation.map { self.reachable(found, in: $0) } ?? found
        let sources = reachable + (manuallyNotified.map { [$0] } ?? [])
        // Joining and leaving happen under the lock, so that what several threads find at once does not mix. What is let go is returned, so
        // that nothing is deinitialised there.
        let (hasAdded, left, removals) = lock.withLock { contents -> (Bool, [PropertyRegistry], [PropertyRegistry.Removal]) in
            // Whoever invalidates does that first, and then lets go of the sources that are here.
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

    /// Leaves out what other threads may change, where there is no actor to bring the changes to.
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

    /// Stops listening to the sources that count no longer. Called under the lock.
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
// SAFETY: it is handed back only to code that runs on the actor.
private struct ReadOnActor: @unchecked Sendable {
    let value: AnyObject
}

/// A change of a source that has begun.
// SAFETY: the values are handed back only to the thread that put them in.
private struct PendingChange: @unchecked Sendable {
    let number: UInt64
    let thread: ThreadIdentity
    var old: AnyObject?
    var new: AnyObject?
    var isStored = false
}
