import DisplayTesting
import Testing

extension SleevesWindow {
    /// Waits for a window that asks something, and gives it the keyboard.
    func dialog(_ name: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await holds("“\(name)” is open", at: place) { $0.dialog(name) != nil }
        try await focusWindow(named: name, at: place)
    }

    /// Opens the main menu by key.
    func openMainMenu(at place: SourceLocation = #_sourceLocation) async throws {
        try await press(["F10"], at: place)
        try await holds("the menu is open", at: place) { $0.nodes.contains(where: \.isMenuItem) }
    }

    /// Clicks the control with a name in a dialog.
    func use(_ name: String, in dialog: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await click("“\(dialog)” has “\(name)”", at: place) { content in
            content.dialog(dialog)?.tree.first { $0.isFocusable && $0.name == name && $0.isShown }
        }
    }

    /// Waits until no dialog is open, and gives the keyboard to the window again.
    func expectNoDialog(at place: SourceLocation = #_sourceLocation) async throws {
        try await equal([], at: place) { $0.dialogs.map(\.name) }
        try await focusWindow(named: "Sleeves", at: place)
    }

    /// Answers a question for a file or a folder.
    func answerChooser(_ title: String, path: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await chooser(title, at: place)
        // A slash opens the field for a path.
        try await press(["ctrl+l"], at: place)
        try await holds("there is a field for a path", at: place) { $0.focused?.contents != nil }
        try await press(["ctrl+a"], at: place)
        try await type(path, at: place)
        // GTK may add the slash that follows the name of a folder.
        try await holds("the path is entered", at: place) { [path, path + "/"].contains($0.focused?.contents) }
        try await confirm(title, at: place)
    }

    /// Waits for a chooser, and until it has read its folder: GTK makes the buttons of the path meanwhile, and complains of them.
    func chooser(_ title: String, at place: SourceLocation) async throws {
        try await dialog(title, at: place)
        _ = try await still("“\(title)” stands still", for: .milliseconds(300), at: place) { content in
            content.dialog(title)?.tree.filter(\.isShown).compactMap(\.frame)
        }
    }

    /// Presses the Return key until a chooser is closed. While it reads a folder, it doesn't take the key, and doesn't show that.
    private func confirm(_ title: String, at place: SourceLocation) async throws {
        var next = ContinuousClock.now
        try await holds("“\(title)” is answered", at: place) { content in
            guard content.dialog(title) != nil else { return true }
            if ContinuousClock.now >= next {
                DisplayInput.shared.press("Return")
                next = .now + .seconds(1)
            }
            return false
        }
        try await expectNoDialog(at: place)
    }

    /// Answers a question where to save something.
    func saveAs(_ path: String, in title: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await chooser(title, at: place)
        try await holds("a name is proposed", at: place) { $0.fields(of: title).contains { $0.contents?.isEmpty == false } }
        try await press(["ctrl+a"], at: place)
        try await type(path, at: place)
        try await confirm(title, at: place)
    }
}
