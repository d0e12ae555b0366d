import Heed
import Testing

@Suite("The examples in the comments of Undo", .printing)
struct UndoComments {
    @KeyValueObservable
    final class Album {
        var title = "Giant Steps"
    }

    private let album = Album()

    @Test("Registered actions are undone")
    func registered() {
        let history = UndoHistory()
        func rename(_ album: Album, to title: String) {
            let old = album.title
            history.registerUndo(with: album, named: "Rename") { rename($0, to: old) }
            album.title = title
        }
        rename(album, to: "Blue Train")
        history.undo()  // the title has its old value, and history.redoActionName is "Rename"
        #expect(album.title == "Giant Steps")
        #expect(history.redoActionName == "Rename")
        // The function captures the history, which holds an action that calls the function.
        history.removeAllActions()
    }

    @Test("Recorded changes are undone and redone")
    func recorded() {
        let history = UndoHistory()
        let observation = album.observe(\.title) { print($0) }
        let recording = history.recordChanges(of: album, \.title, named: "Rename")
        album.title = "Blue Train"
        history.undo()  // the title has its old value
        history.redo()  // the title is "Blue Train"
        #expect(Page.lines == ["Blue Train", "Giant Steps", "Blue Train"])
        withExtendedLifetime((observation, recording)) {}
    }
}
