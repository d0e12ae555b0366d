import HeedFoundation
import Observation
import Synchronization
import Testing

@Suite("Observing an @Observable object")
@MainActor
struct ObservableObservingTests {
    private let model = Model()
    private let context = JobList()

    @Test("Each change is delivered after it was made, with its old and new values")
    func changes() {
        var told: [[Int?]] = []
        let token = model.observe(\.count, options: [.old, .new], on: context) { model, change in
            told.append([change.oldValue, change.newValue, model.count])
        }
        model.count = 1
        #expect(told.isEmpty)
        context.runAll()
        model.count = 2
        context.runAll()
        #expect(told == [[0, 1, 1], [1, 2, 2]])
        withExtendedLifetime(token) {}
    }

    @Test("Changes before the job runs become one call, which carries the last value")
    func coalescing() {
        var told: [[Int?]] = []
        let token = model.observe(\.count, options: [.old, .new], on: context) { _, change in
            told.append([change.oldValue, change.newValue])
        }
        for number in 1...100 { model.count = number }
        #expect(context.waitingCount == 1)
        context.runAll()
        #expect(told == [[0, 100]])
        withExtendedLifetime(token) {}
    }

    @Test("On the main actor at once, it is also delivered after it was made")
    func atOnce() async {
        var told: [Int] = []
        let token = model.observe(\.count, on: .mainActorAtOnce) { told.append($0) }
        for number in 1...3 {
            model.count = number
            while told.last != number { await Task.yield() }
        }
        #expect(told == [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("A handler that changes the value also receives that change")
    func changeInHandler() {
        var told: [Int] = []
        let token = model.observe(\.count, options: [.new], on: context) { model, change in
            told.append(change.newValue!)
            if model.count < 3 { model.count += 1 }
        }
        model.count = 1
        context.runAll()
        #expect(told == [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("An equal value is not delivered, but the next change is")
    func equalValue() {
        var told: [Int] = []
        let token = model.observe(\.count, on: context) { told.append($0) }
        model.count = 0
        context.runAll()
        model.count = 1
        model.count = 0
        context.runAll()
        model.count = 7
        context.runAll()
        #expect(told == [7])
        withExtendedLifetime(token) {}
    }

    @Test("The same object again is not delivered, but another one is")
    func sameObject() {
        let child = Child()
        model.child = child
        var calls = 0
        let token = model.observe(\.child, options: [], on: context) { _, _ in calls += 1 }
        model.child = child
        context.runAll()
        #expect(calls == 0)
        model.child = Child()
        context.runAll()
        #expect(calls == 1)
        withExtendedLifetime(token) {}
    }

    @Test("Options determine what calls carry, and whether there is an initial one", arguments: 0..<16)
    func options(bits: UInt8) {
        let options = KeyValueObservingOptions(rawValue: bits)
        var told: [[Int?]] = []
        let token = model.observe(\.count, options: options, on: context) { told.append([$1.oldValue, $1.newValue]) }
        let isNew = options.contains(.new)
        let initial: [[Int?]] = options.contains(.initial) ? [[nil, isNew ? 0 : nil]] : []
        #expect(told == initial)
        model.count = 5
        context.runAll()
        #expect(told == initial + [[options.contains(.old) ? 0 : nil, isNew ? 5 : nil]])
        withExtendedLifetime(token) {}
    }

    @Test("A path through other objects is observed")
    func keyPath() {
        var told: [String?] = []
        let token = model.observe(\.child?.name, on: context) { told.append($0) }
        model.child = Child()
        context.runAll()
        model.child?.name = "a"
        context.runAll()
        model.child = nil
        context.runAll()
        #expect(told == ["", "a", nil])
        withExtendedLifetime(token) {}
    }

    @Test("After invalidation nothing is delivered, not even an announced change")
    func invalidate() {
        var calls = 0
        let token = model.observe(\.count, options: [], on: context) { _, _ in calls += 1 }
        model.count = 1
        token.invalidate()
        context.runAll()
        model.count = 2
        context.runAll()
        #expect(calls == 0)
    }

    @Test("Neither the object nor, without its token, the handler is kept alive")
    func lifetimes() {
        var model: Model? = Model()
        weak let weakModel = model
        var captured: Child? = Child()
        weak let weakCaptured = captured
        var token: ObservationToken? = model!.observe(\.count, options: [], on: context) { [captured] _, _ in
            withExtendedLifetime(captured) {}
        }
        captured = nil
        model!.count = 1
        model = nil
        #expect(weakModel == nil)
        context.runAll()
        withExtendedLifetime(token) {}
        token = nil
        #expect(weakCaptured == nil)
    }

    @Test("On the main actor's own queue the last value arrives")
    func mainActor() async {
        let (values, continuation) = AsyncStream.makeStream(of: Int.self)
        let token = model.observe(\.count, on: .mainActor) { continuation.yield($0) }
        for number in 1...10 { model.count = number }
        var iterator = values.makeAsyncIterator()
        #expect(await iterator.next() == 10)
        withExtendedLifetime(token) {}
    }
}

/// A context that keeps jobs until a test runs them, on the main thread.
private final class JobList: MainActorExecutionContext {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func execute(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
    }

    var waitingCount: Int { jobs.withLock { $0.count } }

    func runAll() {
        while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { job() }
    }
}

@MainActor @Observable
private final class Model {
    var count = 0
    var child: Child?
}

@MainActor @Observable
private final class Child {
    var name = ""
}
