import Synchronization

/// An observer of a key path that depends on several properties, or on other properties than it names.
///
/// One change of a source goes like this:
/// 1. *will*: the value before is read and put aside; a prior call is made where one is wanted.
/// 2. *stored*: the value after is read, before any handler of anybody has run. What the path depends on now is found out anew.
/// 3. *did*: the handler is called. If it changes a source, that is a change of its own, which comes after this one.
///
/// What is protected by what:
/// - `sources` and `pending` by `lock`. The locks of the sources' registries are taken inside it, never around it.
/// - `isStopped` is atomic; it goes from false to true once.
/// - everything else is constant.
final class KeyPathObservation: Cancellable, @unchecked Sendable {
    // SAFETY: see above. The key path is read, and the handler called, where a source is changed; the forms of `observe` see to it that
    // this is where both may be done.

    /// Its number as an observer, wherever it listens.
    private let id = ListenerID.next()
    private let place: RegistrationPlace?
    private let isStopped = Atomic<Bool>(false)
    private let face: KeyPathFace
    /// What the class says the path depends on, and what it says that depends on.
    private let declaredPaths: [AnyKeyPath]
    private let options: KeyValueObservingOptions
    private let rootEnded: (() -> Void)?
    /// Tells what the root announces by hand of the path itself.
    private let handNotified: PropertyRegistry?
    private weak let root: AnyObject?
    private let lock = Lock(Contents())

    private struct Contents: Sendable {
        var sources: [PropertyRegistry] = []
        /// Those that the path depends on no longer, of which changes may have begun that are still to be told.
        var formerSources: [PropertyRegistry] = []
        /// Changes that have begun, oldest first.
        var pending: [PendingChange] = []

        /// Whether these are just the sources that are listened to.
        func isUp(to found: [KeyPathSource], and handNotified: PropertyRegistry?) -> Bool {
            guard formerSources.isEmpty, sources.count == found.count + (handNotified == nil ? 0 : 1) else { return false }
            for place in found.indices where sources[place] !== found[place].property { return false }
            return true
        }

        /// Stops listening to the sources that count no longer.
        mutating func takeFormer(_ id: UInt64) -> [PropertyRegistry.Removal] {
            defer { formerSources = [] }
            return formerSources.compactMap { $0.remove(id) }
        }
    }

    init(
        of face: KeyPathFace,
        from root: AnyObject,
        options: KeyValueObservingOptions,
        handNotified: PropertyRegistry? = nil,
        place: RegistrationPlace? = nil,
        rootEnded: (() -> Void)? = nil
    ) {
        self.face = face
        declaredPaths = KeyPathReading.declaredSources(of: face.path, in: root)
        self.place = place
        self.handNotified = handNotified
        self.rootEnded = rootEnded
        self.root = root
        self.options = options
    }

    func start(with sources: [KeyPathSource], in root: AnyObject) {
        if adopt(sources) { readAndAdopt(root) }
    }

    func cancel() {
        guard !isStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
        leaveSources()
    }

    private var isActive: Bool { !isStopped.load(ordering: .acquiring) }

    private func receive(_ event: UnsafePointer<PropertyEvent>) {
        guard isActive, let root = concernedRoot(by: event) else { return }
        switch event.pointee.phase {
        case .will: begin(event.pointee.number, in: root)
        case .stored: store(event.pointee.number, in: root)
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
        guard !lock.withLock({ contents in contents.pending.contains { $0.number == number } }) else { return }
        let read = options.contains(.old) ? face.read(root) : nil
        let begun = PendingChange(number: number, thread: .current, old: read)
        let change = lock.withLock { contents in
            var change = begun
            // Within a change that is not stored yet, the last value that was told is the one from before that change.
            if let enclosing = contents.pending.last(where: { $0.thread == change.thread && !$0.isStored }) {
                change.old = enclosing.old
            }
            contents.pending.append(change)
            return change
        }
        if options.contains(.prior) {
            tell(upTo: number, in: root)
            guard isActive else { return }
            face.tell(root, change.old, nil, true)
        }
    }

    private func store(_ number: UInt64, in root: AnyObject) {
        let value = readAndAdopt(root)
        // What is replaced is returned, so that no value is deinitialised under the lock.
        let replaced: [PendingChange] = lock.withLock { contents in
            guard let place = contents.pending.firstIndex(where: { $0.number == number }) else { return [] }
            let thread = contents.pending[place].thread
            contents.pending[place].new = options.contains(.new) ? value : nil
            contents.pending[place].isStored = true
            guard options.contains(.old) else { return [] }
            // Changes around this one end later, and so begin, for the observer, where this one ends.
            let enclosing = contents.pending.indices.filter { contents.pending[$0].thread == thread && !contents.pending[$0].isStored }
            return enclosing.map { place in
                defer { contents.pending[place].old = value }
                return contents.pending[place]
            }
        }
        _ = replaced
    }

    /// Reports what this thread has stored, in the order in which it began, up to the given change. A change that an inner delivery
    /// has reported already is not there any more.
    private func tell(upTo number: UInt64, in root: AnyObject) {
        while isActive, let change = takeOldest(upTo: number) {
            face.tell(root, change.old, change.new, false)
        }
        leaveFormerSources()
    }

    /// Whether a source is one of those that count no longer, but for a change that began when they did.
    private func isFormer(_ source: UnsafeMutableRawPointer, exceptFor number: UInt64) -> Bool {
        lock.withLock { contents in
            guard !contents.formerSources.isEmpty else { return false }
            return contents.formerSources.contains { Unmanaged.passUnretained($0).toOpaque() == source }
                && !contents.pending.contains { $0.number == number }
        }
    }

    /// Reports the present value. What it was before is not known any more: it may have been read before the change or after it.
    private func catchUp(with root: AnyObject) {
        let value = readAndAdopt(root)
        guard isActive else { return }
        face.tell(root, options.contains(.old) ? value : nil, options.contains(.new) ? value : nil, false)
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
        var reading = read(root)
        // Bounded for the sake of a computed property that reads something else every time.
        var attempts = 0
        while adopt(reading.sources), attempts < 100 {
            attempts += 1
            reading = read(root)
        }
        return reading.value
    }

    private func read(_ root: AnyObject) -> (value: AnyObject, sources: [KeyPathSource]) {
        KeyPathReading.read(face, and: declaredPaths, of: root)
    }

    /// - Returns: Whether the sources are others than before.
    private func adopt(_ found: [KeyPathSource]) -> Bool {
        if lock.withLock({ $0.isUp(to: found, and: handNotified) }) { return false }
        let found = found.map(\.property) + (handNotified.map { [$0] } ?? [])
        // Joining and leaving happen under the lock, so that what several threads find at once does not mix. What is let go is returned, so
        // that nothing is deinitialised there.
        let (hasAdded, left, removals) = lock.withLock { contents -> (Bool, [PropertyRegistry], [PropertyRegistry.Removal]) in
            // Whoever invalidates does that first, and then lets go of the sources that are here.
            guard isActive else { return (false, [], []) }
            let listening = contents.sources + contents.formerSources
            let added = found.filter { property in !contents.sources.contains { $0 === property } }
            let left = contents.sources.filter { property in !found.contains { $0 === property } }
            for property in added where !listening.contains(where: { $0 === property }) { join(property) }
            contents.sources = found
            contents.formerSources = listening.filter { property in !found.contains { $0 === property } }
            return (!added.isEmpty, left, contents.pending.isEmpty ? contents.takeFormer(id) : [])
        }
        for removal in removals { removal.finish() }
        return hasAdded || !left.isEmpty
    }

    private func join(_ property: PropertyRegistry) {
        property.join([.allPhases, .settingsOnly], at: place, rank: id) { [self] event in receive(event) }
    }

    private func leaveFormerSources() {
        let (former, removals) = lock.withLock { contents -> ([PropertyRegistry], [PropertyRegistry.Removal]) in
            guard contents.pending.isEmpty, !contents.formerSources.isEmpty else { return ([], []) }
            return (contents.formerSources, contents.takeFormer(id))
        }
        for removal in removals { removal.finish() }
        _ = former
    }

    private func leaveSources() {
        let (left, removals) = lock.withLock { contents in
            contents.formerSources += contents.sources
            contents.sources = []
            return (contents.formerSources, contents.takeFormer(id))
        }
        for removal in removals { removal.finish() }
        _ = left
    }
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
