import Heed
import Testing

@Suite("Operators of a source")
struct OperatorTests {
    private let numbers = Subject<Int>()
    private let words = Subject<String>()
    private let told = Recorder<String>()

    /// Returns the values that a receptionist delivers while the numbers are sent.
    private func handed<Element>(_ source: ObservationSource<Element>, for sent: [Int]) -> [String] {
        let receptionist = Receptionist(for: source) { [told] in told.record("\($0)") }
        for number in sent { numbers.notify(number) }
        receptionist.invalidate()
        numbers.notify(99)
        return told.removeAll()
    }

    @Test("scan delivers running results, without the initial one")
    func scan() {
        let sums = ObservationSource.values(of: numbers).scan(10) { $0 + $1 }
        #expect(handed(sums, for: [1, 2, 3]) == ["11", "13", "16"])
        // Each receptionist has its own.
        #expect(handed(sums, for: [1]) == ["11"])
        #expect(handed(sums.prepend(10), for: [1]) == ["10", "11"])
    }

    @Test("removeDuplicates delivers what several threads send in the order in which it compares it, so the last value arrives last")
    func duplicatesOfThreads() {
        let (isHandling, isSent) = (Gate(), Gate())
        let source = ObservationSource.values(of: numbers).removeDuplicates().map { number in
            if number == 1 {
                isHandling.open()
                #expect(isSent.wait())
            }
            return number
        }
        let receptionist = Receptionist(for: source, delivering: .latest) { [told] in told.record("\($0)") }
        let areDone = OtherThread.concurrently(2) { [numbers] thread in
            if thread == 0 {
                numbers.notify(1)
            } else {
                #expect(isHandling.wait())
                numbers.notify(2)
                isSent.open()
            }
        }
        #expect(areDone)
        #expect(told.elements.last == "2")
        for _ in 0..<2 { numbers.notify(2) }
        #expect(told.elements == ["1", "2"])
        withExtendedLifetime(receptionist) {}
    }

    @Test("prepend, dropFirst and first deliver the elements that they name")
    func ends() {
        let source = ObservationSource.values(of: numbers)
        #expect(handed(source.prepend(7, 8), for: [1]) == ["7", "8", "1"])
        #expect(handed(source.dropFirst(), for: [1, 2, 3]) == ["2", "3"])
        #expect(handed(source.dropFirst(0), for: [1]) == ["1"])
        #expect(handed(source.dropFirst(2), for: [1, 2, 3]) == ["3"])
        #expect(handed(source.first(), for: [1, 2]) == ["1"])
        #expect(handed(source.first { $0 > 1 }, for: [1, 2, 3]) == ["2"])
        #expect(handed(source.prepend(5).first(), for: [1]) == ["5"])
    }

    @Test("Observation ends with the first element, even if it is the current one, and the captures are released")
    func firstEnds() {
        let shared = SharedNumber()
        for source in [ObservationSource.values(of: numbers).first(), ObservationSource.values(of: shared, \.value).first()] {
            var witness: Witness? = Witness()
            weak let captured = witness
            let receptionist = Receptionist(for: source) { [told, witness] number in
                withExtendedLifetime(witness) { told.record("\(number)") }
            }
            witness = nil
            numbers.notify(0)
            shared.value = 1
            shared.value = 0
            #expect(numbers.observerCount == 0)
            #expect(captured == nil)
            #expect(told.removeAll() == ["0"])
            receptionist.invalidate()
        }
    }

    @Test("A sequence of the first element ends after it, or when its object is deallocated before")
    func firstInSequence() async {
        let sequence = ObservationSource.values(of: numbers).first().values()
        numbers.notify(1)
        numbers.notify(2)
        var values: [Int] = []
        for await value in sequence { values.append(value) }
        #expect(values == [1])
        var mortal: Subject<Int>? = Subject()
        let empty = ObservationSource.values(of: mortal!).first().values()
        mortal = nil
        for await _ in empty { Issue.record("nothing was sent") }
    }

    @Test("merge delivers the elements of all sources, and ends when all have ended")
    func merge() async {
        var other: Subject<Int>? = Subject()
        var third: Subject<Int>? = Subject()
        let sequence = ObservationSource.values(of: other!).merge(with: .values(of: third!), .values(of: third!).map { -$0 }).values()
        other!.notify(1)
        third!.notify(2)
        other = nil
        third!.notify(3)
        third = nil
        var values: [Int] = []
        for await value in sequence { values.append(value) }
        #expect(values == [1, 2, -2, 3, -3])
    }

    @Test("combineLatest delivers the latest of two sources, or of more in steps, once all have sent an element")
    func combineLatest() {
        let shared = SharedNumber()
        let pairs = ObservationSource.values(of: numbers).combineLatest(.values(of: shared, \.value))
        let receptionist = Receptionist(for: pairs) { [told] number, value in told.record("\(number) \(value)") }
        #expect(told.count == 0)
        numbers.notify(1)
        shared.value = 2
        numbers.notify(3)
        #expect(told.removeAll() == ["1 0", "1 2", "3 2"])
        receptionist.invalidate()
        shared.value = 4
        numbers.notify(4)
        #expect(told.count == 0)
        #expect(numbers.observerCount == 0)

        let values = ObservationSource.values(of: shared, \.value)
        let three = values.combineLatest(.values(of: words)).combineLatest(.values(of: numbers))
        let threefold = Receptionist(for: three) { [told] pair, number in told.record("\(pair.0)\(pair.1)\(number)") }
        words.notify("x")
        numbers.notify(9)
        words.notify("y")
        #expect(told.removeAll() == ["4x9", "4y9"])
        threefold.invalidate()
    }

    @Test("combineLatest ends when all have ended; an optional can be nil")
    func combineLatestEnds() async {
        var optional: Subject<Int?>? = Subject()
        var flag: Subject<Bool>? = Subject()
        let sequence = ObservationSource.values(of: optional!).combineLatest(.values(of: flag!)).values()
        optional!.notify(nil)
        flag!.notify(true)
        optional = nil
        flag!.notify(false)
        flag = nil
        var values: [String] = []
        for await (number, flag) in sequence { values.append("\(number.map(String.init) ?? "nil") \(flag)") }
        #expect(values == ["nil true", "nil false"])
    }

    @Test("On four threads an operator loses no state, and the last result arrives last")
    func threads() {
        let sums = Recorder<Int>()
        let latest = Recorder<(Int, Int)>()
        let batches = Recorder<[Int]>()
        let source = ObservationSource.values(of: numbers)
        let others = Subject<Int>()
        let receptionists = [
            Receptionist(for: source.scan(0) { sum, _ in sum + 1 }) { sums.record($0) },
            Receptionist(for: source.combineLatest(.values(of: others))) { latest.record(($0, $1)) },
            Receptionist(for: source.batches(upTo: 3)) { batches.record($0) },
        ]
        numbers.notify(-1)
        others.notify(-1)
        #expect(
            OtherThread.concurrently(4) { thread in
                for step in 0..<250 {
                    numbers.notify(thread * 250 + step)
                    if thread == 0 { others.notify(step) }
                }
            }
        )
        #expect(sums.elements == Array(1...1_001))
        #expect(latest.elements.last?.1 == 249)
        #expect(latest.elements.map(\.1) == latest.elements.map(\.1).sorted())
        let all = batches.elements.flatMap(\.self)
        for thread in 0..<4 {
            let own = all.filter { $0 >= 0 && $0 / 250 == thread }
            #expect(own == own.sorted())
        }
        withExtendedLifetime(receptionists) {}
    }

    @Test("Closures and handlers receive what the options request, whatever the policy", arguments: KeyValueObservingOptions.combinations)
    func options(options: KeyValueObservingOptions) {
        let number = SharedNumber()
        let source = ObservationSource.changes(of: number, \.value, options: options)
        @Sendable func note(_ change: KeyValueChange<Int>) {
            let isInitial = !change.isPrior && change.oldValue == nil
            if !options.contains(.old) || !isInitial { #expect((change.oldValue != nil) == options.contains(.old)) }
            #expect((change.newValue != nil) == (options.contains(.new) && !change.isPrior))
            told.record("")
        }
        for policy in [DeliveryPolicy.every, .latest, .buffered(1)] {
            let receptionists = [
                Receptionist(for: source.map(note), delivering: policy) {},
                Receptionist(for: source.compactMap(note), delivering: policy) {},
                Receptionist(for: source.scan(()) { note($1) }, delivering: policy) {},
                Receptionist(for: source.combineLatest(source), delivering: policy) { note($0.0) },
                Receptionist(for: source.batches(upTo: 1), delivering: policy) { note($0[0]) },
                Receptionist(for: source.merge(with: source), delivering: policy, note),
                Receptionist(
                    for: source.removeDuplicates {
                        note($0); note($1); return false
                    }, delivering: policy, note),
                Receptionist(
                    for: source.filter {
                        note($0); return true
                    }, delivering: policy, note),
                Receptionist(
                    for: source.dropFirst(0).first {
                        note($0); return false
                    }, delivering: policy, note),
                Receptionist(for: source, delivering: policy, note),
            ]
            number.value += 1
            number.value += 1
            #expect(told.removeAll().count > 0)
            for receptionist in receptionists { receptionist.invalidate() }
        }
    }

    @Test(
        "With .latest, the changes that a filter leaves form a chain, with any options",
        arguments: [[.old], [.old, .new]] as [KeyValueObservingOptions])
    func filteredChain(options: KeyValueObservingOptions) {
        let number = SharedNumber()
        let context = ManualContext()
        let seen = Recorder<Int>()
        let source = ObservationSource.changes(of: number, \.value, options: options).filter { change in
            seen.record(change.newValue ?? -1)
            return change.oldValue != 1
        }
        let receptionist = Receptionist(for: source, on: context, delivering: .latest) { [told] change in
            told.record("\(change.oldValue!) \(change.newValue ?? -1)")
        }
        for value in 1...3 { number.value = value }
        context.runAll()
        number.value = 4
        number.value = 5
        context.runAll()
        let hasNew = options.contains(.new)
        #expect(told.elements == (hasNew ? ["0 3", "3 5"] : ["0 -1", "3 -1"]))
        #expect(seen.elements == (hasNew ? [1, 2, 3, 4, 5] : [-1, -1, -1, -1, -1]))
        withExtendedLifetime(receptionist) {}
    }

    @Test("With .latest, merged changes keep their own old values")
    func mergedChanges() {
        let (one, other) = (SharedNumber(), SharedNumber())
        let context = ManualContext()
        func changes(of number: SharedNumber) -> ObservationSource<KeyValueChange<Int>> {
            .changes(of: number, \.value, options: [.old, .new])
        }
        let merged = changes(of: one).merge(with: changes(of: other))
        let receptionist = Receptionist(for: merged, on: context, delivering: .latest) { [told] change in
            told.record("\(change.oldValue!) \(change.newValue!)")
        }
        one.value = 1
        one.value = 2
        context.runAll()
        other.value = 9
        context.runAll()
        #expect(told.elements == ["1 2", "0 9"])
        withExtendedLifetime(receptionist) {}
    }

    @Test("Values that a handler sends are handled within its call, as without operators")
    func reentrancy() {
        let receptionist = Receptionist(for: ObservationSource.values(of: numbers).scan(0) { $0 + $1 }) { [told, numbers] sum in
            told.record("\(sum)")
            if sum < 3 { numbers.notify(1) }
            told.record(".")
        }
        numbers.notify(1)
        #expect(told.removeAll() == ["1", "2", "3", ".", ".", "."])
        receptionist.invalidate()
    }
}

@Suite("Immediate handlers with a policy")
struct ImmediatePolicyTests {
    @Test("A policy applies to immediate handlers, even in a function generic over contexts")
    func immediate() {
        let numbers = Subject<Int>()
        let told = Recorder<Int>()
        func listen(_ context: some ExecutionContext, _ policy: DeliveryPolicy) -> Receptionist {
            Receptionist(for: .values(of: numbers), on: context, delivering: policy) { number in
                told.record(number)
                if number == 1 { for next in 2...4 { numbers.notify(next) } }
            }
        }
        for policy in [DeliveryPolicy.every, .latest, .buffered(2, .dropNewest)] {
            let receptionist = listen(.immediate, policy)
            numbers.notify(1)
            let expected = [.every: [1, 2, 3, 4], .latest: [1, 4]][policy.name] ?? [1, 2, 3]
            #expect(told.removeAll() == expected)
            receptionist.invalidate()
        }
    }

    @Test("A handler that sends repeatedly doesn't nest deeper each time")
    func longChain() {
        let numbers = Subject<Int>()
        let receptionist = Receptionist(for: .values(of: numbers), on: .immediate, delivering: .latest) { number in
            if number < 200_000 { numbers.notify(number + 1) }
        }
        numbers.notify(0)
        #expect(receptionist.droppedCount == 0)
        receptionist.invalidate()
    }
}

extension DeliveryPolicy {
    fileprivate enum Name { case every, latest, other }

    fileprivate var name: Name {
        let description = "\(self)"
        return description.contains("every") ? .every : description.contains("latest") ? .latest : .other
    }
}

@Suite("Switching to the latest")
struct SwitchToLatestTests {
    private actor Searcher {
        var finished: [Int] = []
        var cancelled: [Int] = []

        func search(_ number: Int, _ gate: AsyncGate) async {
            if number < 3 {
                // Represents a request that throws when its task is cancelled.
                do { try await Task.sleep(for: .seconds(3_600)) } catch { cancelled.append(number) }
            } else {
                finished.append(number)
                gate.open()
            }
        }
    }

    @Test("A newer value cancels the current handler, on an actor, on the main actor and in tasks")
    func cancels() async {
        let numbers = Subject<Int>()
        let searchers = [Searcher(), Searcher(), Searcher()]
        let started = Recorder<Int>()
        let gates = [AsyncGate(), AsyncGate(), AsyncGate()]
        let source = ObservationSource.values(of: numbers)
        let receptionists = [
            Receptionist(for: source, on: .actor(searchers[0]), delivering: .switchToLatest) { searcher, number in
                started.record(number)
                await searcher.search(number, gates[0])
            },
            Receptionist(for: source, on: .mainActor, delivering: .switchToLatest) { number in
                started.record(number)
                await searchers[1].search(number, gates[1])
            },
            Receptionist(for: source, on: .concurrent, delivering: .switchToLatest) { number in
                started.record(number)
                await searchers[2].search(number, gates[2])
            },
        ]
        for number in 1...3 {
            numbers.notify(number)
            #expect(await eventually { started.elements.count { $0 == number } == 3 })
        }
        for gate in gates { await gate.wait() }
        for searcher in searchers {
            #expect(await searcher.cancelled == [1, 2])
            #expect(await searcher.finished == [3])
        }
        withExtendedLifetime(receptionists) {}
    }

    @Test("Debouncing and switching combine")
    func debounced() async {
        let numbers = Subject<Int>()
        let clock = ManualClock()
        let wasCancelled = Recorder<Bool>()
        let (started, ended) = (AsyncGate(), AsyncGate())
        let policy = DeliveryPolicy.debounced(for: .seconds(1), clock: clock).switchToLatest
        let receptionist = Receptionist(for: .values(of: numbers), on: .concurrent, delivering: policy) { number in
            if number == 2 {
                started.open()
                try? await Task.sleep(for: .seconds(3_600))
                wasCancelled.record(Task.isCancelled)
            } else {
                #expect(number == 3)
                ended.open()
            }
        }
        numbers.notify(1)
        numbers.notify(2)
        clock.advance(by: 1)
        await started.wait()
        numbers.notify(3)
        clock.advance(by: 1)
        await ended.wait()
        #expect(wasCancelled.elements == [true])
        #expect(receptionist.droppedCount == 1)
    }

    @Test("Invalidating cancels the current handler; with other policies it continues")
    func invalidate() async {
        let numbers = Subject<Int>()
        let wasCancelled = Recorder<Bool>()
        for policy in [DeliveryPolicy.switchToLatest, .latest] {
            let (started, invalidated, ended) = (AsyncGate(), AsyncGate(), AsyncGate())
            let receptionist = Receptionist(for: .values(of: numbers), on: .concurrent, delivering: policy) { _ in
                started.open()
                if policy.isSwitching { try? await Task.sleep(for: .seconds(3_600)) }
                await invalidated.wait()
                wasCancelled.record(Task.isCancelled)
                ended.open()
            }
            numbers.notify(1)
            await started.wait()
            receptionist.invalidate()
            invalidated.open()
            await ended.wait()
        }
        #expect(wasCancelled.elements == [true, false])
    }

    /// A value that runs a closure when it is deallocated.
    private final class Ending: Sendable {
        let number: Int
        private let end: @Sendable () -> Void

        init(_ number: Int, end: @escaping @Sendable () -> Void = {}) {
            self.number = number
            self.end = end
        }

        deinit { end() }
    }

    @Test("A value that arrives just as an older one's handler ends is not cancelled in its place")
    func endingHandler() async {
        let values = Subject<Ending>()
        let (first, second, third) = (AsyncGate(), AsyncGate(), AsyncGate())
        let (started, thirdStarted) = (AsyncGate(), Gate())
        let wasCancelled = Recorder<Bool>()
        let receptionist = Receptionist(for: .values(of: values), on: .concurrent, delivering: .switchToLatest) { value in
            if value.number == 1 {
                started.open()
                await first.wait()
            } else {
                thirdStarted.open()
                await second.wait()
                wasCancelled.record(Task.isCancelled)
                third.open()
            }
        }
        values.notify(Ending(1))
        await started.wait()
        // It is dropped for the third value, and by then the first handler ends and the third one begins.
        values.notify(
            Ending(2) {
                first.open()
                #expect(thirdStarted.wait())
            }
        )
        #expect(OtherThread { values.notify(Ending(3)) }.join())
        second.open()
        await third.wait()
        #expect(wasCancelled.elements == [false])
        withExtendedLifetime(receptionist) {}
    }

    @Test("From four threads, every value is handled or dropped, and the last one is handled completely")
    func threads() async {
        let numbers = Subject<Int>()
        let (handled, ended) = (Recorder<Int>(), AsyncGate())
        let receptionist = Receptionist(for: .values(of: numbers), on: .concurrent, delivering: .switchToLatest) { number in
            handled.record(number)
            if number == -1 {
                #expect(!Task.isCancelled)
                ended.open()
            } else {
                try? await Task.sleep(for: .seconds(3_600))
            }
        }
        #expect(OtherThread.concurrently(4) { thread in for step in 0..<250 { numbers.notify(thread * 250 + step) } })
        numbers.notify(-1)
        await ended.wait()
        #expect(handled.count + receptionist.droppedCount == 1_001)
        #expect(handled.elements.last == -1)
    }
}

extension DeliveryPolicy {
    fileprivate var isSwitching: Bool { "\(self)".contains("cancelsOlder: true") }
}
