import Heed
import Testing

/// In each row a character is a second: the value sent, when the context runs, and the value delivered in it.
@Suite("Delivery policies, as marbles")
struct PolicyTests {
    private let clock = ManualClock()
    private let context = ManualContext()
    private let subject = Subject<Character>()
    private let handed = Recorder<String>()

    private func play(_ sent: String, running: String? = nil) -> String {
        let runs = running.map(Array.init)
        var rows = ""
        for (second, marble) in sent.enumerated() {
            if marble != "-" { subject.notify(marble) }
            if runs.map({ $0[second] == "x" }) ?? true { context.runAll() }
            rows += handed.takeAll() ?? "-"
            clock.advance(by: 1)
        }
        return rows
    }

    private func receptionist(_ policy: DeliveryPolicy) -> Receptionist {
        Receptionist(for: .values(of: subject), on: context, delivering: policy) { [handed] in handed.record(String($0)) }
    }

    @Test(
        "The policy keeps or drops values that wait for the context, and counts the drops",
        arguments: [
            (DeliveryPolicy.every, "--(abc)--(de)-", 0),
            (.latest, "--c--e-", 3),
            (.buffered(2), "--(bc)--(de)-", 1),
            (.buffered(2, .dropNewest), "--(ab)--(de)-", 1),
            (.buffered(1, .dropNewest), "--a--d-", 3),
        ]
    )
    func slowContext(policy: DeliveryPolicy, expected: String, dropped: Int) {
        let receptionist = receptionist(policy)
        #expect(play("abcde--", running: "--x--x-") == expected)
        #expect(receptionist.droppedCount == dropped)
    }

    @Test("Debouncing delivers the newest value after a pause")
    func debounced() {
        let receptionist = receptionist(.debounced(for: .seconds(2), clock: clock))
        #expect(play("ab---c--d------") == "---b---c--d----")
        #expect(receptionist.droppedCount == 1)
        #expect(play("abcdefghijklmno-----") == "----------------o---")
        #expect(receptionist.droppedCount == 1 + 14)
    }

    @Test("Debouncing with a leading value delivers the first value after a pause immediately, and the newest of a burst after it")
    func debouncedLeading() {
        let receptionist = receptionist(.debounced(for: .seconds(2), leading: true, clock: clock))
        #expect(play("a---bcd----ef------") == "a---b---d--e--f----")
        #expect(receptionist.droppedCount == 1)
    }

    @Test("Throttling delivers the first value immediately, then the newest of each interval, and the last")
    func throttled() {
        let receptionist = receptionist(.throttled(for: .seconds(3), clock: clock))
        #expect(play("abcd---e------fg--") == "a--c--d--e----f--g")
        #expect(receptionist.droppedCount == 1)
    }

    @Test("When throttling with a slow context, the newest due value replaces the older one")
    func throttledSlowly() {
        let receptionist = receptionist(.throttled(for: .seconds(2), clock: clock))
        #expect(play("abcdef----", running: "----x----x") == "----d----f")
        #expect(receptionist.droppedCount == 4)
    }

    @Test("A batch goes when it is full, or when its first element has waited for the interval")
    func batches() {
        let receptionist = Receptionist(
            for: ObservationSource.values(of: subject).batches(upTo: 3, every: .seconds(4), clock: clock),
            on: context
        ) { [handed] in handed.record("[\(String($0))]") }
        #expect(play("ab---cdefg------") == "----[ab]--[cde]----[fg]---")
        #expect(receptionist.droppedCount == 0)
    }

    @Test("Batches without an interval wait until they are full or flushed")
    func batchesByCount() {
        let receptionist = Receptionist(for: ObservationSource.values(of: subject).batches(upTo: 3), on: context) { [handed] in
            handed.record("[\(String($0))]")
        }
        #expect(play("ab----------cd--") == "------------[abc]---")
        #expect(clock.waitingCount == 0)
        receptionist.flush()
        context.runAll()
        #expect(handed.takeAll() == "[d]")
        subject.notify("e")
        receptionist.flushHere()
        #expect(handed.takeAll() == "[e]")
    }

    @Test("One flush delivers batches of batches completely, also of several sources")
    func nestedBatches() {
        let batches = ObservationSource.values(of: subject).batches(upTo: 2).batches(upTo: 2)
        let receptionist = Receptionist(for: batches.merge(with: batches).batches(upTo: 3)) { [handed] in
            handed.record($0.map { "\($0.map { String($0) })" }.joined(separator: " "))
        }
        subject.notify("a")
        receptionist.flush()
        #expect(handed.takeAll() == #"["a"] ["a"]"#)
        subject.notify("b")
        receptionist.flushHere()
        #expect(handed.takeAll() == #"["b"] ["b"]"#)
    }

    @Test("Elements that wait for their batch when the subject is deallocated still arrive")
    func batchOfDead() {
        var subject: Subject<Character>? = Subject()
        let receptionist = Receptionist(for: ObservationSource.values(of: subject!).batches(upTo: 3), on: context) { [handed] in
            handed.record("[\(String($0))]")
        }
        subject!.notify("a")
        subject = nil
        context.runAll()
        #expect(handed.takeAll() == "[a]")
        withExtendedLifetime(receptionist) {}
    }

    @Test("Elements that wait for their batch when the receptionist is invalidated are released, not delivered")
    func batchOfInvalidated() {
        let witnesses = Subject<Witness>()
        weak var waiting: Witness?
        let receptionist = Receptionist(
            for: ObservationSource.values(of: witnesses).batches(upTo: 3, every: .seconds(1), clock: clock), on: context
        ) { [handed] _ in
            handed.record("!")
        }
        do {
            let witness = Witness()
            waiting = witness
            witnesses.notify(witness)
        }
        #expect(waiting != nil)
        receptionist.invalidate()
        #expect(waiting == nil)
        clock.advance(by: 1)
        context.runAll()
        #expect(handed.count == 0)
    }

    @Test("A slow context doesn't enlarge batches, and the policy limits how many wait")
    func batchesSlowly() {
        let receptionist = Receptionist(
            for: ObservationSource.values(of: subject).batches(upTo: 2, every: .seconds(1), clock: clock),
            on: context,
            delivering: .buffered(2)
        ) { [handed] in handed.record("[\(String($0))]") }
        #expect(play("abcdefg--", running: "--------x") == "--------([f][g])")
        #expect(receptionist.droppedCount == 5)
    }

    @Test("flush sends held values to the context, and flushHere to the handler")
    func flush() {
        let receptionist = receptionist(.debounced(for: .seconds(100), clock: clock))
        #expect(play("ab-") == "---")
        receptionist.flush()
        #expect(handed.count == 0)
        context.runAll()
        #expect(handed.takeAll() == "b")
        #expect(play("cd-") == "---")
        receptionist.flushHere()
        #expect(handed.takeAll() == "d")
        receptionist.flushHere()
        context.runAll()
        clock.advance(by: 200)
        context.runAll()
        #expect(handed.count == 0)
    }

    @Test("After flushHere during a hop, the hop finds nothing and the order stays")
    func flushHereBeforeHop() {
        let receptionist = receptionist(.every)
        subject.notify("a")
        subject.notify("b")
        receptionist.flushHere()
        #expect(handed.takeAll() == "(ab)")
        subject.notify("c")
        #expect(context.waitingCount == 1)
        context.runAll()
        #expect(handed.takeAll() == "c")
    }

    @Test("A handler that flushes is not called inside itself")
    func flushHereInHandler() {
        let own = Box<Receptionist?>(nil)
        own.exchange(
            Receptionist(for: .values(of: subject), on: context) { [handed, subject] value in
                handed.record("<\(value)")
                if value == "a" { subject.notify("b") }
                own.value?.flushHere()
                handed.record(">")
            }
        )
        subject.notify("a")
        context.runAll()
        #expect(handed.elements.joined() == "<a><b>")
        own.exchange(nil)
    }

    @Test("After invalidation nothing more is delivered, and the handler's captures are released immediately")
    func invalidatedWhileWaiting() {
        for policy in [DeliveryPolicy.debounced(for: .seconds(2), clock: clock), .throttled(for: .seconds(2), clock: clock)] {
            var witness: Witness? = Witness()
            weak let captured = witness
            let receptionist = Receptionist(for: .values(of: subject), on: context, delivering: policy) {
                [handed, witness] value in
                withExtendedLifetime(witness) { handed.record(String(value)) }
            }
            witness = nil
            #expect(play("a---bc") == (policy.isDebounced ? "--a---" : "a---b-"))
            receptionist.invalidate()
            #expect(captured == nil)
            #expect(play("d----") == "-----")
            #expect(clock.waitingCount == 0)
        }
    }

    @Test("At most one job is in flight on the clock, however many values arrive")
    func oneJobOnTheClock() {
        func send(to receptionist: Receptionist) {
            for second in 0..<20 {
                for marble in "abc" { subject.notify(marble) }
                #expect(clock.waitingCount <= 1)
                if second.isMultiple(of: 2) { context.runAll() }
                clock.advance(by: 1)
            }
            receptionist.invalidate()
            clock.advance(by: 3)
        }
        send(to: receptionist(.debounced(for: .seconds(3), clock: clock)))
        send(to: receptionist(.throttled(for: .seconds(3), clock: clock)))
        let batches = ObservationSource.values(of: subject).batches(upTo: 4, every: .seconds(3), clock: clock)
        send(to: Receptionist(for: batches, on: context) { _ in })
    }

    @Test("A value held when the subject is deallocated still arrives")
    func sourceDies() {
        var subject: Subject<Character>? = Subject()
        let receptionist = Receptionist(
            for: .values(of: subject!),
            on: context,
            delivering: .debounced(for: .seconds(2), clock: clock)
        ) { [handed] in handed.record(String($0)) }
        subject!.notify("a")
        weak let observed = subject
        subject = nil
        #expect(observed == nil)
        clock.advance(by: 2)
        context.runAll()
        #expect(handed.takeAll() == "a")
        withExtendedLifetime(receptionist) {}
    }

    @Test("The standard clock wakes policies")
    func standardClock() async {
        let values = AsyncStream.makeStream(of: [Character].self)
        let receptionist = Receptionist(
            for: ObservationSource.values(of: subject).batches(upTo: 10, every: .milliseconds(1)),
            on: .concurrent
        ) { values.continuation.yield($0) }
        subject.notify("a")
        var iterator = values.stream.makeAsyncIterator()
        #expect(await iterator.next() == ["a"])
        withExtendedLifetime(receptionist) {}
    }

    @Test("250 changes on each of 4 threads are handled once each or counted as dropped", arguments: 0..<6)
    func threads(number: Int) {
        let policies: [DeliveryPolicy] = [
            .every, .latest, .buffered(10), .buffered(10, .dropNewest),
            .debounced(for: .seconds(1), clock: clock), .throttled(for: .seconds(1), clock: clock),
        ]
        let numbers = Subject<Int>()
        let handled = Recorder<Int>()
        let receptionist = Receptionist(for: .values(of: numbers), on: context, delivering: policies[number]) { [context] in
            #expect(context.waitingCount == 0, "a hop is under way while the handler runs")
            handled.record($0)
        }
        let done = Box(0)
        let areDone = OtherThread.concurrently(5) { [context, clock] thread in
            if thread == 4 {
                while done.value < 4 {
                    clock.advance(by: 1)
                    #expect(context.waitingCount <= 1)
                    context.runNext()
                }
            } else {
                for step in 0..<250 { numbers.notify(thread * 250 + step) }
                done.increment()
            }
        }
        #expect(areDone)
        for _ in 0..<3 {
            clock.advance(by: 1)
            context.runAll()
        }
        #expect(handled.count + receptionist.droppedCount == 1_000)
        #expect(Set(handled.elements).count == handled.count)
        for thread in 0..<4 {
            let own = handled.elements.filter { $0 / 250 == thread }
            #expect(own == own.sorted())
        }
        if number == 0 { #expect(handled.count == 1_000) }
    }
}

@Suite("Batches on threads")
struct BatchThreadTests {
    @Test("250 changes on each of 4 threads are delivered once each, in batches that are never too large")
    func threads() {
        let clock = ManualClock()
        let context = ManualContext()
        let numbers = Subject<Int>()
        let handled = Recorder<[Int]>()
        let batches = ObservationSource.values(of: numbers).batches(upTo: 8, every: .seconds(1), clock: clock)
        let receptionist = Receptionist(for: batches, on: context) { handled.record($0) }
        defer { receptionist.invalidate() }
        let done = Box(0)
        let areDone = OtherThread.concurrently(5) { thread in
            if thread == 4 {
                while done.value < 4 {
                    clock.advance(by: 1)
                    #expect(context.waitingCount <= 1)
                    context.runNext()
                }
            } else {
                for step in 0..<250 { numbers.notify(thread * 250 + step) }
                done.increment()
            }
        }
        #expect(areDone)
        clock.advance(by: 1)
        context.runAll()
        #expect(handled.elements.allSatisfy { 1...8 ~= $0.count })
        let all = handled.elements.flatMap(\.self)
        #expect(all.count == 1_000)
        for thread in 0..<4 {
            let own = all.filter { $0 / 250 == thread }
            #expect(own == own.sorted())
        }
    }
}

extension DeliveryPolicy {
    fileprivate var isDebounced: Bool { "\(self)".contains("debounced") }
}

extension Recorder<String> {
    /// The values recorded since the last time: `nil` for none, and in parentheses if there are several.
    fileprivate func takeAll() -> String? {
        let taken = removeAll()
        guard taken.count != 1 else { return taken[0] }
        return taken.isEmpty ? nil : "(\(taken.joined()))"
    }
}
