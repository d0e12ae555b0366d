import Testing

@testable import Heed

/// In separate processes, where nothing was set before.
@Suite("The initial state of diagnostics, and the effect of settings")
struct DiagnosticsSettingsTests {
    @KeyValueObservable
    final class Model {
        var number = 0
    }

    private func standardError(of result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("Initially nothing is watched, and mandatory reports go to standard error")
    func defaults() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            #expect(Diagnostics.watched == [])
            let model = Model()
            _ = model.observe(\.number, options: []) { _, _ in }
            let token = model.observe(\.number, options: []) { model, _ in model.number += 1 }
            model.number = 1
            withExtendedLifetime(token) {}
        }
        let said = standardError(of: result)
        #expect(said.contains("Model.number (handler at HeedTests/DiagnosticsSettingsTests.swift:"))
        #expect(!said.contains("was released immediately"))
    }

    @Test("With a handler, nothing goes to standard error; after its removal, everything does")
    func handler() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let kinds = Recorder<Diagnostic.Kind>()
            Diagnostics.setWatched([.unusedToken])
            let model = Model()
            Diagnostics.setHandler { kinds.record($0.kind) }
            _ = model.observe(\.number, options: []) { _, _ in }
            #expect(kinds.elements == [.unusedToken])
            Diagnostics.setHandler(nil)
            _ = model.observe(\.number, options: []) { _, _ in }
            #expect(kinds.count == 1)
        }
        #expect(standardError(of: result).split(separator: "was released immediately").count == 2)
    }

    @Test("Watching applies to registrations made from then on")
    func laterRegistrations() async {
        await #expect(processExitsWith: .success) {
            let kinds = Recorder<Diagnostic.Kind>()
            Diagnostics.setHandler { kinds.record($0.kind) }
            let model = Model()
            var early: ObservationToken? = model.observe(\.number, options: []) { _, _ in }
            withExtendedLifetime(early) {}
            Diagnostics.setWatched([.unusedToken])
            early = nil
            #expect(kinds.count == 0)
            var late: ObservationToken? = model.observe(\.number, options: []) { _, _ in }
            withExtendedLifetime(late) {}
            Diagnostics.setWatched([])
            late = nil
            #expect(kinds.elements == [.unusedToken])
        }
    }
}
