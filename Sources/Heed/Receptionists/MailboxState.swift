/// The state of a ``Mailbox``: how much waits, and whether a hop is under way. Without locks, threads or values: each event returns what is to
/// be done.
struct MailboxState {
    private var schedule: DeliverySchedule
    private var isHopping = false
    private(set) var isHandling = false
    private var isClosed = false

    /// What an event leads to.
    struct Action {
        /// Whether to start a hop to where the handler runs.
        var hop = false
        var step = DeliverySchedule.Step()
    }

    init(rule: DeliveryRule) {
        schedule = DeliverySchedule(rule: rule)
    }

    /// How many values have given way to others.
    var droppedCount: Int { schedule.droppedCount }

    var isOpen: Bool { !isClosed }

    /// A value has arrived.
    ///
    /// - Returns: `nil` where nothing is taken in any more.
    @inline(__always)
    mutating func offer(at now: Duration) -> Action? {
        if isClosed { return nil }
        return action(for: schedule.offer(at: now))
    }

    /// A value has arrived, where every one is wanted.
    ///
    /// - Returns: Whether to start a hop.
    @inline(__always)
    mutating func append() -> Bool {
        schedule.append(isDue: true)
        return startsHop()
    }

    /// The timer has gone off.
    mutating func wake(at now: Duration) -> Action {
        isClosed ? Action() : action(for: schedule.wake(at: now))
    }

    /// What waits for its time waits no longer.
    mutating func flush() -> Action {
        isClosed ? Action() : action(for: schedule.release())
    }

    /// The hop has arrived: takes what is due.
    ///
    /// - Returns: How many that are. If there are any, ``finish()`` is to be called when they have been handled.
    mutating func arrive() -> Int {
        isHopping = false
        return take()
    }

    /// Takes everything that waits, to be handled without a hop.
    ///
    /// - Returns: How many that are, as ``arrive()`` does, and whether the first gives way before.
    mutating func takeHere() -> (count: Int, dropsFirst: Bool) {
        guard !isClosed, !isHandling else { return (0, false) }
        let step = schedule.release()
        return (take(), step.dropsFirst)
    }

    /// What was taken has been handled.
    ///
    /// - Returns: Whether to start a hop.
    mutating func finish() -> Bool {
        isHandling = false
        return startsHop()
    }

    /// Nothing more is to be handled.
    mutating func close() {
        isClosed = true
        schedule.takeAll()
    }

    private mutating func take() -> Int {
        guard !isClosed, !isHandling, schedule.dueCount > 0 else { return 0 }
        isHandling = true
        return schedule.take()
    }

    @inline(__always)
    private mutating func action(for step: DeliverySchedule.Step) -> Action {
        Action(hop: startsHop(), step: step)
    }

    /// Where a hop is under way, or a handler runs, what is due goes with the hop that follows.
    @inline(__always)
    private mutating func startsHop() -> Bool {
        guard !isClosed, schedule.dueCount > 0, !isHopping, !isHandling else { return false }
        isHopping = true
        return true
    }
}
