import Testing

@testable import Heed

@Suite("The delivery schedule, for every sequence of seven events and every rule")
struct DeliveryScheduleTests {
    private enum Event: CaseIterable { case offer, tick, take, release }

    static let rules: [DeliveryRule] = [
        .every, .latest,
        .buffered(1, .dropOldest), .buffered(1, .dropNewest), .buffered(2, .dropOldest), .buffered(2, .dropNewest),
        .debounced(.seconds(1), leading: false), .debounced(.seconds(2), leading: false), .debounced(.zero, leading: false),
        .debounced(.seconds(1), leading: true), .debounced(.seconds(2), leading: true), .debounced(.zero, leading: true),
        .throttled(.seconds(1)), .throttled(.seconds(2)), .throttled(.zero),
    ]

    @Test("The rule's guarantees hold after each event", arguments: rules)
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

    /// A schedule, its environment, and a record of its behavior.
    private struct Run {
        let rule: DeliveryRule
        var schedule: DeliverySchedule
        var waiting: [Int] = []
        var now = Duration.zero
        var timer: Duration?
        var offers: [Duration] = []
        var taken: [Int] = []
        var dropped: [Int] = []
        /// The values that the last event made due by itself, and the time at which that happened before.
        var released: (Duration, before: Duration?)?
        var hasDoubleTimer = false

        init(_ rule: DeliveryRule) {
            self.rule = rule
            schedule = DeliverySchedule(rule: rule)
        }

        mutating func apply(_ event: Event) {
            let due = schedule.dueCount
            switch event {
            case .offer:
                offers.append(now)
                note(schedule.offer(at: now), arrived: offers.count)
            case .tick:
                now += .seconds(1)
                if let time = timer, time <= now {
                    timer = nil
                    note(schedule.wake(at: now))
                }
            case .take:
                let number = schedule.take()
                taken += waiting.prefix(number)
                waiting.removeFirst(number)
            case .release:
                note(schedule.release())
                released = nil
                return
            }
            if schedule.dueCount > due { released = (now, before: released?.0) }
        }

        mutating func runDown() {
            for _ in 0..<3 { apply(.tick) }
            apply(.take)
        }

        private mutating func note(_ step: DeliverySchedule.Step, arrived: Int? = nil) {
            if let delay = step.timer {
                hasDoubleTimer = hasDoubleTimer || timer != nil
                timer = now + delay
            }
            dropped += waiting.apply(step, arrived: arrived)
        }

        private var held: Int { schedule.count - schedule.dueCount }

        var broken: String? {
            if waiting.count != schedule.count { return "it does not know how many wait" }
            if taken.count + dropped.count + waiting.count != offers.count { return "something was lost or doubled" }
            if schedule.droppedCount != dropped.count { return "drops were counted wrongly" }
            if taken != taken.sorted() || Set(taken + dropped).count != taken.count + dropped.count { return "the order is wrong" }
            if hasDoubleTimer { return "there are two timers" }
            if held > 0, timer == nil { return "something waits for a timer that there is not" }
            switch rule {
            case .every:
                if !dropped.isEmpty || held > 0 { return "something was dropped or held" }
            case .latest:
                if schedule.count > 1 || held > 0 { return "more than one waits" }
            case .buffered(let limit, _):
                if schedule.count > limit || held > 0 { return "too many wait" }
            case .debounced(let pause, let leading):
                if schedule.count > 2 { return "too many wait" }
                if let (time, _) = released, time == now, let last = offers.last, last <= now, held == 0, now - last < pause {
                    // A leading value comes after a pause instead of before one.
                    let isLeading = leading && last == now && (offers.dropLast().last.map { now - $0 >= pause } ?? true)
                    if !isLeading { return "something became due without a pause" }
                }
                if leading, let last = offers.last, last == now, offers.dropLast().last.map({ now - $0 > pause }) ?? true, held > 0 {
                    return "the first value waits"
                }
            case .throttled(let interval):
                if schedule.count > 2 { return "too many wait" }
                if let (time, before) = released, let before, time - before < interval { return "two became due too soon" }
            }
            return nil
        }

        var brokenAtEnd: String? {
            if let broken { return broken }
            if schedule.count > 0 { return "something still waits in the end" }
            if case .buffered(_, .dropNewest) = rule { return nil }
            return taken.last ?? 0 == offers.count ? nil : "the last value did not arrive"
        }
    }
}

extension Array {
    /// Applies a step of the schedule to the waiting values.
    ///
    /// - Returns: The dropped value.
    mutating func apply(_ step: DeliverySchedule.Step, arrived: Element? = nil) -> [Element] {
        var dropped: [Element] = []
        if step.dropsFirst { dropped.append(removeFirst()) }
        guard let arrived else { return dropped }
        switch step.placement {
        case .behindLast: append(arrived)
        case .inPlaceOfLast:
            dropped.append(removeLast())
            append(arrived)
        case .nowhere: dropped.append(arrived)
        }
        return dropped
    }
}

@Suite("Memory for waiting values")
struct ElementMemoryTests {
    /// A value that counts its live instances.
    private final class Value: @unchecked Sendable {
        let number: Int
        nonisolated(unsafe) static var count = 0

        init(_ number: Int) {
            self.number = number
            Self.count += 1
        }

        deinit { Self.count -= 1 }
    }

    @Test("Memory behaves like an array, for every sequence of eight steps, and releases everything once")
    func likeAnArray() {
        for sequence in 0..<65_536 {
            var memory = ElementMemory()
            var spare = ElementMemory()
            var array: [Int] = []
            var isSame = true
            let scratch = UnsafeMutablePointer<Value>.allocate(capacity: 1)
            defer { scratch.deallocate() }
            for step in 0..<8 {
                switch sequence >> (step * 2) & 3 {
                case 0:
                    memory.append(Value(step))
                    array.append(step)
                case 1 where !array.isEmpty:
                    var drop = DeliverySchedule.Step()
                    drop.dropsFirst = true
                    isSame = isSame && memory.put(Value(step), drop, dropped: scratch)
                    isSame = isSame && [scratch.move().number] == array.apply(drop, arrived: step)
                case 2 where !array.isEmpty:
                    let replace = DeliverySchedule.Step(placement: .inPlaceOfLast)
                    isSame = isSame && memory.put(Value(step), replace, dropped: scratch)
                    isSame = isSame && [scratch.move().number] == array.apply(replace, arrived: step)
                case 3 where array.count > 1:
                    let taken = memory.take(array.count - 1, as: Value.self, spare: &spare)
                    isSame = isSame && taken.values(of: Value.self).map(\.number) == Array(array.prefix(array.count - 1))
                    array.removeFirst(array.count - 1)
                    taken.destroy(Value.self)
                    spare.deallocate()
                    spare = taken.emptied
                default: break
                }
                isSame = isSame && memory.count == array.count
            }
            isSame = isSame && memory.values(of: Value.self).map(\.number) == array
            memory.destroy(Value.self)
            memory.deallocate()
            spare.deallocate()
            if !isSame || Value.count != 0 { Issue.record("sequence \(sequence), \(Value.count) left") }
        }
    }
}

@Suite("First in, first out")
struct FifoTests {
    @Test("A queue behaves like an array, for every sequence of eight steps")
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
