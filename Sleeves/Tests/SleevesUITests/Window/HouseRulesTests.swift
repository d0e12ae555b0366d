import CAdwaita
import Testing

extension OnScreen {
    @MainActor
    @Suite("The desktop's house rules")
    struct HouseRulesTests {
        @Test("Shortcuts and about open by key and menu, and close by Escape")
        func windows() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+question")
                try await window.dialog("Keyboard Shortcuts")
                try await window.holds("the keys are listed") { content in
                    // GTK writes an underscore.
                    Set(["Select all albums", "Page Up"]).isSubset(of: content.texts(of: "Keyboard Shortcuts"))
                }
                let size = try await window.still("they are laid out") { $0.dialog("Keyboard Shortcuts")?.size }
                #expect(size[0] <= 1_280 && size[1] <= 600, "\(size)")
                try await window.press("Escape")
                try await window.expectNoDialog()

                try await window.openMainMenu()
                try await window.press("Up", "Return")
                try await window.holds("the about window is open") { $0.dialogs.first?.content.texts.contains("Sleeves") == true }
                let about = try await window.value("it has a name") { $0.dialogs.first?.name }
                try await window.focusWindow(named: about)
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }

        @Test("At 360 pixels nothing is cut off, whichever album is shown")
        func narrow() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.resize(width: 360, height: 700)
                // The button gives its room to the title; the main menu has it too.
                try await window.holds("there is room") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Add Records") == nil }
                for album in [0, 5] {
                    try await window.press(Array(repeating: "Right", count: album))
                    try await window.expectSelection(albums[album])
                    try await window.equal([]) { $0.cutOff(at: 360) }
                }
            }
        }

        @Test("At 360 pixels a message wraps")
        func message() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.resize(width: 360, height: 700)
                try await window.press("ctrl+l")
                try await window.holds("the message is higher than a line") { content in
                    let message = content.nodes.first { $0.text?.hasPrefix("No file manager is set up") == true }?.frame
                    guard let message, let title = content.nodes.first(where: { $0.text == "Sleeves" })?.frame else { return false }
                    return message.height > title.height * 3 / 2
                }
            }
        }

        @Test("An empty library offers neither a search nor an order")
        func emptyLibrary() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await window.expectWelcome()
                for name in ["Search", "Sort"] {
                    try await window.holds("“\(name)” isn't offered") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: name) == nil }
                }
                // When the second key has done something, the first has, too.
                try await window.press("ctrl+f", "ctrl+question")
                try await window.dialog("Keyboard Shortcuts")
                try await window.equal(false) { $0.isSearchOpen }
                try await window.holds("a collection can be imported") { content in
                    content.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Import a Collection…") != nil
                }
            }
        }

        @Test("An album without a cover has its names on the stand-in; one with a cover has none under it")
        func standIn() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let album = albums[try albums.coverless]
                try #require(albums[0].hasCover)
                try await window.expectSelection(albums[0])
                try await window.equal([album.title, album.artist]) { $0.textsOfStrip }
                try await window.press("End", "Home")
                try await window.expectSelection(albums[0])
                try await window.equal([album.title, album.artist]) { $0.textsOfStrip }
            }
        }

        @Test("The chosen cover shows whether the strip has the keyboard")
        func focusRing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                let around = try await window.still("the cover stands still") { $0.cover(of: albums[1])?.frame }.inset(-10)
                let focused = try await window.still("the strip is drawn") { $0.pixels(around) }
                try await window.press("Tab")
                try await window.holds("the keyboard has gone on") { $0.focusedName != "Albums" }
                try await window.holds("the ring is gone") { content in
                    content.pixels(around).map { $0.difference(from: focused) > 0.003 } ?? false
                }
            }
        }

        @Test("Everything in the window is reached by the Tab key, and has a name")
        func tabbing() async throws {
            try await Scene.play { scene in
                let (window, _) = try await SleevesWindow.openSamples(in: scene)
                try await window.equal("Albums") { $0.focusedName }
                var last = try await window.focus()
                var reached: [String] = []
                while reached.last != "Albums", reached.count < 40 {
                    last = try await window.tab(from: last)
                    try await window.holds("the keyboard goes on from \(reached.last ?? "the strip") to what has a name") { content in
                        content.focused?.control.spokenName.isEmpty == false
                    }
                    reached.append(last.name)
                }
                for name in ["Play", "Open Folder", "Change the Album", "Main Menu", "Add Records", "Albums"] {
                    #expect(reached.contains(name), "\(name) is not among \(reached)")
                }
            }
        }
    }
}

extension WindowContent {
    /// The widgets beyond the window's left or right edge, apart from the covers of the strip.
    fileprivate func cutOff(at width: Int) -> [String] {
        guard let strip = first(GTK_ACCESSIBLE_ROLE_LIST, named: "Albums") else { return ["there is no strip"] }
        let inStrip = Set(strip.texts)
        let roles: Set = [GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_LABEL, GTK_ACCESSIBLE_ROLE_HEADING]
        return nodes.filter { roles.contains($0.role) }.compactMap { node in
            guard let place = node.frame, place.x < 0 || place.x + place.width > width, !inStrip.contains(node.name) else { return nil }
            return "“\(node.name)” at \(place)"
        }
    }

    /// The texts in the strip.
    fileprivate var textsOfStrip: [String] {
        first(GTK_ACCESSIBLE_ROLE_LIST, named: "Albums")?.texts ?? []
    }
}
