/// The state of a ``Mailbox``: how many values wait, and whether a hop is in flight. It has no locks, threads or values. Each event returns
/// the work to do.
struct MailboxState {
    private(set) var schedule: DeliverySchedule
    private(set) var isHopping = false
    private(set) var isHandling = false
    private var isClosed = false

    /// The work that an event causes.
    struct Action {
        /// Whether to start a hop to where the handler runs.
        var hop = false
        var step = DeliverySchedule.Step()
    }

    init(rule: DeliveryRule) {
        schedule = DeliverySchedule(rule: rule)
    }

    /// The number of values dropped for others.
    var droppedCount: Int { schedule.droppedCount }

    var isOpen: Bool { !isClosed }

    /// Takes a value that has arrived.
    ///
    /// - Returns: `nil` if the mailbox takes no more values.
    @inline(__always)
    mutating func offer(at now: Duration) -> Action? {
        if isClosed { return nil }
        return action(for: schedule.offer(at: now))
    }

    /// Takes a value that has arrived, under a policy that delivers every value.
    ///
    /// - Returns: Whether to start a hop.
    @inline(__always)
    mutating func append() -> Bool {
        schedule.append(isDue: true)
        return startsHop()
    }

    /// Responds to the timer.
    mutating func wake(at now: Duration) -> Action {
        isClosed ? Action() : action(for: schedule.wake(at: now))
    }

    /// Makes all held values due.
    mutating func flush() -> Action {
        isClosed ? Action() : action(for: schedule.release())
    }

    /// Removes the due values, because the hop has arrived.
    ///
    /// - Returns: The number of removed values. If there are any, call ``finish()`` when they have been handled.
    mutating func arrive() -> Int {
        isHopping = false
        return take()
    }

    /// Removes all waiting values, to be handled without a hop.
    ///
    /// - Returns: Their number, as ``arrive()`` does, and whether to drop the first one before.
    mutating func takeHere() -> (count: Int, dropsFirst: Bool) {
        guard !isClosed, !isHandling else { return (0, false) }
        let step = schedule.release()
        return (take(), step.dropsFirst)
    }

    /// Notes that the removed values have been handled.
    ///
    /// - Returns: Whether to start a hop.
    mutating func finish() -> Bool {
        isHandling = false
        return startsHop()
    }

    /// Stops handling values.
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

    /// If a hop is in flight, or a handler is running, due values go with the next hop.
    @inline(__always)
    private mutating func startsHop() -> Bool {
        guard !isClosed, schedule.dueCount > 0, !isHopping, !isHandling else { return false }
        isHopping = true
        return true
    }
}
