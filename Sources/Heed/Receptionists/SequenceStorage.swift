/// The buffer of an ``ObservedSequence``: either elements wait for consumers, or consumers wait for elements.
///
/// State and its protection: `contents`, by its lock; everything else is constant.
final class SequenceStorage<Element: Sendable>: InspectableQueue {
    private let contents: Lock<Contents>
    /// The policy's clock, or `nil` if the policy doesn't depend on time.
    private let clock: (any ReceptionistClock)?
    /// A transformation of an element that represents several when it is taken; `nil` if it stays unchanged.
    private let link: (@Sendable (Element) -> Element)?

    private typealias Waiter = CheckedContinuation<Element?, Never>

    private struct Contents {
        var schedule: DeliverySchedule
        var elements = Fifo<Element>()
        /// Consumers that wait for an element, first come first. Empty while elements are due.
        var waiters = Fifo<Waiter>()
        /// Whether no more elements will arrive.
        var hasEnded = false
        var isClosed = false

        /// Applies a step of the schedule to the elements.
        mutating func perform(_ step: DeliverySchedule.Step, with element: Element? = nil) -> Action {
            var released: [Element] = []
            if step.dropsFirst, let first = elements.popFirst() { released.append(first) }
            if let element {
                switch step.placement {
                case .behindLast: elements.append(element)
                case .inPlaceOfLast: released += elements.replaceLast(element).map { [$0] } ?? []
                case .nowhere: released.append(element)
                }
            }
            return Action(timer: step.timer, released: released)
        }
    }

    /// The work that an event causes outside the lock.
    private struct Action {
        var timer: Duration?
        var served: (waiter: Waiter, element: Element)?
        var sentAway: [Waiter] = []
        var released: [Element] = []
    }

    init(_ policy: DeliveryPolicy, link: (@Sendable (Element) -> Element)? = nil) {
        self.link = link
        contents = Lock(Contents(schedule: DeliverySchedule(rule: policy.rule)))
        clock = policy.rule.isTimed ? policy.clock : nil
    }

    /// The state for a recording. It doesn't need its observer: consumers take elements, and no handler runs.
    var inspected: QueueState {
        contents.withLock { contents in
            let schedule = contents.schedule
            return QueueState(
                isSequence: true,
                policy: "\(schedule.rule)",
                waitingCount: schedule.count,
                dueCount: schedule.dueCount,
                droppedCount: schedule.droppedCount
            )
        }
    }

    func link(_ link: QueueLink) {}

    var droppedCount: Int { contents.withLock { $0.schedule.droppedCount } }

    /// Takes an element that has arrived.
    func offer(_ element: Element) {
        let now = clock?.now ?? .zero
        change { contents in
            guard !contents.isClosed, !contents.hasEnded else { return Action() }
            return contents.perform(contents.schedule.offer(at: now), with: element)
        }
    }

    /// Ends the sequence. Waiting elements can still be taken.
    func finish() {
        change { contents in
            guard !contents.isClosed else { return Action() }
            contents.hasEnded = true
            return contents.perform(contents.schedule.release())
        }
    }

    /// Ends the sequence immediately.
    func close() {
        change { contents in
            contents.isClosed = true
            contents.schedule.takeAll()
            return Action(released: contents.elements.pop(.max))
        }
    }

    /// Resumes a consumer with the next element, immediately or when it arrives, or with `nil` if there will be none.
    func serve(_ waiter: CheckedContinuation<Element?, Never>) {
        change { contents in
            contents.waiters.append(waiter)
            return Action()
        }
    }

    private func wake() {
        let now = clock?.now ?? .zero
        change { contents in
            guard !contents.isClosed else { return Action() }
            return contents.perform(contents.schedule.wake(at: now))
        }
    }

    private func change(_ event: (inout Contents) -> Action) {
        let action = contents.withLock { contents in
            var action = event(&contents)
            // An event makes at most one element due for the waiting consumers, or adds one consumer.
            if contents.waiters.count > 0, contents.schedule.take(1) > 0, let element = contents.elements.popFirst(),
                let waiter = contents.waiters.popFirst()
            {
                action.served = (waiter, element)
            }
            if contents.isClosed || (contents.hasEnded && contents.schedule.dueCount == 0) {
                action.sentAway = contents.waiters.pop(contents.waiters.count)
            }
            return action
        }
        action.served.map { $0.waiter.resume(returning: link?($0.element) ?? $0.element) }
        for waiter in action.sentAway { waiter.resume(returning: nil) }
        if let delay = action.timer {
            clock?.schedule(after: delay) { [weak self] in self?.wake() }
        }
    }
}
