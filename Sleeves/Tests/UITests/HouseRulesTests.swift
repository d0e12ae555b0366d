import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("The desktop's house rules")
    struct HouseRulesTests {
        @Test("Shortcuts and about open by key and menu, and close by Escape")
        func windows() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+question")
                let shortcuts = try await window.dialog("Keyboard Shortcuts")
                let lines = shortcuts.all("label").map(\.name)
                #expect(lines.contains("Remove the selected albums from the library"))
                // GTK writes an underscore.
                #expect(lines.contains("Page Up"))
                try await window.press("Escape")
                try await Eventually.holds("they are closed") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")

                try await window.press("F10")
                try await Eventually.holds("the menu is open") { window.frame?.all("menu item").contains { $0.frame != nil } == true }
                try await window.press("Up", "Return")
                let about = try await Eventually.value("the about window is open") { window.dialogs.first }
                #expect(about.all("label").contains { $0.name == "Sleeves" })
                try await window.press("Escape")
                try await Eventually.holds("it is closed") { window.dialogs.isEmpty }
            }
        }

        @Test("At 360 pixels nothing is cut off, whichever album is shown", arguments: [0, 5])
        func narrow(_ album: Int) async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.resize(width: 360, height: 700)
                // The button gives its room to the title; the main menu has it too.
                try await Eventually.holds("there is room") {
                    window.frame?.first("push button", named: "Add a Music Folder")?.frame == nil
                }
                let albums = try await SleevesCommand.list(library, in: scene)
                try await window.press(Array(repeating: "Right", count: album))
                try await window.expectSelection(albums[album])
                let content = try #require(window.frame)
                let strip = Set(try #require(content.first("list", named: "Albums")).all("label").map(\.name))
                for role in ["push button", "toggle button", "label", "heading"] {
                    for node in content.all(role) where !strip.contains(node.name) {
                        guard let frame = node.frame else { continue }
                        #expect(frame.x >= 0 && frame.x + frame.width <= 360, "\(role) “\(node.name)” stands at \(frame)")
                    }
                }
            }
        }

        @Test("At 360 pixels a message wraps")
        func message() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.resize(width: 360, height: 700)
                try await window.press("ctrl+l")
                let line = try await Eventually.value("the message is shown") {
                    window.frame?.all("label").first { $0.name.hasPrefix("No file manager is set up") }?.frame
                }
                let title = try #require(window.frame?.all("label").first { $0.name == "Sleeves" }?.frame)
                #expect(line.height > title.height * 3 / 2)
            }
        }

        @Test("An empty library offers neither a search nor an order")
        func emptyLibrary() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                for (role, name) in [("toggle button", "Search"), ("push button", "Sort")] {
                    #expect(window.frame?.first(role, named: name)?.frame == nil)
                }
                try await window.press("ctrl+f")
                #expect(!window.isSearchOpen)
                #expect(window.frame?.first("push button", named: "Import a Collection…")?.frame != nil)
            }
        }

        @Test("An album without a cover has its names on the stand-in; one with a cover has none under it")
        func standIn() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let album = albums[try albums.coverless]
                try #require(albums[0].cover == "present")
                try await window.expectSelection(albums[0])
                @MainActor func names() -> [String] {
                    window.frame?.first("list", named: "Albums")?.all("label").filter { $0.frame != nil }.map(\.name) ?? []
                }
                try await Eventually.holds("it has its names") { names() == [album.title, album.artist] }
                try await window.press("End", "Home")
                try await window.expectSelection(albums[0])
                try await Eventually.holds("it has them again") { names() == [album.title, album.artist] }
            }
        }

        @Test("The chosen cover shows whether the strip has the keyboard")
        func focusRing() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                let cover = try #require(try await window.settledCovers().first(where: \.isSelected))
                let around = cover.frame.inset(-10)
                let focused = try await Eventually.still("the strip is drawn") { try await window.pixels(around) }
                try await window.press("Tab")
                try await Eventually.holds("the keyboard has gone on") { window.focused?.name != "Albums" }
                try await Eventually.holds("the ring is gone") {
                    try await window.pixels(around).difference(from: focused) > 0.003
                }
            }
        }

        @Test("Everything in the window is reached by the Tab key, and has a name")
        func tabbing() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the strip has the keyboard") { window.focused?.name == "Albums" }
                var reached: [String] = []
                while reached.last != "Albums", reached.count < 40 {
                    let before = window.focused?.path
                    try await window.press("Tab")
                    try await Eventually.holds("the focus moves on") { window.focused.map { $0.path != before } ?? false }
                    let name = window.focused?.name ?? ""
                    #expect(!name.isEmpty)
                    reached.append(name)
                }
                for name in ["Play", "Open Folder", "Change the Album", "Main Menu", "Add a Music Folder", "Albums"] {
                    #expect(reached.contains(name), "\(name) is not among \(reached)")
                }
            }
        }

        @Test("An import that is cancelled in the window leaves a whole library, and goes on from there")
        func cancelImport() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                let track = SleevesCommand.samples + "/Music/Cool Basement Stairs/1994 - Demos, Mostly/01 One Two Three Floor.mp3"
                let bytes = try Data(contentsOf: URL(filePath: track))
                for folder in 0..<60 {
                    try FileManager.default.createDirectory(atPath: "\(music)/\(folder)", withIntermediateDirectories: true)
                    for file in 0..<100 { try bytes.write(to: URL(filePath: "\(music)/\(folder)/\(file).mp3")) }
                }
                let library = "\(scene.folder)/library"
                let empty = "\(scene.folder)/empty.json"
                try Data("[]".utf8).write(to: URL(filePath: empty))
                // An import of nothing makes a library too.
                #expect(try await SleevesCommand.run("import", "--library", library, empty, in: scene).status == 65)
                // As long as somebody else is writing the import waits, and so it cannot have ended before it is cancelled.
                let writer = try LibraryWriter(of: library)
                let window = try await SleevesWindow.open(library, opening: [music], in: scene)
                let cancel = try await Eventually.value("the import shows its progress") {
                    window.frame?.first("push button", named: "Cancel").flatMap { $0.frame == nil ? nil : $0 }
                }
                #expect(cancel.act())
                try writer.stop()
                try await Eventually.holds("the window says that it was stopped") {
                    window.texts.contains { $0.hasPrefix("The import was stopped.") }
                }
                try await Eventually.holds("music can be added again") {
                    window.frame?.first("push button", named: "Add a Music Folder…")?.frame != nil || window.subtitle != nil
                }
                let albums = try await SleevesCommand.list(library, in: scene)
                // An album in many folders has all files of some of them: never half a folder.
                #expect(albums.compactMap(\.trackCount).allSatisfy { $0.isMultiple(of: 100) })
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)
                let whole = try await SleevesCommand.makeLibrary(of: music, in: scene)
                #expect(whole == library)
                #expect(try await SleevesCommand.list(library, in: scene).compactMap(\.trackCount) == [6000])
            }
        }
    }
}
