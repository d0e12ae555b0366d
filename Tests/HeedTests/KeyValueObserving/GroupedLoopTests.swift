import Testing

@testable import Heed

extension DiagnosticsSuite {
    @Suite("Endless loops of groups")
    struct GroupedLoopTests {
        @Test("Handlers that group endlessly are stopped and reported once")
        func groups() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { diagnostic in
                // Tests of the inspector plant loops meanwhile.
                let isOther = diagnostic.place?.fileID.hasPrefix("HeedInspectorTests/") == true
                if diagnostic.kind == .runawayLoop, !isOther { reports.record(diagnostic) }
            }
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
