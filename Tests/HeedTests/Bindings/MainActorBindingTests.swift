import Testing

@testable import Heed

@Suite("A binding from an object that several threads share to the main actor")
@MainActor
struct MainActorBindingTests {
    private let field = SharedField()
    private let counter = Counter()
    private let context = ManualMainContext()

    @Test("The target takes the value immediately, and the newest one later")
    func follows() {
        field.number = 1
        let binding = field.bind(\.number, to: counter, \.count, on: context)
        #expect(counter.count == 1)
        let field = field
        #expect(OtherThread { for number in 1...100 { field.number = number } }.join())
        #expect(counter.count == 1)
        context.runAll()
        #expect(counter.count == 100)
        withExtendedLifetime(binding) {}
    }

    @Test("A conversion connects values of different types, and equal values are not written")
    func transform() {
        let label = PlainLabel()
        let binding = field.bind(\.number, to: label, \.text, on: context, transform: { "\($0 / 2)" })
        field.number = 1
        context.runAll()
        #expect(label.writeCount == 1)
        field.number = 2
        context.runAll()
        #expect(label.text == "1")
        withExtendedLifetime(binding) {}
    }

    @Test("After invalidation nothing is written, not even a value in flight")
    func endsByToken() {
        let binding = field.bind(\.number, to: counter, \.count, on: context)
        field.number = 5
        binding.invalidate()
        context.runAll()
        #expect(counter.count == 0)
    }

    @Test("Neither end is kept alive")
    func lifetimes() {
        var source: SharedField? = SharedField()
        var target: Counter? = Counter()
        weak let weakSource = source
        weak let weakTarget = target
        let binding = source!.bind(\.number, to: target!, \.count, on: context)
        target = nil
        #expect(weakTarget == nil)
        source!.number = 1
        context.runAll()
        source = nil
        #expect(weakSource == nil)
        withExtendedLifetime(binding) {}
    }
}

/// A context that keeps jobs until a test runs them, on the main thread.
private final class ManualMainContext: MainActorExecutionContext {
    private let jobs = ManualContext()

    func execute(_ job: @escaping @Sendable () -> Void) {
        jobs.execute(job)
    }

    func runAll() {
        jobs.runAll()
    }
}
