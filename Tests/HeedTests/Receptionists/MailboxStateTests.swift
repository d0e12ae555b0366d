import Testing

@testable import Heed

@Suite("The mailbox's state, for every sequence of six events and every rule")
struct MailboxStateTests {
    private enum Event: CaseIterable { case offer, tick, arrive, finish, flush, takeHere, close }

    @Test("There is at most one hop and one call at a time, and no value is lost or late", arguments: DeliveryScheduleTests.rules)
    func everySequence(rule: DeliveryRule) {
        var sequences = 0
        func explore(_ run: Run, _ path: [Event]) {
            guard path.count < 6 else {
                sequences += 1
                return
            }
            for event in Event.allCases {
                var next = run
                guard next.apply(event) else { continue }
                if let broken = next.broken {
                    Issue.record("\(broken) after \(path + [event])")
                    return
                }
                explore(next, path + [event])
            }
        }
        explore(Run(rule), [])
        #expect(sequences > 10_000)
    }

    private struct Run {
        var state: MailboxState
        var waiting: [Int] = []
        var now = Duration.zero
        var timer: Duration?
        var offered = 0
        var handled: [Int] = []
        var dropped = 0
        var left = 0
        var hops = 0
        var isHandling = false
        var isClosed = false
        var broken: String?

        init(_ rule: DeliveryRule) {
            state = MailboxState(rule: rule)
        }

        /// - Returns: False if the event cannot happen now.
        mutating func apply(_ event: Event) -> Bool {
            switch event {
            case .offer:
                if !isClosed { offered += 1 }
                if let action = state.offer(at: now) { note(action, arrived: offered) }
            case .tick:
                now += .seconds(1)
                guard let time = timer, time <= now else { return true }
                timer = nil
                note(state.wake(at: now))
            case .arrive:
                guard hops > 0 else { return false }
                hops -= 1
                handle(take(state.arrive()))
            case .finish:
                guard isHandling else { return false }
                isHandling = false
                note(MailboxState.Action(hop: state.finish()))
            case .flush:
                note(state.flush())
            case .takeHere:
                let (count, dropsFirst) = state.takeHere()
                if dropsFirst {
                    dropped += 1
                    waiting.removeFirst()
                }
                handle(take(count))
            case .close:
                guard !isClosed else { return false }
                isClosed = true
                state.close()
                left = waiting.count
            }
            if state.droppedCount != dropped { broken = "drops were counted wrongly" }
            if state.isOpen == isClosed { broken = "it does not know whether it is open" }
            if isClosed, handled.count + dropped + left != offered { broken = "something was lost or doubled" }
            return true
        }

        private mutating func handle(_ taken: [Int]?) {
            guard let taken else { return }
            if isClosed { broken = "something was handled after the end" }
            if isHandling { broken = "two are handling" }
            if taken.isEmpty { broken = "there was nothing to handle" }
            if let first = taken.first, let last = handled.last, first <= last { broken = "the order is wrong" }
            isHandling = true
            handled += taken
        }

        private mutating func take(_ count: Int) -> [Int]? {
            guard count > 0 else { return nil }
            defer { waiting.removeFirst(count) }
            return Array(waiting.prefix(count))
        }

        private mutating func note(_ action: MailboxState.Action, arrived: Int? = nil) {
            dropped += waiting.apply(action.step, arrived: arrived).count
            if let delay = action.step.timer { timer = now + delay }
            guard action.hop else { return }
            if hops > 0 { broken = "there are two hops" }
            if isHandling { broken = "there is a hop while the handler runs" }
            if isClosed { broken = "there is a hop after the end" }
            hops += 1
        }
    }
}
