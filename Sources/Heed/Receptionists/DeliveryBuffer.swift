/// The values that wait, and the rule that they wait by: no locks, no threads, no clock of its own.
///
/// The buffer has two parts. Those at its head are *due*: they go with the next hop. Those behind them are *held* until a time has come.
/// Each event returns what is to be done.
///
/// How the timer works: a rule that needs one has a deadline. At most one wake-up is under way; when it comes before the deadline, which
/// may have moved, it is asked for again. So a value that arrives starts no timer if there is one, and none has ever to be stopped.
struct DeliveryBuffer<Element> {
    private let rule: DeliveryRule
    private var elements = Fifo<Element>()
    /// How many may be handed over now.
    private(set) var dueCount = 0
    /// When those that are held become due; with throttling, when the next one may go.
    private var deadline: Duration?
    private var hasTimer = false
    /// How many values have given way to others.
    private(set) var droppedCount = 0

    /// What an event leads to.
    struct Outcome {
        /// After how long to call ``DeliveryBuffer/wake(at:)``.
        var timer: Duration?
        /// What gave way, to be released outside the lock.
        var dropped: Element?
    }

    init(rule: DeliveryRule) {
        self.rule = rule
    }

    /// How many wait.
    var count: Int { elements.count }
    private var heldCount: Int { elements.count - dueCount }

    /// A value has arrived.
    mutating func offer(_ element: Element, at now: Duration) -> Outcome {
        var outcome = Outcome()
        switch rule {
        case .every:
            elements.append(element)
            dueCount += 1
        case .buffered(let limit, .dropNewest) where count >= limit:
            outcome.dropped = drop(element)
        case .buffered(let limit, _):
            if count >= limit { outcome.dropped = dropFirst() }
            elements.append(element)
            dueCount += 1
        case .latest:
            outcome.dropped = dropFirst()
            elements.append(element)
            dueCount = 1
        case .debounced(let pause):
            outcome.dropped = hold(element)
            deadline = now + pause
        case .throttled(let interval):
            outcome.dropped = hold(element)
            if deadline == nil {
                outcome.dropped = outcome.dropped ?? releaseNewest()
                deadline = now + interval
            }
        }
        outcome.timer = timer(at: now)
        return outcome
    }

    /// The timer has gone off.
    mutating func wake(at now: Duration) -> Outcome {
        hasTimer = false
        var outcome = Outcome()
        if let passed = deadline, passed <= now {
            deadline = nil
            switch rule {
            case .every, .buffered, .latest: break
            case .debounced: outcome.dropped = releaseNewest()
            case .throttled(let interval):
                if heldCount > 0 {
                    outcome.dropped = releaseNewest()
                    deadline = now + interval
                }
            }
        }
        outcome.timer = timer(at: now)
        return outcome
    }

    /// Nothing is held any longer.
    mutating func release() -> Outcome {
        Outcome(dropped: releaseNewest())
    }

    /// Takes what is due.
    mutating func take() -> [Element] {
        defer { dueCount = 0 }
        return elements.pop(dueCount)
    }

    /// Takes the first of what is due.
    mutating func takeFirst() -> Element? {
        guard dueCount > 0 else { return nil }
        dueCount -= 1
        return elements.popFirst()
    }

    /// Takes everything, due or not.
    mutating func takeAll() -> [Element] {
        dueCount = count
        return take()
    }

    // MARK: Steps

    private mutating func drop(_ element: Element) -> Element {
        droppedCount += 1
        return element
    }

    private mutating func dropFirst() -> Element? {
        guard let first = elements.popFirst() else { return nil }
        dueCount = max(0, dueCount - 1)
        return drop(first)
    }

    /// Holds a value, in the place of the one that was held.
    private mutating func hold(_ element: Element) -> Element? {
        guard heldCount > 0 else {
            elements.append(element)
            return nil
        }
        return elements.replaceLast(element).map { drop($0) }
    }

    /// Makes the held value due, in the place of the one that was due and has not been taken yet.
    private mutating func releaseNewest() -> Element? {
        guard heldCount > 0 else { return nil }
        let dropped = dueCount > 0 ? dropFirst() : nil
        dueCount = count
        return dropped
    }

    private mutating func timer(at now: Duration) -> Duration? {
        guard let deadline, !hasTimer else { return nil }
        hasTimer = true
        return max(.zero, deadline - now)
    }
}

/// First in, first out; all at amortised O(1).
struct Fifo<Element> {
    /// What goes first, the very first at the end.
    private var front: [Element] = []
    /// What came since, the newest at the end.
    private var back: [Element] = []

    var count: Int { front.count + back.count }

    mutating func append(_ element: Element) {
        back.append(element)
    }

    mutating func popFirst() -> Element? {
        if front.isEmpty {
            front = back.reversed()
            back = []
        }
        return front.popLast()
    }

    /// Puts an element in the place of the newest.
    ///
    /// - Returns: The one that was there.
    mutating func replaceLast(_ element: Element) -> Element? {
        var element = element
        if let last = back.indices.last {
            swap(&back[last], &element)
        } else if let last = front.indices.first {
            swap(&front[last], &element)
        } else {
            back.append(element)
            return nil
        }
        return element
    }

    /// Takes so many elements, or all if there are fewer.
    mutating func pop(_ number: Int) -> [Element] {
        guard number < count || !front.isEmpty else {
            defer { back = [] }
            return back
        }
        return (0..<min(number, count)).map { _ in popFirst()! }
    }
}
