import Foundation
import Testing

extension UITests.WindowTests {
    /// The window with a screen reader: what Orca says while the keyboard does something.
    @MainActor
    @Suite("With Orca")
    struct OrcaTests {
        /// The direction is that of GTK's own words or, in newer versions, of the system's locale: from left to right, which GTK can invert.
        private static let rightToLeft = ["GTK_DEBUG": "invert-text-dir"]

        @Test("Each step through the wall says artist, title, year and place, in visual order", arguments: [false, true])
        func wall(isRightToLeft: Bool) async throws {
            try await Orca.play { scene, orca in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await orca.hears("1 of 35") {
                    try await SleevesWindow.open(library, as: "wall", variables: isRightToLeft ? Self.rightToLeft : [:], in: scene)
                }
                let cells = try await Eventually.value("the wall has cells") {
                    try await Eventually.still("the wall stands still") { window.cells.count > 1 ? window.cells : nil }
                }
                let columns = cells.count { $0.frame.y == cells[0].frame.y }
                #expect(columns > 1)
                #expect((cells[0].frame.x > cells[1].frame.x) == isRightToLeft)
                let (forward, back) = isRightToLeft ? ("Left", "Right") : ("Right", "Left")
                let last = albums.count - 1
                for (key, index) in [
                    (forward, 1), (forward, 2), (forward, 3), (back, 2), ("Down", 2 + columns), ("Up", 2), ("End", last), ("Home", 0),
                ] {
                    let said = try await orca.says(albums[index].spoken(index, of: albums)) { try await window.press(key) }
                    #expect(said.count == 1)
                }
            }
        }

        @Test("Each step through the strip says artist, title, year and place", arguments: [false, true])
        func strip(isRightToLeft: Bool) async throws {
            try await Orca.play { scene, orca in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await orca.hears("Albums", albums[0].spoken(0, of: albums)) {
                    try await SleevesWindow.open(library, variables: isRightToLeft ? Self.rightToLeft : [:], in: scene)
                }
                let (forward, back) = isRightToLeft ? ("Left", "Right") : ("Right", "Left")
                let last = albums.count - 1
                for (key, index) in [(forward, 1), (forward, 2), (back, 1), ("End", last), (back, last - 1), ("Home", 0)] {
                    try await orca.says(albums[index].spoken(index, of: albums)) { try await window.press(key) }
                }
            }
        }

        @Test("Typed letters, searches and filters say where they led, and how many albums were found", arguments: ["wall", "strip"])
        func finding(layout: String) async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open(layout, in: scene)
                let moss = try #require(albums.firstIndex { $0.artist.hasPrefix("Moss") })
                try await orca.says(albums[moss].spoken(moss, of: albums)) { try await window.type("mos") }
                // The typed letters go.
                try await window.press("Escape")
                try await orca.says("No artist begins with “mosq”") { try await window.type("mosq") }
                try await orca.says("Search entry") { try await window.press("ctrl+f") }
                let found = try await SleevesCommand.run(
                    "list", "--library", "\(scene.folder)/library", "--search", "kettle", "--format", "csv", in: scene)
                let count = found.output.split(whereSeparator: \.isNewline).count - 1
                #expect(count > 1)
                try await orca.says("\(count) albums found") { try await window.type("kettle") }
                try await orca.says("No Albums Found") { try await window.type("qqqq") }
                try await orca.comesToSay(albums[moss].spoken(moss, of: albums), "35 albums", repeating: window.leaveSearch)
            }
        }

        @Test("A chip's rows say facet and count, the chosen one how many albums it leaves, and Escape leads back to the albums")
        func filters() async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open("wall", in: scene)
                try await orca.says("Search entry") { try await window.press("ctrl+f") }
                try await orca.says("Shelves button") { try await window.press("Tab") }
                try await orca.says("Artist button") { try await window.press("Tab") }
                try await orca.says("Search entry") { try await window.press("Return") }
                let first = try await orca.says("Copper Weatherby Trio", "not selected", "2 albums") { try await window.press("Down") }
                #expect(!first.contains { $0.contains("scroll pane") })
                let chosen = try await orca.says("2 albums found") { try await window.press("Return") }
                #expect(!chosen.contains("not selected."), "\(chosen)")
                try await orca.says("Copper Weatherby Trio button") { try await window.press("Escape") }
                try await orca.says(albums[0].spoken(0, of: albums), "35 albums") { try await window.press("Escape") }
            }
        }

        @Test("Selecting several albums says how many they are")
        func selecting() async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open("wall", in: scene)
                try await orca.says(albums[1].spoken(1, of: albums), "2 albums selected") { try await window.press("shift+Right") }
                try await orca.says(albums[2].spoken(2, of: albums)) { try await window.press("ctrl+Right") }
                try await orca.says("3 albums selected") { try await window.press("ctrl+space") }
                try await orca.says("35 albums selected") { try await window.press("ctrl+a") }
                try await orca.says(albums[3].spoken(3, of: albums)) { try await window.press("Right") }
            }
        }

        @Test("A removal, its undo and the end of an import are said, and then what has the keyboard", arguments: ["wall", "strip"])
        func messages(layout: String) async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open(layout, in: scene)
                let title = albums[0].title
                let removed = try await orca.says("Removed “\(title)”") { try await window.press("Delete") }
                #expect(removed.contains { $0.contains("\(albums[1].heading), 1 of 34") })
                let undone = try await orca.says("Undone: Remove “\(title)”") { try await window.press("ctrl+z") }
                #expect(undone.contains { $0.contains(albums[0].spoken(0, of: albums)) })
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Another", "artist": "Someone"}]"#.utf8).write(to: URL(filePath: list))
                try await orca.says("1 new album") {
                    _ = try scene.start(
                        SleevesCommand.path, ["open", "--library", "\(scene.folder)/library", list],
                        environment: scene.environment(on: window.stage))
                }
            }
        }

        @Test("An album's page says its buttons, each track with its time, and each fact with its value")
        func page() async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open("wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await orca.says("\(albums[0].title) heading") { try await window.press("Tab") }
                for texts in [[albums[0].artist], ["1 Star button"], ["Play button"], ["Open Folder button"], ["Change the Album button"]] {
                    try await orca.says(texts[0]) { try await window.press("Tab") }
                }
                try await orca.says("Tracks", "1, Compass Needle Strut, 0:02") { try await window.press("Tab") }
                try await orca.says("2, Here Be Drummers, 0:02") { try await window.press("Down") }
                try await orca.says("3, Legend and Scale, 0:02") { try await window.press("Down") }
                try await orca.says("Album details", "Year", "1974") { try await window.press("Tab") }
                try await orca.says("Genre", "Funk") { try await window.press("Down") }
                // Back to the wall, which is one stop, however many albums it has.
                try await orca.says(albums[0].spoken(0, of: albums)) {
                    var focused = try await Eventually.value("something has the keyboard") { window.focused }
                    for _ in 0..<12 where focused.role != "table cell" {
                        let last = focused.path
                        try await window.press("shift+Tab")
                        focused = try await Eventually.value("the keyboard is elsewhere") {
                            window.focused.flatMap { $0.path == last ? nil : $0 }
                        }
                    }
                }
                try await orca.says("Main Menu button") { try await window.press("shift+Tab") }
            }
        }

        @Test("Menus, dialogs and pages of preferences say what they are, and each leads back to the album")
        func surroundings() async throws {
            try await Orca.play { scene, orca in
                let (window, albums) = try await orca.open("wall", in: scene)
                let first = albums[0].spoken(0, of: albums)
                try await orca.says("Change the Album menu", "Play") { try await window.press("Menu") }
                try await orca.says("Open with Default Player") { try await window.press("Down") }
                try await orca.says(first) { try await window.press("Escape") }
                // Newer versions of Orca don't say that it is a dialog, and on a slow machine Debian 13's leaves out which field has the keyboard then.
                try await orca.says("Edit Album") {
                    try await window.press("ctrl+e")
                    let dialog = try await window.dialog("Edit Album")
                    try await Eventually.equal("the role", "dialog") { dialog.role }
                }
                try await orca.says("Artist text", albums[0].artist) { try await window.press("Tab") }
                try await orca.says("Title text", albums[0].title) { try await window.press("shift+Tab") }
                try await window.press("Escape")
                try await window.backFromDialog()
                try await orca.says("Sources page tab") {
                    try await window.press("ctrl+comma")
                    _ = try await window.dialog("Preferences")
                }
                try await orca.says("Fields page tab") { try await window.press("Right") }
                try await orca.says("Covers page tab") { try await window.press("Right") }
                try await orca.says("Playing page tab") { try await window.press("Right") }
                try await orca.says("Sharing page tab") { try await window.press("Right") }
                try await orca.says("Folders and Lists", "Samples/Music", "35 albums") { try await window.press("Tab") }
                try await window.press("Escape")
                try await window.backFromDialog()
                try await orca.says("Statistics") {
                    try await window.press("ctrl+shift+s")
                    let dialog = try await window.dialog("Statistics")
                    try await Eventually.equal("the role", "dialog") { dialog.role }
                }
                try await orca.says("Jazz, 3 albums") { try await window.press("Tab") }
                try await window.press("Escape")
                try await window.backFromDialog()
                try await orca.says("Add Music Folder") { try await window.press("F10") }
            }
        }
    }
}

extension Orca {
    /// Opens the window on the sample collection, and waits until it has said the first album.
    fileprivate func open(_ layout: String, in scene: Scene) async throws -> (SleevesWindow, [ListedAlbum]) {
        let library = try await SleevesCommand.makeLibrary(in: scene)
        let albums = try await SleevesCommand.list(library, in: scene)
        let window = try await hears(albums[0].spoken(0, of: albums)) { try await SleevesWindow.open(library, as: layout, in: scene) }
        return (window, albums)
    }
}

extension SleevesWindow {
    /// Searches for what there isn't, and leaves the search.
    fileprivate func leaveSearch() async throws {
        try await press("ctrl+f")
        try await type("qqqq")
        try await Eventually.holds("nothing is found") { texts.contains("No Albums Found") }
        try await press("Escape")
    }

    /// Waits until no dialog is open, and gives the window the keyboard again: nobody manages windows here.
    fileprivate func backFromDialog() async throws {
        try await Eventually.holds("the dialog is closed") { dialogs.isEmpty }
        try await focusWindow(named: "Sleeves")
    }
}

extension ListedAlbum {
    /// The name in the window for screen readers, with its place.
    fileprivate func spoken(_ index: Int, of albums: [ListedAlbum]) -> String { "\(heading), \(index + 1) of \(albums.count)" }
}
