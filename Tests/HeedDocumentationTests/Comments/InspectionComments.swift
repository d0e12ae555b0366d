import Heed
import Testing

/// In processes of their own: there is one handler of diagnostics for a whole process.
@Suite("The examples in the comments of Inspection")
struct InspectionComments {
    @KeyValueObservable
    final class Editor {
        var count = 0
    }

    @Test("A handler stops the program at a loop without end")
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

    @Test("What is watched is reported")
    func watched() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Diagnostics.setWatched([.unusedToken, .reentrantHandler])
            let editor = Editor()
            _ = editor.observe(\.count, options: []) { _, _ in }
        }
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(said.contains("was released at once"))
    }
}
