import Heed
import Testing

@Suite("The examples of Undo")
struct UndoAndRedoExamples {
    @KeyValueObservable
    final class Album {
        var title = "Giant Steps"
        var year = 1959
    }

    @Test("Actions are registered manually")
    func byHand() {
        let album = Album()
        let history = UndoHistory(limit: 100)
        func rename(_ album: Album, to title: String) {
            let old = album.title
            history.registerUndo(with: album, named: "Rename") { rename($0, to: old) }
            album.title = title
        }
        rename(album, to: "Blue Train")
        history.undo()
        // album.title is "Giant Steps" and history.redoActionName is "Rename"
        history.redo()
        // album.title is "Blue Train"
        #expect(album.title == "Blue Train")
        #expect(history.undoActionName == "Rename")
        // The function captures the history, which holds an action that calls the function.
        history.removeAllActions()
    }

    @Test("The history records and groups changes automatically")
    func observation() {
        let album = Album()
        let history = UndoHistory()
        let recordings = [
            history.recordChanges(of: album, \.title, named: "Rename"),
            history.recordChanges(of: album, \.year, named: "Change Year"),
        ]
        history.withGrouping(named: "Edit Album") {
            album.title = "Blue Train"
            album.year = 1957
        }
        history.undo()
        // both have their old values, and history.redoActionName is "Edit Album"
        #expect(album.title == "Giant Steps")
        #expect(album.year == 1959)
        #expect(history.redoActionName == "Edit Album")
        withExtendedLifetime(recordings) {}
    }

    @Test("A button follows whether there is something to undo")
    func button() {
        let album = Album()
        let button = Button()
        let history = UndoHistory()
        let binding = history.bind(\.canUndo, to: button, \.isEnabled)
        history.registerUndo(with: album) { $0.year = 1959 }
        // button.isEnabled is true
        #expect(button.isEnabled)
        binding.invalidate()
    }

    final class Button {
        var isEnabled = true
    }
}
