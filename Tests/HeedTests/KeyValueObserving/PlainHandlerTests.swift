import Heed
import Testing

/// A number that several threads change.
@KeyValueObservable
private final class Meter: Sendable {
    var level: Int = 0
}

@Suite("Handlers that aren't Sendable observe objects that several threads share")
@MainActor
struct PlainHandlerTests {
    private var handlers: (list: Box<[Int]>, value: (Int) -> Void, values: (Int, Int) -> Void, change: (Meter, KeyValueChange<Int>) -> Void)
    {
        let list = Box<[Int]>([])
        func add(_ number: Int) {
            MainActor.preconditionIsolated()
            list.exchange(list.value + [number])
        }
        return (list, { add($0) }, { add($0 + $1) }, { meter, change in add(change.newValue ?? meter.level) })
    }

    @Test("On the main actor, they stay there, in each form, whichever thread makes the change")
    func mainActor() async {
        let (list, value, values, change) = handlers
        let meter = Meter()
        let tokens = [
            meter.observe(\.level, value), meter.observe(\.level, values), meter.observe(\.level, options: .new, changeHandler: change),
        ]
        meter.level = 1
        #expect(await eventually { list.value == [1, 1, 1] })
        await Task.detached { meter.level = 2 }.value
        #expect(await eventually { list.value == [1, 1, 1, 2, 3, 2] })
        withExtendedLifetime(tokens) {}
    }
}

extension DiagnosticsSuite {
    @Suite("Handlers that aren't Sendable need an actor")
    struct PlainHandlerDiagnosticTests {
        @Test("Code that belongs to no actor is refused, with the reason")
        func refused() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .unknownIsolation { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            let told = Box(0)
            let handler: (Int) -> Void = { told.exchange($0) }
            let meter = Meter()
            let token = meter.observe(\.level, handler)
            meter.level = 1
            #expect(told.value == 0)
            #expect(reports.elements.map(\.path.last) == ["Meter.level"])
            withExtendedLifetime(token) {}
        }
    }
}
