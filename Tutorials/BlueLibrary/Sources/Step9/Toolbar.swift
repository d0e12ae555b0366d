import Heed

/// A view: the names of two commands. Bindings write them; it knows no history.
@MainActor
final class Toolbar {
    var undoTitle = ""
    var redoTitle = ""

    func draw() {
        let commands = [("u", undoTitle), ("r", redoTitle)].filter { !$0.1.isEmpty }
        if !commands.isEmpty { print(commands.map { "[\($0)] \($1)" }.joined(separator: "  ") + "\n") }
    }
}
