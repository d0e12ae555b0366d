import Heed
import Testing

/// In separate processes, because a process has only one diagnostics handler.
@Suite("The examples of finding mistakes")
struct FindingMistakesExamples {
    final class Draft {
        var text = ""  // the class lacks @KeyValueObservable
    }

    @KeyValueObservable
    final class Editor {
        let draft = Draft()
        var count = 0
    }

    @Test("A key path that never fires and an endless loop are reported")
    func always() async {
        await #expect(processExitsWith: .success) {
            let reports = Page()
            Diagnostics.setHandler { diagnostic in
                reports.write("\(diagnostic.kind)")
            }
            let editor = Editor()
            let text = editor.observe(\.draft.text) { _ in }  // can never fire
            let count = editor.observe(\.count, options: []) { editor, _ in editor.count += 1 }
            editor.count = 1  // the handler calls itself endlessly
            Diagnostics.setHandler(nil)
            #expect(reports.lines == ["silentKeyPath", "runawayLoop"])
            withExtendedLifetime((text, count)) {}
        }
    }

    @Test("Suspicious code is reported on request")
    func onRequest() async {
        await #expect(processExitsWith: .success) {
            let reports = Page()
            Diagnostics.setHandler { diagnostic in
                reports.write("\(diagnostic.kind)")
            }
            Diagnostics.setWatched([.unusedToken, .reentrantHandler, .removalByHandler])
            let editor = Editor()
            _ = editor.observe(\.count) { _ in }  // the token is released immediately
            #expect(reports.lines == ["unusedToken"])
        }
    }
}
