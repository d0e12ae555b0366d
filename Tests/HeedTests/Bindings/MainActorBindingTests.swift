import Testing

@testable import Heed

@Suite("A binding from an object that several threads share, made on the main actor")
@MainActor
struct MainActorBindingTests {
    private let field = SharedField()
    private let counter = Counter()

    @Test("The target takes the value immediately, and the newest one later", .assuming)
    func follows() async {
        field.number = 1
        let binding = field.bind(\.number, to: counter, \.count)
        #expect(counter.count == 1)
        let field = field
        #expect(OtherThread { for number in 1...100 { field.number = number } }.join())
        #expect(counter.count == 1)
        #expect(await eventually { counter.count == 100 })
        field.number = 5
        #expect(counter.count == 5)
        withExtendedLifetime(binding) {}
    }

    @Test("A conversion connects values of different types, and equal values are not written")
    func transform() async {
        let label = PlainLabel()
        let binding = field.bind(\.number, to: label, \.text, transform: { "\($0 / 2)" })
        field.number = 1
        #expect(label.writeCount == 1)
        let field = field
        #expect(OtherThread { field.number = 2 }.join())
        #expect(await eventually { label.text == "1" })
        #expect(label.writeCount == 2)
        withExtendedLifetime(binding) {}
    }

    @Test("After invalidation nothing is written, not even a value in flight")
    func endsByToken() async {
        let binding = field.bind(\.number, to: counter, \.count)
        let last = Counter()
        let other = field.bind(\.number, to: last, \.count)
        let field = field
        #expect(OtherThread { field.number = 5 }.join())
        binding.invalidate()
        #expect(await eventually { last.count == 5 })
        #expect(counter.count == 0)
        withExtendedLifetime(other) {}
    }

    @Test("Neither end is kept alive")
    func lifetimes() async {
        var source: SharedField? = SharedField()
        var target: Counter? = Counter()
        weak let weakSource = source
        weak let weakTarget = target
        let binding = source!.bind(\.number, to: target!, \.count)
        target = nil
        #expect(weakTarget == nil)
        source!.number = 1
        source = nil
        #expect(weakSource == nil)
        withExtendedLifetime(binding) {}
    }

    @Test("In both directions, whichever thread changes the shared end, the two are equal in the end")
    func bothWays() async {
        let plain = Counter()
        let binding = plain.bindBothWays(\.count, to: field, \.number)
        let field = field
        for round in 1...50 {
            let thread = OtherThread { field.number = round * 2 }
            plain.count = round * 2 + 1
            #expect(thread.join())
            #expect(await eventually { plain.count == field.number })
        }
        plain.count = -1
        #expect(field.number == -1)
        #expect(OtherThread { field.number = -2 }.join())
        #expect(await eventually { plain.count == -2 })
        withExtendedLifetime(binding) {}
    }

    @Test("A worker's stores in the shared end are not taken back")
    func noStoreIsTakenBack() async {
        let (field, plain) = (field, counter)
        let binding = field.bindBothWays(\.number, to: plain, \.count)
        let lost = await Task.detached {
            (1...20_000).count { number in
                field.number = number
                return field.number != number
            }
        }.value
        #expect(lost == 0)
        #expect(await eventually { plain.count == 20_000 })
        #expect(field.number == 20_000)
        withExtendedLifetime(binding) {}
    }

    @Test("A binding from a shared object waits for the end of a change in place of the other end, which counts")
    func inPlace() {
        let plain = Counter()
        let binding = field.bindBothWays(\.number, to: plain, \.count)
        func change(_ count: inout Int, to value: Int) {
            count = value
            field.number = 5
        }
        change(&plain.count, to: 9)
        #expect((plain.count, field.number) == (9, 9))
        withExtendedLifetime(binding) {}
    }
}
