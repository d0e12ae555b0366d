extension SleevesWindow {
    /// The program's other windows.
    var dialogs: [AccessibleNode] {
        AccessibleNode.application(program.identifier)?.children.filter { $0.name != "Sleeves" && $0.frame != nil } ?? []
    }

    /// What has the keyboard.
    var focused: AccessibleNode? { frame?.focused }

    /// Waits for a window that asks something, and gives it the keyboard.
    func dialog(_ name: String) async throws -> AccessibleNode {
        let dialog = try await Eventually.value("“\(name)” is open; there are \(dialogs.map(\.name))") {
            dialogs.first { $0.name == name }
        }
        try await focusWindow(named: name)
        return dialog
    }

    /// Chooses a line of a menu.
    func choose(_ item: String, from menu: String) async throws {
        let button = try await Eventually.value("there is the menu “\(menu)”") { frame?.first("push button", named: menu)?.frame }
        try await click(button)
        let line = try await Eventually.value("there is the line “\(item)”") {
            ["menu item", "check menu item"].flatMap { frame?.all($0) ?? [] }.first { $0.name == item && $0.frame != nil }
        }
        guard line.act() else { throw Stage.NoPicture(reason: "“\(item)” cannot be chosen") }
    }

    /// Answers a question for a file or a folder.
    func answerChooser(_ title: String, path: String) async throws {
        _ = try await dialog(title)
        // A slash opens the field for a path.
        try await press("ctrl+l")
        try await type(path)
        try await press("Return")
        try await Eventually.holds("the question is answered") {
            !dialogs.contains { $0.name == title }
        }
        try await focusWindow(named: "Sleeves")
    }
}
