import Testing

@testable import Heed

@Suite("The delivery buffer, for every sequence of seven events and every rule")
struct DeliveryBufferTests {
    private enum Event: CaseIterable { case offer, tick, take, release }

    static let rules: [DeliveryRule] = [
        .every, .latest,
        .buffered(1, .dropOldest), .buffered(1, .dropNewest), .buffered(2, .dropOldest), .buffered(2, .dropNewest),
        .debounced(.seconds(1)), .debounced(.seconds(2)), .debounced(.zero),
        .throttled(.seconds(1)), .throttled(.seconds(2)), .throttled(.zero),
    ]

    @Test("What is promised of the rule holds after each event", arguments: rules)
    func everySequence(rule: DeliveryRule) {
        var sequences = 0
        func explore(_ run: Run, _ path: [Event]) {
            guard path.count < 7 else {
                sequences += 1
                var end = run
                end.runDown()
                if let broken = end.brokenAtEnd { Issue.record("\(broken) after \(path)") }
                return
            }
            for event in Event.allCases {
                var next = run
                next.apply(event)
                if let broken = next.broken {
                    Issue.record("\(broken) after \(path + [event])")
                    return
                }
                explore(next, path + [event])
            }
        }
        explore(Run(rule), [])
        #expect(sequences == 16_384)
    }

    /// A buffer, the world around it, and what has been seen of it.
    private struct Run {
        let rule: DeliveryRule
        var buffer: DeliveryBuffer<Int>
        var now = Duration.zero
        var timer: Duration?
        var offers: [Duration] = []
        var taken: [Int] = []
        var dropped: [Int] = []
        /// What the last event made due by itself, and when that was the case before.
        var released: (Duration, before: Duration?)?
        var hasDoubleTimer = false

        init(_ rule: DeliveryRule) {
            self.rule = rule
            buffer = DeliveryBuffer(rule: rule)
        }

        mutating func apply(_ event: Event) {
            let due = buffer.dueCount
            switch event {
            case .offer:
                offers.append(now)
                note(buffer.offer(offers.count, at: now))
            case .tick:
                now += .seconds(1)
                if let time = timer, time <= now {
                    timer = nil
                    note(buffer.wake(at: now))
                }
            case .take:
                taken += buffer.take()
            case .release:
                note(buffer.release())
                released = nil
                return
            }
            if buffer.dueCount > due { released = (now, before: released?.0) }
        }

        mutating func runDown() {
            for _ in 0..<3 { apply(.tick) }
            apply(.take)
        }

        private mutating func note(_ outcome: DeliveryBuffer<Int>.Outcome) {
            if let delay = outcome.timer {
                hasDoubleTimer = hasDoubleTimer || timer != nil
                timer = now + delay
            }
            if let element = outcome.dropped { dropped.append(element) }
        }

        private var held: Int { buffer.count - buffer.dueCount }

        var broken: String? {
            if taken.count + dropped.count + buffer.count != offers.count { return "something was lost or doubled" }
            if buffer.droppedCount != dropped.count { return "drops were counted wrongly" }
            if taken != taken.sorted() || Set(taken + dropped).count != taken.count + dropped.count { return "the order is wrong" }
            if hasDoubleTimer { return "there are two timers" }
            if held > 0, timer == nil { return "something waits for a timer that there is not" }
            switch rule {
            case .every:
                if !dropped.isEmpty || held > 0 { return "something was dropped or held" }
            case .latest:
                if buffer.count > 1 || held > 0 { return "more than one waits" }
            case .buffered(let limit, _):
                if buffer.count > limit || held > 0 { return "too many wait" }
            case .debounced(let pause):
                if buffer.count > 2 { return "too many wait" }
                if let (time, _) = released, time == now, let last = offers.last, last <= now, held == 0, now - last < pause {
                    return "something became due without a pause"
                }
            case .throttled(let interval):
                if buffer.count > 2 { return "too many wait" }
                if let (time, before) = released, let before, time - before < interval { return "two became due too soon" }
            }
            return nil
        }

        var brokenAtEnd: String? {
            if let broken { return broken }
            if buffer.count > 0 { return "something still waits in the end" }
            if case .buffered(_, .dropNewest) = rule { return nil }
            return taken.last ?? 0 == offers.count ? nil : "the last value did not arrive"
        }
    }
}

@Suite("First in, first out")
struct FifoTests {
    @Test("It does what an array does, for every sequence of eight steps")
    func likeAnArray() {
        for sequence in 0..<65_536 {
            var fifo = Fifo<Int>()
            var array: [Int] = []
            var isSame = true
            for step in 0..<8 {
                switch sequence >> (step * 2) & 3 {
                case 0:
                    fifo.append(step)
                    array.append(step)
                case 1:
                    isSame = isSame && fifo.popFirst() == (array.isEmpty ? nil : array.removeFirst())
                case 2:
                    isSame = isSame && fifo.replaceLast(step) == array.popLast()
                    array.append(step)
                default:
                    isSame = isSame && fifo.pop(2) == Array(array.prefix(2))
                    array.removeFirst(min(2, array.count))
                }
                isSame = isSame && fifo.count == array.count
            }
            if !isSame || fifo.pop(.max) != array { Issue.record("sequence \(sequence)") }
        }
    }
}
