import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// Undoing and redoing lead to the album that they concern.
    @MainActor
    @Suite("Undoing and redoing")
    struct UndoingTests {
        @Test("An album that undo brings back is chosen again at its place, by the toast's button, by key and by menu")
        func removal() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Right", "Right")
                try await window.expectSelection(albums[2])
                try await window.press("Delete")
                try await window.expectSelection(albums[3])

                // The button's name is what it says, once.
                let undo = try await Eventually.value("there is a button") { window.frame?.first("push button", named: "Undo")?.frame }
                try await window.click(undo)
                try await window.expectSelection(albums[2])
                try await Eventually.holds("it stands where it stood") {
                    let shown = window.covers.map(\.name)
                    let chosen = shown.firstIndex(of: albums[2].heading) ?? 0
                    return chosen > 0 && shown[chosen - 1] == albums[1].heading && shown[chosen + 1] == albums[3].heading
                }

                try await window.press("ctrl+shift+z")
                try await window.expectSelection(albums[3])
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[2])

                // From elsewhere, too, the removal leads to the neighbour.
                try await window.press("Home")
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+shift+z")
                try await window.expectSelection(albums[3])
                try await window.press("Home")
                try await window.expectSelection(albums[0])
                try await window.choose("Undo Remove “\(albums[2].title)”", from: "Main Menu")
                try await window.expectSelection(albums[2])
                #expect(try await SleevesCommand.list(library, in: scene) == albums)
            }
        }

        @Test("The only album that comes back is chosen in place of the welcome page, and redo brings that page again")
        func onlyAlbum() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Kettle Blues", "artist": "Copper Weatherby Trio"}]"#.utf8).write(to: URL(filePath: list))
                let library = try await SleevesCommand.makeLibrary(of: list, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let messages = SpokenMessages()
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+shift+z")
                try await Eventually.holds("the welcome page is back") { window.texts.contains("Your Records Go Here") }
                try await Eventually.holds("what was done again is said") {
                    messages.include("Redone: Remove “Kettle Blues”")
                }
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                // The keyboard is the strip's: its own key works.
                try await window.press("Delete")
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
            }
        }

        @Test("After pressing a toast's button by key, the focus returns to the strip, and the result is announced")
        func toastByKey() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let messages = SpokenMessages()
                try await window.press("Delete")
                // The toast stays while the pointer is over it, however long the keys take.
                let toast = try await Eventually.value("there is a button") { window.frame?.first("push button", named: "Undo")?.frame }
                try await window.hover(toast)
                try await window.expectSelection(albums[1])
                try await Eventually.holds("the button has the keyboard") {
                    if window.focused?.name == "Undo" { return true }
                    try await window.press("shift+Tab")
                    return false
                }
                try await window.press("Return")
                try await window.expectSelection(albums[0])
                try await Eventually.holds("what was undone is said") {
                    messages.include("Undone: Remove “\(albums[0].title)”")
                }
                try await window.press("Right")
                try await window.expectSelection(albums[1])
            }
        }

        @Test("Removing and restoring albums faster than messages appear and disappear doesn't crash")
        func quickly() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                for round in 0..<3 {
                    try await window.press(Array(repeating: "Delete", count: 5), every: 120)
                    // Fewer than five on a busy machine, where a key may mean an album that is already going.
                    let gone = try await Eventually.still("no more albums go") {
                        albums.count - (try await SleevesCommand.list(library, in: scene).count)
                    }
                    try await window.expectSelection(albums[gone])
                    try #require(gone > 1)
                    try await window.press(Array(repeating: "ctrl+z", count: gone - 1), every: 30 + round * 40)
                    try await window.expectSelection(albums[1])
                    try await window.press("ctrl+z")
                    try await window.expectSelection(albums[0])
                }
                #expect(window.program.status == nil)
            }
        }

        @Test("An edit and a cover that are undone or redone elsewhere lead to their album")
        func editAndCover() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await Self.retitle(as: "Zzz", in: window)
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("ctrl+shift+z")
                try await Eventually.holds("the album is chosen, with the new title") { window.details["Album"] == "Zzz" }
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])

                let coverless = albums[try albums.coverless]
                try await window.press("Right", toReach: coverless)
                try await window.choose("Choose a Cover…", from: "Change the Album")
                let picture = SleevesCommand.samples + "/Music/Conjunto Maré Mansa do Norte/1969 - Canção do Farol/cover.webp"
                try FileManager.default.copyItem(atPath: picture, toPath: "\(scene.folder)/cover.webp")
                try await window.answerChooser("Choose a Cover", path: "\(scene.folder)/cover.webp")
                try await Eventually.holds("the strip shows it") { window.covers.first { $0.isSelected }?.hasPicture == true }
                // The one beside it, because the window may cut off those further away.
                let covers = try await window.settledCovers()
                let place = try #require(covers.firstIndex { $0.isSelected })
                try await window.click(covers[place - 1].frame)
                try await window.expectSelection(albums[try albums.coverless - 1])
                try await window.press("ctrl+z")
                try await window.expectSelection(coverless)
            }
        }

        @Test("Where the search hides the album, the chosen one stays and the toast says what was undone")
        func hiddenBySearch() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await window.expectSelection(albums[1])
                try await window.search(for: "kettle blues")
                try await window.expectSelection(found[0])
                try await window.press("Return")
                try await window.press("Right")
                try await window.expectSelection(found[1])

                try await window.press("ctrl+z")
                try await Eventually.holds("it is said") { window.texts.contains("Undone: Remove “\(albums[0].title)”") }
                try await Eventually.holds("the album is counted") { window.subtitle == "2 of \(albums.count) albums" }
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await Eventually.holds("all albums are there") { window.subtitle == "\(albums.count) albums" }
                try await window.expectSelection(found[1])
            }
        }

        @Test("Where the search shows the album it is chosen, and stays so when the search ends")
        func shownBySearch() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(albums[0])
                try await window.search(for: "kettle blues")
                try await window.press("Return")
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.press("Delete")
                try await Eventually.holds("one is left") { window.covers.map(\.name) == [found[0].heading] }
                try await window.press("ctrl+z")
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await Eventually.holds("all albums are there") { window.subtitle == "\(albums.count) albums" }
                try await window.expectSelection(found[1])
            }
        }

        /// Gives the chosen album another title.
        private static func retitle(as title: String, in window: SleevesWindow) async throws {
            try await window.press("ctrl+e")
            let dialog = try await window.dialog("Edit Album")
            let field = try #require(dialog.all("text").first { $0.name == "Title" })
            try await Eventually.holds("the title has the keyboard") { field.has(ATSPI_STATE_FOCUSED) }
            try await window.press("ctrl+a")
            try await window.type(title)
            try await window.press("Return")
            try await Eventually.holds("the window shows it") { window.details["Album"] == title }
            try await window.focusWindow(named: "Sleeves")
        }
    }
}
