import Heed
import Testing

/// In separate processes, because a process has only one diagnostics handler.
@Suite("The examples in the comments of Inspection")
struct InspectionComments {
    @KeyValueObservable
    final class Editor {
        var count = 0
    }

    @Test("A handler traps on an endless loop")
    func handler() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Diagnostics.setHandler { diagnostic in
                if diagnostic.kind == .runawayLoop { fatalError(diagnostic.description) }
                print(diagnostic)
            }
            let editor = Editor()
            let token = editor.observe(\.count, options: []) { editor, _ in editor.count += 1 }
            editor.count = 1
            withExtendedLifetime(token) {}
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("handlers cause each other endlessly"))
    }

    @Test("Watched kinds are reported")
    func watched() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Diagnostics.setWatched([.unusedToken, .reentrantHandler])
            let editor = Editor()
            _ = editor.observe(\.count, options: []) { _, _ in }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("was released immediately"))
    }
}
