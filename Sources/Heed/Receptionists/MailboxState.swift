/// The state of a ``Mailbox``: what waits, and whether a hop is under way. Without locks or threads: each event returns what is to be
/// done.
struct MailboxState<Element> {
    private var buffer: DeliveryBuffer<Element>
    private var isHopping = false
    private(set) var isHandling = false
    private var isClosed = false

    /// What an event leads to.
    struct Action {
        /// Whether to start a hop to where the handler runs.
        var hop = false
        /// After how long to call ``MailboxState/wake(at:)``.
        var timer: Duration?
        /// What gave way, to be released outside the lock.
        var dropped: Element?
    }

    init(rule: DeliveryRule) {
        buffer = DeliveryBuffer(rule: rule)
    }

    /// How many elements have given way to others.
    var droppedCount: Int { buffer.droppedCount }

    var isOpen: Bool { !isClosed }

    /// Something has arrived.
    mutating func offer(_ element: Element, at now: Duration) -> Action {
        guard !isClosed else { return Action() }
        return action(for: buffer.offer(element, at: now))
    }

    /// The timer has gone off.
    mutating func wake(at now: Duration) -> Action {
        guard !isClosed else { return Action() }
        return action(for: buffer.wake(at: now))
    }

    /// What waits for its time waits no longer.
    mutating func flush() -> Action {
        guard !isClosed else { return Action() }
        return action(for: buffer.release())
    }

    /// The hop has arrived: takes what is due.
    ///
    /// - Returns: `nil` if there is nothing to handle. Otherwise ``finish()`` is to be called when it has been handled.
    mutating func arrive() -> [Element]? {
        isHopping = false
        return take()
    }

    /// Takes everything that waits, to be handled without a hop.
    ///
    /// - Returns: What to handle, as ``arrive()`` does, and what gave way.
    mutating func takeHere() -> ([Element]?, dropped: Element?) {
        guard !isClosed, !isHandling else { return (nil, nil) }
        let outcome = buffer.release()
        return (take(), outcome.dropped)
    }

    /// What was taken has been handled.
    ///
    /// - Returns: Whether to start a hop.
    mutating func finish() -> Bool {
        isHandling = false
        return startsHop()
    }

    /// Nothing more is to be handled.
    ///
    /// - Returns: What waited, so that it can be released outside the lock.
    mutating func close() -> [Element] {
        isClosed = true
        return buffer.takeAll()
    }

    private mutating func take() -> [Element]? {
        guard !isClosed, !isHandling, buffer.dueCount > 0 else { return nil }
        isHandling = true
        return buffer.take()
    }

    private mutating func action(for outcome: DeliveryBuffer<Element>.Outcome) -> Action {
        Action(hop: startsHop(), timer: outcome.timer, dropped: outcome.dropped)
    }

    /// Where a hop is under way, or a handler runs, what is due goes with the hop that follows.
    private mutating func startsHop() -> Bool {
        guard !isClosed, buffer.dueCount > 0, !isHopping, !isHandling else { return false }
        isHopping = true
        return true
    }
}
