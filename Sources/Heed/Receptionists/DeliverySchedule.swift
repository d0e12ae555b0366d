/// A rule's bookkeeping of how many values wait, and how many of them to deliver now. It has no locks, no threads, no clock of its own, and
/// not the values themselves. Each event returns the work to do.
///
/// Values at the head are *due*: they go with the next hop. Those behind them are *held* until a certain time.
///
/// The timer works as follows: a rule that needs one has a deadline. At most one wake-up is in flight. If it comes before the deadline,
/// which may have moved, it is requested again. So an arriving value starts no second timer, and no timer ever needs stopping.
struct DeliverySchedule {
    let rule: DeliveryRule
    /// The number of waiting values.
    private(set) var count = 0
    /// The number of values to deliver now.
    private(set) var dueCount = 0
    /// The time at which held values become due, or, with throttling or a leading value, at which the next one may go.
    private var deadline: Duration?
    private var hasTimer = false
    /// The number of values dropped for others.
    private(set) var droppedCount = 0

    /// The work that an event causes.
    struct Step {
        /// The place for the value that has arrived.
        var placement = Placement.behindLast
        /// Whether to drop the value that has waited longest.
        var dropsFirst = false
        /// The delay after which to call ``DeliverySchedule/wake(at:)``.
        var timer: Duration?
    }

    enum Placement { case behindLast, inPlaceOfLast, nowhere }

    init(rule: DeliveryRule) {
        self.rule = rule
    }

    private var heldCount: Int { count - dueCount }

    /// Takes a value for which none is dropped.
    @inline(__always)
    mutating func append(isDue: Bool) {
        count += 1
        if isDue { dueCount += 1 }
    }

    /// Takes a value that has arrived.
    mutating func offer(at now: Duration) -> Step {
        var step = Step()
        switch rule {
        case .every: append(isDue: true)
        case .buffered(let limit, .dropNewest) where count >= limit:
            step.placement = .nowhere
            droppedCount += 1
        case .buffered(let limit, _):
            if count >= limit { step.dropsFirst = dropFirst() }
            append(isDue: true)
        case .latest:
            if count > 0 { step.dropsFirst = dropFirst() }
            append(isDue: true)
        case .debounced(let pause, let leading):
            step.placement = hold()
            if leading, deadline == nil { step.dropsFirst = releaseNewest() }
            deadline = now + pause
        case .throttled(let interval):
            step.placement = hold()
            if deadline == nil {
                step.dropsFirst = releaseNewest()
                deadline = now + interval
            }
        }
        step.timer = timer(at: now)
        return step
    }

    /// Responds to the timer.
    mutating func wake(at now: Duration) -> Step {
        hasTimer = false
        var step = Step()
        if let passed = deadline, passed <= now {
            deadline = nil
            switch rule {
            case .every, .buffered, .latest: break
            case .debounced: step.dropsFirst = releaseNewest()
            case .throttled(let interval):
                if heldCount > 0 {
                    step.dropsFirst = releaseNewest()
                    deadline = now + interval
                }
            }
        }
        step.timer = timer(at: now)
        return step
    }

    /// Makes all held values due.
    mutating func release() -> Step {
        Step(dropsFirst: releaseNewest())
    }

    /// Removes the due values, or a limited number of them.
    ///
    /// - Returns: The number of removed values.
    mutating func take(_ limit: Int = .max) -> Int {
        let taken = min(dueCount, limit)
        dueCount -= taken
        count -= taken
        return taken
    }

    /// Removes all values, due or not.
    mutating func takeAll() {
        (count, dueCount) = (0, 0)
    }

    // MARK: Parts of a step

    /// - Returns: True: drop the first value.
    private mutating func dropFirst() -> Bool {
        count -= 1
        dueCount = max(0, dueCount - 1)
        droppedCount += 1
        return true
    }

    /// Holds a value, in place of the one that was held.
    private mutating func hold() -> Placement {
        guard heldCount > 0 else {
            append(isDue: false)
            return .behindLast
        }
        droppedCount += 1
        return .inPlaceOfLast
    }

    /// Makes the held value due, in place of the due one that hasn't been taken yet.
    ///
    /// - Returns: Whether there was a held value.
    private mutating func releaseNewest() -> Bool {
        guard heldCount > 0 else { return false }
        let drops = dueCount > 0 && dropFirst()
        dueCount = count
        return drops
    }

    private mutating func timer(at now: Duration) -> Duration? {
        guard let deadline, !hasTimer else { return nil }
        hasTimer = true
        return max(.zero, deadline - now)
    }
}
