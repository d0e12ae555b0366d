/// The changes of an observed path that have begun and aren't reported yet, and the thread that reports them.
///
/// A pure state machine, which a ``KeyPathObservation`` keeps under its lock. A change *waits* while another thread has the observation, or
/// while a source is being changed in place: then it is read and reported later, by the thread that has the observation.
struct PendingPathChanges: Sendable {
    // SAFETY of sending it into the lock: see `PathChange`.

    /// Those that are stored in the order in which they were, and among them the others, oldest first. A change within another one is
    /// stored first.
    private var changes: [PathChange] = []
    /// The largest number of any change that began, and how many changes aren't stored yet: in a long cascade, thousands wait here.
    private var newestNumber: UInt64 = 0
    private var unstoredCount = 0
    /// The thread that has the observation, if several may change the sources.
    private var owner: ThreadIdentity?
    /// The number of calls of the handler that it is making, each within the previous one.
    private var tellingCount = 0
    /// The changes that wait for that thread, in the order in which they came.
    private var waiting = Fifo<PathChange>()

    var isEmpty: Bool { changes.isEmpty }
    var hasUnstored: Bool { unstoredCount > 0 }
    var hasWaiting: Bool { waiting.count > 0 }

    // MARK: The thread that has the observation

    /// Gives the observation to a thread, unless another one has it.
    mutating func claim(on thread: ThreadIdentity) -> Bool {
        if let owner, owner != thread, ordersDeliveries { return false }
        owner = thread
        return true
    }

    /// Gives the observation to a thread for a call of the handler, unless another one has it.
    mutating func claimToTell(on thread: ThreadIdentity) -> Bool {
        guard claim(on: thread) else { return false }
        tellingCount += 1
        return true
    }

    // MARK: From beginning to report

    func contains(_ number: UInt64) -> Bool {
        number <= newestNumber && changes.contains { $0.number == number }
    }

    subscript(number: UInt64) -> PathChange? {
        changes.last { $0.number == number }
    }

    /// Adds a change that a thread makes.
    mutating func begin(_ change: PathChange, _ number: UInt64, isStored: Bool = false, on thread: ThreadIdentity) {
        change.number = number
        change.thread = thread
        change.isStored = isStored
        change.isWaiting = false
        change.isBeingRead = false
        changes.append(change)
        newestNumber = max(newestNumber, number)
        if !isStored { unstoredCount += 1 }
    }

    /// Notes that a thread, which has the observation, reads a change's new value.
    func read(_ change: PathChange, on thread: ThreadIdentity) {
        change.thread = thread
        change.isBeingRead = true
    }

    /// Notes that a change is stored, and that its new value has been read.
    mutating func store(_ change: PathChange) {
        change.isBeingRead = false
        guard !change.isStored else { return }
        change.isStored = true
        unstoredCount -= 1
        guard changes.last !== change, let place = changes.lastIndex(where: { $0 === change }) else { return }
        changes.append(changes.remove(at: place))
    }

    /// Makes a change wait, unless it does, or is being read: one read of the path is enough for the properties of a group, which several
    /// threads may deliver.
    mutating func wait(_ change: PathChange) {
        guard !change.isStored, !change.isWaiting, !change.isBeingRead else { return }
        change.isWaiting = true
        unstoredCount -= 1
        waiting.append(change)
    }

    /// A thread's newest change that isn't stored.
    func enclosing(on thread: ThreadIdentity) -> PathChange? {
        hasUnstored ? changes.last { $0.thread == thread && !$0.isStored } : nil
    }

    /// A thread's changes that aren't stored, oldest first.
    func unstored(on thread: ThreadIdentity) -> [PathChange] {
        hasUnstored ? changes.filter { $0.thread == thread && !$0.isStored } : []
    }

    /// Removes a thread's first stored change, if the given one is among its stored changes.
    ///
    /// - Parameter isShared: Whether several threads may change the sources.
    /// - Returns: The change, and whether no other one is pending.
    mutating func takeFirst(upTo number: UInt64, isShared: Bool, on thread: ThreadIdentity) -> (change: PathChange, isLast: Bool)? {
        guard let first = changes.firstIndex(where: { $0.isStored && $0.thread == thread }) else { return nil }
        // Usually, it is the given one.
        if changes[first].number != number {
            guard changes[first...].contains(where: { $0.number == number && $0.isStored && $0.thread == thread }) else { return nil }
        }
        if isShared { tellingCount += 1 }
        return (changes.remove(at: first), changes.isEmpty)
    }

    /// Makes the first change that waits a stored one of a thread, which calls the handler for it. It stays pending.
    ///
    /// Gives the observation up where none waits.
    ///
    /// - Parameters:
    ///   - told: The number of calls of the handler that have just ended.
    ///   - isShared: Whether several threads may change the sources.
    ///   - isReadable: Whether no source is being changed in place.
    /// - Returns: Nothing also if a call of the handler or a stored change is still to be completed.
    mutating func takeWaiting(after told: Int, isShared: Bool, isReadable: Bool, on thread: ThreadIdentity) -> PathChange? {
        if isShared {
            guard owner == thread else { return nil }
            tellingCount -= told
            if tellingCount > 0 { return nil }
        }
        guard isReadable, !changes.contains(where: { $0.isStored }) else { return nil }
        guard let next = waiting.popFirst() else {
            owner = nil
            return nil
        }
        next.thread = thread
        next.isWaiting = false
        next.isStored = true
        if isShared { tellingCount += 1 }
        return next
    }

    mutating func remove(_ change: PathChange) {
        changes.removeAll { $0 === change }
    }

    /// Removes a change whose values another isolation is to read.
    mutating func remove(_ number: UInt64) -> PathChange? {
        guard let place = changes.firstIndex(where: { $0.number == number }) else { return nil }
        if !changes[place].isStored { unstoredCount -= 1 }
        return changes.remove(at: place)
    }
}
