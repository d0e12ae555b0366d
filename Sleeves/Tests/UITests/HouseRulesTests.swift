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
                try await Eventually.holds("the keys are listed") {
                    // GTK writes an underscore.
                    Set(["Remove the selected albums from the library", "Page Up"]).isSubset(of: shortcuts.all("label").map(\.name))
                }
                try await window.press("Escape")
                try await Eventually.holds("they are closed") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")

                try await window.press("F10")
                try await Eventually.holds("the menu is open") { window.frame?.all("menu item").contains { $0.frame != nil } == true }
                try await window.press("Up", "Return")
                try await Eventually.holds("the about window is open") {
                    window.dialogs.first?.all("label").contains { $0.name == "Sleeves" } == true
                }
                try await window.press("Escape")
                try await Eventually.holds("it is closed") { window.dialogs.isEmpty }
            }
        }

        @Test("At 360 pixels nothing is cut off, whichever album is shown")
        func narrow() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.resize(width: 360, height: 700)
                // The button gives its room to the title; the main menu has it too.
                try await Eventually.holds("there is room") {
                    window.frame?.first("push button", named: "Add a Music Folder")?.frame == nil
                }
                let albums = try await SleevesCommand.list(library, in: scene)
                for album in [0, 5] {
                    try await window.press(Array(repeating: "Right", count: album))
                    try await window.expectSelection(albums[album])
                    try await window.expectNothingCutOff(at: 360)
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
                try await Eventually.holds("the message is higher than a line") {
                    let labels = window.frame?.all("label") ?? []
                    let message = labels.first { $0.name.hasPrefix("No file manager is set up") }?.frame
                    guard let message, let title = labels.first(where: { $0.name == "Sleeves" })?.frame else { return false }
                    return message.height > title.height * 3 / 2
                }
            }
        }

        @Test("An empty library offers neither a search nor an order")
        func emptyLibrary() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                for (role, name) in [("toggle button", "Search"), ("push button", "Sort")] {
                    try await Eventually.holds("“\(name)” isn't offered") { window.frame?.first(role, named: name)?.frame == nil }
                }
                // When the second key has done something, the first has, too.
                try await window.press("ctrl+f", "ctrl+question")
                _ = try await window.dialog("Keyboard Shortcuts")
                try await Eventually.holds("the search stays closed") { !window.isSearchOpen }
                _ = try await window.shown("push button", named: "Import a Collection…")
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
                let around = try await window.settledCover(of: albums[1]).frame.inset(-10)
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
                var last = try await Eventually.value("the strip has the keyboard") {
                    window.focused.flatMap { $0.name == "Albums" ? $0 : nil }
                }
                var reached: [String] = []
                while reached.last != "Albums", reached.count < 40 {
                    try await window.press("Tab")
                    last = try await Eventually.value("the keyboard goes on from \(reached.last ?? "the strip") to what has a name") {
                        window.focused.flatMap { $0.path == last.path || $0.name.isEmpty ? nil : $0 }
                    }
                    reached.append(last.name)
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
                for folder in 0..<40 {
                    try FileManager.default.createDirectory(atPath: "\(music)/\(folder)", withIntermediateDirectories: true)
                    for file in 0..<10 { try bytes.write(to: URL(filePath: "\(music)/\(folder)/\(file).mp3")) }
                }
                let library = "\(scene.folder)/library"
                // As long as somebody else is writing the import waits, and so it cannot have ended before it is cancelled.
                let writer = try await LibraryWriter.ofNewLibrary(library, in: scene)
                let window = try await SleevesWindow.open(library, opening: [music], in: scene)
                let cancel = try await Eventually.value("the import shows its progress") {
                    window.frame?.first("push button", named: "Cancel").flatMap { $0.frame == nil ? nil : $0 }
                }
                #expect(cancel.act())
                // GTK shows for a quarter of a second that a button is pressed, before it clicks.
                try await Eventually.holds("the import knows that it is to stop") { !cancel.has(ATSPI_STATE_SENSITIVE) }
                try writer.stop()
                try await Eventually.holds("the window says that it was stopped") {
                    window.texts.contains { $0.hasPrefix("The import was stopped.") }
                }
                try await Eventually.holds("music can be added again") {
                    window.frame?.first("push button", named: "Add a Music Folder…")?.frame != nil || window.subtitle != nil
                }
                let albums = try await SleevesCommand.list(library, in: scene)
                // An album in many folders has all files of some of them: never half a folder.
                #expect(albums.compactMap(\.trackCount).allSatisfy { $0.isMultiple(of: 10) })
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)
                let whole = try await SleevesCommand.makeLibrary(of: music, in: scene)
                #expect(whole == library)
                #expect(try await SleevesCommand.list(library, in: scene).compactMap(\.trackCount) == [400])
            }
        }
    }
}

extension SleevesWindow {
    /// Waits until everything is between the left edge of the window and the right.
    fileprivate func expectNothingCutOff(at width: Int) async throws {
        var cutOff: [String] = []
        try await Eventually.holds("nothing is cut off, unlike \(cutOff)") {
            guard let content = frame?.byRole, let strip = AccessibleNode.first(of: content["list"] ?? [], named: "Albums") else {
                return false
            }
            let inStrip = Set(strip.all("label").map(\.name))
            cutOff = []
            for role in ["push button", "toggle button", "label", "heading"] {
                let nodes = content[role] ?? []
                for (node, place) in zip(nodes, AccessibleNode.frames(of: nodes)) {
                    guard let place, place.x < 0 || place.x + place.width > width, !inStrip.contains(node.name) else { continue }
                    cutOff.append("\(role) “\(node.name)” at \(place)")
                }
            }
            return cutOff.isEmpty
        }
    }
}
