import CAdwaita
import DisplayTesting
import Testing

extension SleevesWindow {
    /// Nobody manages windows here, so nobody else gives a new one the keyboard.
    func focusWindow(named name: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await Eventually.holds("“\(name)” has the keyboard", at: place) {
            let dialog = Self.dialogs(in: Self.toplevels).first { Self.title(of: $0) == name }
            if let dialog, let root = gtk_widget_get_root(dialog) {
                let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
                if !isActive(window) { _ = DisplayInput.shared.focus(window) }
                guard let focus = gtk_root_get_focus(root) else { return false }
                return isActive(window) && gtk_widget_is_ancestor(focus, dialog) != 0
            }
            let windows = name == "Sleeves" ? [gtk] : Self.toplevels.filter { Self.title(of: $0) == name }
            guard let window = windows.first(where: { gtk_widget_get_mapped($0) != 0 }) else { return false }
            if !isActive(window) { _ = DisplayInput.shared.focus(window) }
            return isActive(window)
        }
    }

    private func isActive(_ window: UnsafeMutablePointer<GtkWidget>) -> Bool {
        gtk_window_is_active(Self.window(window)) != 0
    }

    /// Presses keys, one after another.
    func press(_ keys: String...) async throws {
        try await press(keys)
    }

    func press(_ keys: [String], at place: SourceLocation = #_sourceLocation) async throws {
        try await expectKeyboard(at: place)
        for key in keys {
            // GTK takes what it has not laid out yet for the first of its container.
            if key.hasSuffix("Tab") { try await holds("all that can have the keyboard has its place", at: place) { $0.hasPlaces } }
            DisplayInput.shared.press(key)
        }
    }

    /// Presses keys in a rhythm, without waiting for what they do.
    func press(_ keys: [String], every milliseconds: Int, at place: SourceLocation = #_sourceLocation) async throws {
        for key in keys {
            try await press([key], at: place)
            try await pass(milliseconds)
        }
    }

    /// Presses a key until an album is chosen, each time after the one before has chosen another.
    func press(_ key: String, toReach album: ListedAlbum, at place: SourceLocation = #_sourceLocation) async throws {
        while true {
            let former = try await value("an album is chosen", at: place) { $0.selectedAlbum }
            if former == album.heading { return }
            try await press([key], at: place)
            try await holds("“\(key)” leads from \(former) towards \(album.heading)", at: place) { content in
                content.selectedAlbum.map { $0 != former } ?? false
            }
        }
    }

    /// Presses the Tab key until a control has the keyboard.
    func tab(to name: String, with key: String = "Tab", at place: SourceLocation = #_sourceLocation) async throws {
        var focus = try await focus(at: place)
        var reached: [String] = []
        while focus.name != name {
            try #require(reached.count < 40, "“\(name)” is not reached by the Tab key, only \(reached)", sourceLocation: place)
            focus = try await tab(from: focus, with: key, at: place)
            reached.append(focus.name)
        }
    }

    /// Presses the Tab key, and waits until it has led on.
    func tab(from former: Focus, with key: String = "Tab", at place: SourceLocation = #_sourceLocation) async throws -> Focus {
        try await press([key], at: place)
        return try await value("the key leads on from “\(former.name)”", at: place) { content in
            content.focused.map(Focus.init).flatMap { $0.isSame(as: former) ? nil : $0 }
        }
    }

    /// Waits until something has the keyboard.
    func focus(at place: SourceLocation = #_sourceLocation) async throws -> Focus {
        try await value("something has the keyboard", at: place) { $0.focused.map(Focus.init) }
    }

    /// Lets some time go by, for what depends on the moment.
    func pass(_ milliseconds: Int) async throws {
        let moment = ContinuousClock.now + .milliseconds(milliseconds)
        if milliseconds > 0 { try await Eventually.holds("the time has gone by") { ContinuousClock.now >= moment } }
    }

    /// Types a text into what has the keyboard, letter by letter.
    func type(_ text: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await expectKeyboard(at: place)
        DisplayInput.shared.type(text)
    }

    /// Presses a key and types a text so many milliseconds after it, without waiting for what the key does.
    func press(_ key: String, andType text: String, after milliseconds: Int) async throws {
        try await press(key)
        try await pass(milliseconds)
        try await type(text)
    }

    /// Waits until one of the program's windows has the keyboard, for what is pressed before that would be lost.
    private func expectKeyboard(at place: SourceLocation) async throws {
        try await Eventually.holds("a window has the keyboard", at: place) { Self.toplevels.contains { isActive($0) } }
    }

    /// Opens the search by key, and types what is looked for once it is open.
    func search(for words: String) async throws {
        try await press("ctrl+f")
        try await holds("the search is open") { $0.isSearchOpen }
        try await type(words)
    }
}

/// The widget with the keyboard.
struct Focus: Sendable {
    let name: String
    let role: GtkAccessibleRole
    /// Whether it is a field.
    let isInField: Bool
    fileprivate let widget: UInt
    /// The address of the link, in a label that has several.
    fileprivate let link: String?

    fileprivate init(_ node: WidgetNode) {
        (name, role, widget) = (node.nameOfWhole, node.role, node.identifier)
        (isInField, link) = (node.contents != nil, node.focusedLink)
    }

    /// Whether the keyboard is at the same place.
    func isSame(as other: Focus) -> Bool {
        widget == other.widget && link == other.link
    }
}
