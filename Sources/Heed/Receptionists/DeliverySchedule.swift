/// How many values wait, and how many of them may be handed over now, by a rule: no locks, no threads, no clock of its own, and not the values
/// themselves. Each event returns what is to be done.
///
/// Those at the head are *due*: they go with the next hop. Those behind them are *held* until a time has come.
///
/// How the timer works: a rule that needs one has a deadline. At most one wake-up is under way; when it comes before the deadline, which
/// may have moved, it is asked for again. So a value that arrives starts no timer if there is one, and none has ever to be stopped.
struct DeliverySchedule {
    private let rule: DeliveryRule
    /// How many wait.
    private(set) var count = 0
    /// How many may be handed over now.
    private(set) var dueCount = 0
    /// When those that are held become due; with throttling, when the next one may go.
    private var deadline: Duration?
    private var hasTimer = false
    /// How many values have given way to others.
    private(set) var droppedCount = 0

    /// What an event leads to.
    struct Step {
        /// Where the value goes that has arrived.
        var placement = Placement.behindLast
        /// Whether the value that has waited longest gives way.
        var dropsFirst = false
        /// After how long to call ``DeliverySchedule/wake(at:)``.
        var timer: Duration?
    }

    enum Placement { case behindLast, inPlaceOfLast, nowhere }

    init(rule: DeliveryRule) {
        self.rule = rule
    }

    private var heldCount: Int { count - dueCount }

    /// A value has arrived, and nothing gives way to it.
    @inline(__always)
    mutating func append(isDue: Bool) {
        count += 1
        if isDue { dueCount += 1 }
    }

    /// A value has arrived.
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
        case .debounced(let pause):
            step.placement = hold()
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

    /// The timer has gone off.
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

    /// Nothing is held any longer.
    mutating func release() -> Step {
        Step(dropsFirst: releaseNewest())
    }

    /// Takes what is due, or as many of it as are given.
    ///
    /// - Returns: How many that are.
    mutating func take(_ limit: Int = .max) -> Int {
        let taken = min(dueCount, limit)
        dueCount -= taken
        count -= taken
        return taken
    }

    /// Takes everything, due or not.
    mutating func takeAll() {
        (count, dueCount) = (0, 0)
    }

    // MARK: Parts of a step

    /// - Returns: True: the first gives way.
    private mutating func dropFirst() -> Bool {
        count -= 1
        dueCount = max(0, dueCount - 1)
        droppedCount += 1
        return true
    }

    /// Holds a value, in the place of the one that was held.
    private mutating func hold() -> Placement {
        guard heldCount > 0 else {
            append(isDue: false)
            return .behindLast
        }
        droppedCount += 1
        return .inPlaceOfLast
    }

    /// Makes the held value due, in the place of the one that was due and has not been taken yet.
    ///
    /// - Returns: Whether there was one.
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
