import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The user's decisions about which files are one album, and which copy is played.
    @MainActor
    @Suite("Joining, splitting and choosing a copy")
    struct RearrangingInTheWindowTests {
        private static let albums = [
            SilentMusic.Album(artist: "Ada", title: "First Light", seconds: [0, 0]),
            SilentMusic.Album(artist: "Ada", title: "Last Light", seconds: [0, 0]),
        ]

        /// Undoes joining two albums, joins them again by redo, and splits them by the menu.
        private func undoRepeatAndSplit(in window: SleevesWindow) async throws {
            try await window.press("ctrl+z")
            try await window.equal(2) { $0.cells.count }
            try await window.press("ctrl+shift+z")
            try await window.equal(1) { $0.cells.count }
            try await window.choose("Split Album", from: "Change the Album")
            try await window.equal(2) { $0.cells.count }
        }

        @Test("Selected albums become one by the menu, and separate ones again by undo and by the menu")
        func join() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(of: Self.albums, in: scene), as: "wall", in: scene)
                try await window.equal(2) { $0.cells.count }
                #expect(window.isEnabled("split-album") && !window.isEnabled("join-albums"))
                try await window.press("Right", "shift+Left")
                try await window.holds("both are selected") { $0.texts.contains("2 albums") }
                try await window.choose("Join Albums", from: "Change the Albums")
                try await window.equal(1) { $0.cells.count }
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.holds("the reason is shown") { content in
                    content.texts.contains { $0.hasPrefix("Joined by hand.") } && content.texts.contains("Disc 2")
                }
                try await undoRepeatAndSplit(in: window)
            }
        }

        @Test("A record of a list becomes a copy of the album of its files, which the page edits; undo and the menu separate them again")
        func joinRecord() async throws {
            try await Scene.play { scene in
                let library = try await SilentMusic.makeLibrary(of: [Self.albums[0]], in: scene)
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Zenith", "artist": "Zoe"}]"#.utf8).write(to: URL(filePath: list))
                try await Scene.fill(library, with: [list])
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal(2) { $0.cells.count }
                try await window.press("Right", "shift+Left")
                try await window.holds("both are selected") { $0.texts.contains("2 albums") }
                try await window.choose("Join Albums", from: "Change the Albums")
                try await window.equal(1) { $0.cells.count }
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.holds("the record is a copy") { $0.texts.contains("Your Copy") }
                try await window.tab(to: "Edit This Copy")
                try await window.press("space")
                try await window.dialog("Edit This Copy")
                try await window.equal("Format") { $0.focusedName }
                try await window.type("LP")
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.equal("LP") { $0.copy["Format"] }
                try await window.press("ctrl+z")
                try await window.holds("the copy is as before") { $0.copy["Format"] == nil }
                try await undoRepeatAndSplit(in: window)
            }
        }

        @Test("A list's record with the names of files is their copy at once, which the window says, and is separated where it is edited")
        func joinByRule() async throws {
            try await Scene.play { scene in
                let library = try await SilentMusic.makeLibrary(of: [Self.albums[0]], in: scene)
                let list = "\(scene.folder)/list.csv"
                try """
                Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder
                KST-1001,Ada,First Light,Kestrel,"LP, Album",,1964,77,All
                KST-1002,ADA,First  light,Kestrel,"LP, Mono",,1961,78,All
                """.write(toFile: list, atomically: true, encoding: .utf8)
                let window = try await SleevesWindow.open(library, as: "wall", opening: [list], in: scene)
                try await window.holds("it is said") { content in content.texts.contains { $0.contains("2 joined with their files") } }
                try await window.holds("both are copies") { $0.texts.contains("Copy 2") }
                try await window.equal(["First Light", "Ada", "2 Copies"]) { $0.lines(ofCell: 0) }
                try await window.tab(to: "Edit This Copy")
                try await window.press("space")
                try await window.dialog("Edit This Copy")
                try await window.tab(to: "Separate This Record")
                try await window.press("space")
                try await window.expectNoDialog()
                try await window.equal(2) { $0.cells.count }
                try await window.press("ctrl+z")
                try await window.equal(1) { $0.cells.count }
                try await window.equal(["First Light", "Ada", "2 Copies"]) { $0.lines(ofCell: 0) }
                try await window.press("ctrl+z")
                try await window.holds("the import is undone") { !$0.texts.contains("Copy 2") }
                try await window.equal(["First Light", "Ada", ""]) { $0.lines(ofCell: 0) }
            }
        }

        @Test("An album that has no parts isn't split, and the window says why")
        func noParts() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(of: [Self.albums[0]], in: scene), as: "wall", in: scene)
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.choose("Split Album", from: "Change the Album")
                try await window.holds("the reason is shown") { content in
                    content.texts.contains("“First Light” cannot be split: its files are in one folder, in one format and on one disc.")
                }
            }
        }

        @Test("The copy that is chosen on the page is marked and played, until that is undone")
        func choose() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music/"
                for copy in ["A", "B"] { try SilentMusic.write(Self.albums[0], to: music + copy) }
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.holds("the best copy is played") { content in
                    content.texts.contains { $0.hasSuffix("The best copy is played.") }
                }
                try await window.tab(to: "Play This Copy")
                try await window.press("space")
                try await window.holds("the other copy is played") { content in
                    content.texts.contains { $0.hasSuffix("The copy that you have chosen is played.") }
                }
                try await window.press("ctrl+z")
                try await window.holds("the best copy is played again") { content in
                    content.texts.contains { $0.hasSuffix("The best copy is played.") }
                }
            }
        }
    }
}

extension WindowContent {
    /// The lines below a cover on the wall.
    fileprivate func lines(ofCell index: Int) -> [String] {
        let cells = first(GTK_ACCESSIBLE_ROLE_GRID, named: "Albums")?.children.filter(\.isShown) ?? []
        return cells.indices.contains(index) ? cells[index].tree.compactMap(\.line) : []
    }
}
