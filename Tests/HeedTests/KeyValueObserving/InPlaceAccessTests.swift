import Foundation
import Heed
import Testing

/// Code that compiles and runs while nobody observes also runs observed: Heed doesn't read a property while the program changes it in place.
@Suite("Changes in place")
struct InPlaceAccessTests {
    @Test("Two properties of one object can be swapped while a computed property that reads both is observed")
    func swapping() {
        let pair = FigurePair()
        pair.first = 1
        pair.second = 2
        let values = Recorder<String>()
        let changes = Recorder<[Int?]>()
        let tokens = [
            pair.observe(\.text) { values.record($0) },
            pair.observe(\.difference, options: [.old, .new, .prior]) { changes.record([$1.oldValue, $1.newValue, $1.isPrior ? 1 : 0]) },
        ]
        swap(&pair.first, &pair.second)
        #expect(values.elements.last == "2 and 1")
        #expect(values.count == 2)
        #expect(changes.elements.filter { $0[2] == 0 } == [[-1, 1, 0], [1, 1, 0]])
        pair.first = 5
        #expect(values.elements.last == "5 and 1")
        withExtendedLifetime(tokens) {}
    }

    @Test("What is set within a change in place is reported when that ends, with everything in it")
    func settingWithin() {
        let pair = FigurePair()
        let texts = Recorder<String>()
        let seconds = Recorder<Int>()
        let tokens = [pair.observe(\.text) { texts.record($0) }, pair.observe(\.second) { seconds.record($0) }]
        func change(_ value: inout Int, _ body: () -> Void) {
            value += 1
            body()
            value += 1
        }
        change(&pair.first) {
            pair.second = 7
            #expect(seconds.elements == [7], "an observer of the other property alone can be called")
            change(&pair.third) { pair.second = 8 }
            #expect(texts.elements.isEmpty)
        }
        #expect(texts.elements == ["2 and 8", "2 and 8", "2 and 8"])
        #expect(seconds.elements == [7, 8])
        withExtendedLifetime(tokens) {}
    }

    @Test("A group, a pair of manual calls and a handler can change one property within a change in place of another")
    func othersWithin() {
        let pair = FigurePair()
        let texts = Recorder<String>()
        var tokens = [pair.observe(\.text) { texts.record($0) }]
        func change(_ value: inout Int, _ body: () -> Void) {
            value = 3
            body()
        }
        change(&pair.first) {
            withGroupedChanges { pair.second = 4 }
        }
        #expect(texts.removeAll().last == "3 and 4")
        change(&pair.first) {
            pair.willChangeValue(for: \.second)
            pair.second = 5
            pair.didChangeValue(for: \.second)
        }
        #expect(texts.removeAll().last == "3 and 5")
        tokens.append(pair.observe(\.third) { [unowned pair] in pair.second = $0 })
        change(&pair.first) { pair.third = 6 }
        #expect(texts.removeAll().last == "3 and 6")
        pair.third = 9
        #expect(texts.elements == ["3 and 9"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A path through another object, and didSet, allow changes in place too")
    func longerPaths() {
        let holder = FigureHolder()
        let texts = Recorder<String>()
        let token = holder.observe(\.summary) { texts.record($0) }
        swap(&holder.pair.first, &holder.count)
        #expect(texts.elements.last == "10 and 0, 0")
        swap(&holder.count, &holder.pair.second)
        #expect(texts.elements.last == "10 and 0, 0")
        holder.count = 1
        #expect(texts.elements.last == "10 and 0, 1")
        withExtendedLifetime(token) {}
    }

    @Test("Two ends of a binding can be changed in place together, and agree afterwards")
    func boundEnds() {
        let (one, other) = (FigurePair(), FigurePair())
        let tokens = [
            one.bindBothWays(\.first, to: other, \.second, transform: { $0 + 1 }, inverse: { $0 - 1 }),
            one.bindBothWays(\.computedThird, to: other, \.third),
        ]
        func change(_ value: inout Int, to new: Int, _ body: () -> Void) {
            body()
            value = new
        }
        one.first = 1
        swap(&one.first, &other.second)
        #expect((one.first, other.second) == (2, 3), "the change that ended last wins")
        change(&other.second, to: 9) { one.first = 5 }
        #expect((one.first, other.second) == (8, 9))
        change(&one.first, to: 5) { other.second = 2 }
        #expect((one.first, other.second) == (5, 6))
        change(&other.third, to: 4) { one.third = 7 }
        #expect((one.third, other.third) == (4, 4))
        change(&one.third, to: 6) { other.third = 1 }
        #expect((one.third, other.third) == (6, 6))
        change(&other.second, to: 9) {
            withGroupedChanges {
                one.first = 3
                one.third = 2
            }
        }
        #expect((one.first, other.second, other.third) == (8, 9, 2))
        withExtendedLifetime(tokens) {}
    }

    @Test("A property that is announced by hand can be changed in place together with what it is observed with")
    func byHand() {
        let holder = ManualHolder()
        let sums = Recorder<Int>()
        let token = holder.observe(\.sum) { sums.record($0) }
        func change(_ value: inout Int, _ body: () -> Void) {
            value = 3
            body()
        }
        holder.willChangeValue(for: \.manual)
        change(&holder.manual) { holder.other = 4 }
        holder.didChangeValue(for: \.manual)
        #expect(sums.elements.last == 7)
        withExtendedLifetime(token) {}
    }

    @Test("A change in place that goes on in another thread is reported with its last value")
    func acrossThreads() async {
        #expect(await Wanderer().observedCounts() == [2, 4, 5])
    }
}

@KeyValueObservable
private final class FigurePair {
    var first = 0
    var second = 0
    var third = 0
    var text: String { "\(first) and \(second)" }
    var difference: Int { first - second }
    var computedThird: Int {
        get { third }
        set { third = newValue }
    }
}

@KeyValueObservable
private final class FigureHolder {
    var pair = FigurePair()
    var count = 10 {
        didSet { total += 1 }
    }
    @NotObserved var total = 0
    var summary: String { "\(pair.text), \(count)" }
}

@KeyValueObservable
private final class ManualHolder {
    @ManuallyNotified var manual = 0
    var other = 0
    var sum: Int { manual + other }
}

@KeyValueObservable
private final class Ledger {
    var entries: [Int] = []
    var count: Int { entries.count }
}

/// An actor whose jobs each run on a thread of their own.
private actor Wanderer {
    private let executor = NewThreads()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func observedCounts() async -> [Int] {
        let ledger = Ledger()
        let counts = Recorder<Int>()
        let token = ledger.observe(\.count) { counts.record($0) }
        await enter(into: &ledger.entries)
        await enter(into: &ledger.entries)
        ledger.entries.append(0)
        withExtendedLifetime(token) {}
        return counts.elements
    }

    private func enter(into entries: inout [Int]) async {
        entries.append(0)
        await Task.yield()
        entries.append(0)
    }
}

private final class NewThreads: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
