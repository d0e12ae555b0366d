import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The window without a pointer. Other suites have more of it: selecting, editing, undoing, typed letters, searching.
    @MainActor
    @Suite("By keyboard alone")
    struct KeyboardTests {
        @Test("Views, an order, an artist's albums and a narrow window's page are reached by key, and the albums keep the keyboard")
        func albums() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("ctrl+2")
                try await window.expectSelection(albums[0])
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await window.press("ctrl+1")
                try await window.expectFocus(onCell: 1, of: albums)
                try await window.press("Left")
                try await window.expectFocus(onCell: 0, of: albums)

                // The order, by the button's menu.
                try await window.tab(to: "Sort", with: "shift+Tab")
                try await window.press("Return")
                try await window.equal("Artist") { $0.focusedName }
                try await window.press("Down", "Return")
                let byTitle = try await Scene.list("\(scene.folder)/library", sort: .title)
                try await window.expectFocus(onCell: try #require(byTitle.firstIndex { $0.id == albums[0].id }), of: byTitle)
                try await window.press("Home")
                try await window.expectFocus(onCell: 0, of: byTitle)

                // The artist on the page, then all albums again.
                try await window.expectPage(of: byTitle[0])
                try await window.tab(to: byTitle[0].artist)
                try await window.press("Return")
                let others = byTitle.filter { $0.artist == byTitle[0].artist }
                try await window.equal("\(others.count) of \(albums.count) albums") { $0.subtitle }
                try await window.expectFocus(onCell: 0, of: others)
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
                try await window.expectFocus(onCell: 0, of: byTitle)
                // A list that is filled takes the keyboard back from a menu.
                _ = try await window.still("the albums stand still") { $0.cells }

                // The menu, which leads back.
                try await window.press("shift+F10")
                try await window.equal("Play") { $0.focusedName }
                try await window.press("Escape")
                try await window.expectFocus(onCell: 0, of: byTitle)

                try await window.resize(width: 400, height: 700)
                try await window.press("Return")
                try await window.equal("Play") { $0.focusedName }
                try await window.press("alt+Left")
                try await window.expectFocus(onCell: 0, of: byTitle)
            }
        }

        @Test("A source is read again and forgotten, and all albums are exported, by key")
        func library() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                let file = "\(scene.folder)/albums.json"
                try await window.press("ctrl+shift+e")
                try await window.saveAs("\(scene.folder)/export.txt", in: "Export to a .csv or .json File")
                try await window.holds("the name is refused") { content in
                    content.texts.contains { $0.hasPrefix("Nothing was exported to ") && $0.hasSuffix("that ends in .csv or .json.") }
                }
                #expect(!FileManager.default.fileExists(atPath: "\(scene.folder)/export.txt"))
                try await window.clickButton("Choose Another Name")
                try await window.saveAs(file, in: "Export to a .csv or .json File")
                try await Eventually.holds("the albums are exported") { FileManager.default.fileExists(atPath: file) }
                try await window.press("ctrl+comma")
                try await window.dialog("Preferences")
                try await window.tab(to: "Read Again")
                try await window.press("space")
                try await window.holds("the folder was read") { content in
                    content.dialog("Preferences")?.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Read Again")?.isSensitive == true
                }
                // The button can't be used meanwhile, so the keyboard is with nothing.
                try await window.press("Tab")
                try await window.tab(to: "Forget")
                try await window.press("space")
                try await window.expectWelcome()
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await window.press("ctrl+z")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
            }
        }
    }
}

extension SleevesWindow {
    /// Waits until the cell at a place has the keyboard, and the wall has these albums.
    fileprivate func expectFocus(onCell place: Int, of albums: [ListedAlbum], at location: SourceLocation = #_sourceLocation) async throws {
        let name = "\(albums[place].heading), \(place + 1) of \(albums.count)"
        try await equal(name, at: location) { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL ? $0.focused?.name : nil }
    }
}
