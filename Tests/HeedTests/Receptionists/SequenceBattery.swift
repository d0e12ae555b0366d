import Heed
import Testing

@Suite("Order, lifetime, re-entrancy, race and cancellation, in every async sequence", .timeLimit(.minutes(10)))
struct SequenceBattery {
    @Test("Values sent after the sequence is created are not missed, and arrive in order", arguments: SequencePattern.allCases)
    func order(pattern: SequencePattern) async {
        let source = pattern.makeSource()
        source.send(0)
        let numbers = source.numbers(.every)
        for value in 1...100 { source.send(value) }
        var received: [Int] = []
        for await value in numbers {
            received.append(value)
            if value == 100 { break }
        }
        #expect(received == Array(1...100))
        #expect(numbers.droppedCount == 0)
    }

    @Test(
        "A bounded buffer keeps values by its rule, and counts the drops",
        arguments: SequencePattern.allCases,
        [
            (DeliveryPolicy.latest, [10]), (.buffered(3), [8, 9, 10]), (.buffered(3, .dropNewest), [1, 2, 3]),
            (.every, Array(1...10)),
        ]
    )
    func overflow(pattern: SequencePattern, row: (policy: DeliveryPolicy, kept: [Int])) async {
        var source: (any SequenceSource)? = pattern.makeSource()
        let numbers = source!.numbers(row.policy)
        for value in 1...10 { source!.send(value) }
        source = nil
        var received: [Int] = []
        for await value in numbers { received.append(value) }
        #expect(received == row.kept)
        #expect(numbers.droppedCount == 10 - row.kept.count)
    }

    @Test("A delaying policy delays the loop", arguments: SequencePattern.allCases)
    func timed(pattern: SequencePattern) async throws {
        let clock = ManualClock()
        var source: (any SequenceSource)? = pattern.makeSource()
        let numbers = source!.numbers(.debounced(for: .seconds(2), clock: clock))
        var iterator = numbers.makeAsyncIterator()
        source!.send(1)
        source!.send(2)
        clock.advance(by: 2)
        #expect(await iterator.next() == 2)
        source!.send(3)
        source = nil
        // Nothing more can arrive, so there is nothing to wait for.
        #expect(await iterator.next() == 3)
        #expect(await iterator.next() == nil)
        #expect(numbers.droppedCount == 1)
    }

    @Test("The sequence ends when the observed object is deallocated, and doesn't keep it alive", arguments: SequencePattern.allCases)
    func sourceDies(pattern: SequencePattern) async throws {
        var source: (any SequenceSource)? = pattern.makeSource()
        weak let observed = source
        let numbers = source!.numbers(.every)
        source!.send(1)
        let first = AsyncGate()
        async let received = {
            var received: [Int] = []
            for await value in numbers {
                received.append(value)
                first.open()
            }
            return received
        }()
        await first.wait()
        source = nil
        #expect(observed == nil)
        #expect(await received == [1])
        var iterator = numbers.makeAsyncIterator()
        #expect(await iterator.next() == nil)
    }

    @Test("When the sequence and its iterators are released, the observer is removed and nothing is kept")
    func released() async throws {
        let subject = Subject<Witness>()
        var values: (any ObservedSequence<Witness>)? = subject.values()
        #expect(subject.observerCount == 1)
        weak var waiting: Witness?
        do {
            let witness = Witness()
            waiting = witness
            subject.notify(witness)
        }
        #expect(waiting != nil)
        var iterator: (any AsyncIteratorProtocol<Witness, Never>)? = values!.makeAsyncIterator()
        values = nil
        #expect(subject.observerCount == 1)
        _ = try await iterator!.next()
        #expect(waiting == nil)
        iterator = nil
        #expect(subject.observerCount == 0)
    }

    @Test("A loop can itself send values", arguments: SequencePattern.allCases)
    func reentrancy(pattern: SequencePattern) async {
        let source = pattern.makeSource()
        let numbers = source.numbers(.every)
        source.send(1)
        var received: [Int] = []
        for await value in numbers {
            received.append(value)
            if value == 50 { break }
            source.send(value + 1)
        }
        #expect(received == Array(1...50))
    }

    @Test("250 numbers from each of 4 threads are exactly 1,000, those of one thread in order", arguments: SequencePattern.allCases)
    func exactlyOnce(pattern: SequencePattern) async {
        let source = pattern.makeSource()
        let numbers = source.numbers(.every)
        for thread in 0..<4 {
            _ = OtherThread {
                for step in 0..<250 { source.send(thread * 250 + step) }
            }
        }
        var received: [Int] = []
        for await value in numbers {
            received.append(value)
            if received.count == 1_000 { break }
        }
        for thread in 0..<4 {
            #expect(received.filter { $0 / 250 == thread } == Array(thread * 250..<(thread + 1) * 250))
        }
    }

    @Test("A bounded buffer counts exactly what it drops while values are taken from it", arguments: SequencePattern.allCases)
    func countedDrops(pattern: SequencePattern) async {
        for policy in [DeliveryPolicy.latest, .buffered(5), .buffered(5, .dropNewest)] {
            let source = Box<(any SequenceSource)?>(pattern.makeSource())
            let numbers = source.value!.numbers(policy)
            _ = OtherThread {
                #expect(OtherThread.concurrently(4) { thread in for step in 0..<250 { source.value!.send(thread * 250 + step) } })
                source.exchange(nil)
            }
            var received = 0
            for await _ in numbers { received += 1 }
            #expect(received + numbers.droppedCount == 1_000)
        }
    }

    @Test("Several loops on one sequence share it: each number goes to one of them", arguments: SequencePattern.allCases)
    func sharedLine(pattern: SequencePattern) async {
        let source = Box<(any SequenceSource)?>(pattern.makeSource())
        let numbers = source.value!.numbers(.every)
        _ = OtherThread {
            for value in 0..<1_000 { source.value!.send(value) }
            source.exchange(nil)
        }
        let received = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var received: [Int] = []
                    for await value in numbers { received.append(value) }
                    return received
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(received.sorted() == Array(0..<1_000))
    }

    @Test("Cancellation ends the sequence immediately, whether it waits or not", arguments: SequencePattern.allCases)
    func cancellation(pattern: SequencePattern) async {
        for round in 0..<50 {
            let source = pattern.makeSource()
            let started = AsyncGate()
            let task = Task {
                var received: [Int] = []
                let numbers = source.numbers(.every)
                source.send(round)
                for await value in numbers {
                    received.append(value)
                    started.open()
                }
                return received
            }
            if round.isMultiple(of: 2) { await started.wait() }
            task.cancel()
            let received = await task.value
            #expect(received == [round] || (received.isEmpty && !round.isMultiple(of: 2)))
            source.send(1)
        }
    }

    @Test("If several loops share a sequence, cancelling one ends it for all", arguments: SequencePattern.allCases)
    func sharedCancellation(pattern: SequencePattern) async {
        let source = pattern.makeSource()
        let numbers = source.numbers(.every)
        let loops = (0..<3).map { _ in Task { for await _ in numbers {} } }
        loops[1].cancel()
        for loop in loops { await loop.value }
        withExtendedLifetime(source) {}
    }
}
