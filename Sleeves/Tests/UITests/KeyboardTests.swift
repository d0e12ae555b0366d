import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// What a person without a pointer does. Other suites have more of it: selecting, editing, undoing, typed letters, searching.
    @MainActor
    @Suite("By keyboard alone")
    struct KeyboardTests {
        @Test("Views, an order, an artist's albums and a narrow window's page are reached by key, and the albums keep the keyboard")
        func albums() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("ctrl+2")
                try await window.expectSelection(albums[0])
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await window.press("ctrl+1")
                try await window.expectFocus(on: albums[1], of: "table cell")
                try await window.press("Left")
                try await window.expectFocus(on: albums[0], of: "table cell")

                // The order, by the button's menu.
                try await window.tab(to: "Sort", backwards: true)
                try await window.press("Return")
                try await window.expectFocus(on: "Artist")
                try await window.press("Down", "Return")
                let byTitle = try await SleevesCommand.list("\(scene.folder)/library", sort: "title", in: scene)
                try await window.expectFocus(on: albums[0], of: "table cell")
                try await window.press("Home")
                try await window.expectFocus(on: byTitle[0], of: "table cell")

                // The artist on the page, then all albums again.
                try await window.tab(to: byTitle[0].artist)
                try await window.press("Return")
                let others = albums.count { $0.artist == byTitle[0].artist }
                try await Eventually.holds("the artist's albums are shown") { window.subtitle == "\(others) of \(albums.count) albums" }
                try await window.expectFocus(on: byTitle[0], of: "table cell")
                try await window.press("Escape")
                try await Eventually.holds("all albums are shown") { window.subtitle == "\(albums.count) albums" }

                // The menu, which leads back.
                try await window.press("shift+F10")
                try await window.expectFocus(on: "Play")
                try await window.press("Escape")
                try await window.expectFocus(on: byTitle[0], of: "table cell")

                try await window.resize(width: 400, height: 700)
                try await window.press("Return")
                try await window.expectFocus(on: "Play")
                try await window.press("alt+Left")
                try await window.expectFocus(on: byTitle[0], of: "table cell")
            }
        }

        @Test("A source is read again and forgotten, and all albums are exported, by key")
        func library() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                let file = "\(scene.folder)/albums.json"
                try await window.press("ctrl+shift+e")
                _ = try await window.dialog("Export to a .csv or .json File")
                try await window.press("ctrl+a")
                try await window.type(file)
                try await window.press("Return")
                try await Eventually.holds("the albums are exported") { FileManager.default.fileExists(atPath: file) }
                try await Eventually.holds("the question is answered") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+comma")
                let preferences = try await window.dialog("Preferences")
                try await window.tab(to: "Read Again", in: preferences)
                try await window.press("space")
                try await Eventually.holds("the folder was read") {
                    preferences.first("push button", named: "Read Again")?.has(ATSPI_STATE_SENSITIVE) == true
                }
                try await window.tab(to: "Forget", in: preferences)
                try await window.press("space")
                try await Eventually.holds("nothing is left") { window.texts.contains("Your Records Go Here") }
                try await window.press("Escape")
                try await Eventually.holds("the preferences are closed") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+z")
                try await Eventually.holds("all albums are back") { window.subtitle == "\(albums.count) albums" }
            }
        }
    }
}

extension SleevesWindow {
    /// Goes on with the Tab key until something has the keyboard.
    func tab(to name: String, backwards: Bool = false, in root: AccessibleNode? = nil) async throws {
        for _ in 0..<40 {
            let before = (root ?? frame)?.focused
            if before?.name == name { return }
            try await press(backwards ? "shift+Tab" : "Tab")
            try await Eventually.holds("the keyboard goes on from \(before?.name ?? "nothing")") {
                (root ?? frame)?.focused?.path != before?.path
            }
        }
        Issue.record("“\(name)” is not reached by the Tab key")
    }

    fileprivate func expectFocus(on name: String) async throws {
        try await Eventually.holds("“\(name)” has the keyboard; it is with \(focused?.name ?? "nothing")") { focused?.name == name }
    }

    fileprivate func expectFocus(on album: ListedAlbum, of role: String) async throws {
        try await Eventually.holds("\(album.heading) has the keyboard; it is with \(focused?.name ?? "nothing")") {
            focused?.role == role && focused?.name.hasPrefix(album.heading) == true
        }
    }
}
