import Testing

extension SleevesWindow {
    /// The program's other windows, and dialogs in its window.
    var dialogs: [AccessibleNode] {
        let content = frame?.byRole
        let inside = ["dialog", "alert"].flatMap { AccessibleNode.shown(content?[$0] ?? []) }
        return windows.filter { $0.name != "Sleeves" && $0.frame != nil } + inside
    }

    /// The widget with the keyboard.
    var focused: AccessibleNode? { frame?.focused }

    /// Waits for a window that asks something, and gives it the keyboard.
    func dialog(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> AccessibleNode {
        let dialog = try await Eventually.value("“\(name)” is open; there are \(dialogs.map(\.name))", sourceLocation: sourceLocation) {
            dialogs.first { $0.name == name }
        }
        try await focusWindow(named: windows.contains { $0.name == name } ? name : "Sleeves")
        return dialog
    }

    /// Chooses a line of a menu, and waits until the menu is closed.
    func choose(_ item: String, from menu: String) async throws {
        var line: AccessibleNode? {
            let content = frame?.byRole
            return ["menu item", "check menu item"].flatMap { AccessibleNode.shown(content?[$0] ?? []) }.first { $0.name == item }
        }
        _ = try await click(menu) { line }
        try await Eventually.holds("“\(item)” can be chosen") { line?.act() == true }
        try await Eventually.holds("the menu “\(menu)” is closed") { line == nil }
    }

    /// Clicks a button, again every three seconds until a click has done something.
    ///
    /// A list that was open takes the clicks until it has faded out, and nothing tells another process when that is.
    func click<Value>(
        _ button: String, sourceLocation: SourceLocation = #_sourceLocation, _ read: @MainActor () -> Value?
    ) async throws -> Value {
        let what = "a click on “\(button)” does something"
        return try await Eventually.again(what, sourceLocation: sourceLocation, { try await clickButton(button) }, read)
    }
}
