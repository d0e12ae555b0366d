import Testing

@testable import Heed

extension DiagnosticsSuite {
    @Suite("Endless loops of groups")
    struct GroupedLoopTests {
        @Test("Handlers that group endlessly are stopped and reported once")
        func groups() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .runawayLoop { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            let sums = Sums()
            let calls = Box(0)
            let token = sums.observe(\.sum, options: []) { sums, _ in
                calls.increment()
                withGroupedChanges {
                    sums.a += 1
                    sums.b += 1
                }
            }
            withGroupedChanges { sums.a = 1 }
            #expect(calls.value < 2 * Delivery.turnLimit)
            #expect(reports.count == 1)
            token.invalidate()
        }
    }
}
