import Foundation
import Heed
import Synchronization
import Testing

extension OnScreen {
    /// Undoing and redoing lead to the album that they concern.
    @MainActor
    @Suite("Undoing and redoing")
    struct UndoingTests {
        @Test("An album that undo brings back is chosen again at its place, by the toast's button, by key and by menu")
        func removal() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Right", "Right")
                try await window.expectSelection(albums[2])
                try await window.press("Delete")
                try await window.expectSelection(albums[3])

                // The button's name is what it says, once.
                try await window.clickButton("Undo")
                try await window.expectSelection(albums[2])
                try await window.holds("it stands where it stood") { content in
                    let shown = content.covers.map(\.name)
                    let chosen = shown.firstIndex(of: albums[2].heading) ?? 0
                    return chosen > 0 && chosen + 1 < shown.count && shown[chosen - 1] == albums[1].heading
                        && shown[chosen + 1] == albums[3].heading
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
                #expect(try await Scene.list("\(scene.folder)/library") == albums)
            }
        }

        @Test("The only album that comes back is chosen in place of the welcome page, and redo brings that page again")
        func onlyAlbum() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Kettle Blues", "artist": "Copper Weatherby Trio"}]"#.utf8).write(to: URL(filePath: list))
                let library = try await scene.makeLibrary(of: list)
                let albums = try await Scene.list(library)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await window.expectWelcome()
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+shift+z")
                try await window.expectWelcome()
                try await window.holds("what was done again is said") { $0.spoken.contains("Redone: Remove “Kettle Blues”") }
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                // The keyboard is the strip's: its own key works.
                try await window.press("Delete")
                try await window.expectWelcome()
            }
        }

        @Test("After pressing a toast's button by key, the focus returns to the strip, and the result is announced")
        func toastByKey() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                // The toast stays while the pointer is over it, however long the keys take.
                let toast = try await window.still("there is a button") { content in
                    content.nodes.first { $0.name == "Undo" }?.frame
                }
                try await window.hover(toast)
                try await window.expectSelection(albums[1])
                try await window.tab(to: "Undo", with: "shift+Tab")
                try await window.press("Return")
                try await window.expectSelection(albums[0])
                try await window.holds("what was undone is said") { $0.spoken.contains("Undone: Remove “\(albums[0].title)”") }
                try await window.press("Right")
                try await window.expectSelection(albums[1])
            }
        }

        @Test("Removing and restoring albums faster than messages appear and disappear doesn't crash")
        func quickly() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                for round in 0..<3 {
                    var gone = 0
                    // More than once on a busy machine, where a key may mean an album that is already going.
                    while gone < 5 {
                        try await window.press(Array(repeating: "Delete", count: 5 - gone), every: 120)
                        try await window.expectChangesMade()
                        gone = albums.count - (try await Scene.list("\(scene.folder)/library").count)
                        try await window.expectSelection(albums[gone])
                    }
                    try await window.press(Array(repeating: "ctrl+z", count: gone - 1), every: 30 + round * 40)
                    try await window.expectSelection(albums[1])
                    try await window.press("ctrl+z")
                    try await window.expectSelection(albums[0])
                }
            }
        }

        @Test("Undo in the instant of a removal undoes the removal")
        func atOnce() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                for album in albums.prefix(4) {
                    try await window.press("Right", toReach: album)
                    try await window.expectSelection(album)
                    try await window.press("Delete", "ctrl+z")
                    let name = "Remove “\(album.title)”"
                    try await window.equal(name) { _ in window.library.history.redoName }
                    _ = try await window.still("the album stays chosen", for: .milliseconds(400)) { content in
                        content.selectedAlbum == album.heading ? album.heading : nil
                    }
                }
                try await window.equal("\(albums.count) albums") { $0.subtitle }
            }
        }

        @Test("A change that is under way can be undone, also where nothing else can")
        func underWay() async throws {
            try await Scene.play { scene in
                let (window, _) = try await SleevesWindow.openSamples(in: scene)
                try await window.holds("the albums are there") { !$0.covers.isEmpty }
                try await window.press("ctrl+z")
                try await window.expectWelcome()
                let names = Mutex<[String?]>([])
                let observation = window.library.history.observe(\.undoName) { name in names.withLock { $0.append(name) } }
                try await window.press("ctrl+shift+z", "ctrl+z")
                try await window.holds("the import was redone and undone") { _ in names.withLock { $0.count } == 2 }
                #expect(names.withLock { $0[0] != nil && $0[1] == nil })
                try await window.expectWelcome()
                withExtendedLifetime(observation) {}
            }
        }

        @Test("An edit and a cover that are undone or redone elsewhere lead to their album")
        func editAndCover() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.retitle(as: "Zzz")
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("ctrl+shift+z")
                try await window.equal("Zzz") { $0.details["Album"] }
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])

                let coverless = albums[try albums.coverless]
                try await window.press("Right", toReach: coverless)
                try await window.chooseCover(scene.picture())
                try await window.equal(true) { $0.cover(of: coverless)?.hasPicture }
                // The one beside it, because the window may cut off those further away.
                let beside = try await window.still("the covers stand still") { content in
                    let covers = content.covers
                    return covers.firstIndex(where: \.isSelected).flatMap { $0 > 0 ? covers[$0 - 1] : nil }
                }
                try await window.click(beside.frame)
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
                try await window.holds("it is said") { $0.texts.contains("Undone: Remove “\(albums[0].title)”") }
                try await window.equal("2 of \(albums.count) albums") { $0.subtitle }
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
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
                try await window.expectSelection(found[0])
                try await window.press("Return")
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.press("Delete")
                try await window.equal([found[0].heading]) { $0.covers.map(\.name) }
                try await window.press("ctrl+z")
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
                try await window.expectSelection(found[1])
            }
        }
    }
}

extension SleevesWindow {
    /// Waits until the changes are made that keys have asked for. After a change, redoing is offered only while another one is under way.
    fileprivate func expectChangesMade(at place: SourceLocation = #_sourceLocation) async throws {
        try await holds("no change is under way", at: place) { _ in !isEnabled("redo") }
    }

    /// Waits until the page of an empty library is shown.
    func expectWelcome(at place: SourceLocation = #_sourceLocation) async throws {
        try await holds("the welcome page is shown", at: place) { $0.texts.contains("Your Records Go Here") }
    }

    /// Gives the chosen album another title.
    fileprivate func retitle(as title: String) async throws {
        try await press("ctrl+e")
        try await dialog("Edit Album")
        try await equal("Title") { $0.focusedName }
        try await press("ctrl+a")
        try await type(title)
        try await press("Return")
        try await equal(title) { $0.details["Album"] }
        try await expectNoDialog()
    }

    /// Gives the chosen album a cover from a file.
    func chooseCover(_ path: String) async throws {
        try await choose("Choose a Cover…", from: "Change the Album")
        try await answerChooser("Choose a Cover", path: path)
    }
}

extension Scene {
    /// A picture's file, without others beside it.
    func picture() throws -> String {
        let path = "\(folder)/cover.webp"
        let source = Self.sampleMusic + "/Conjunto Maré Mansa do Norte/1969 - Canção do Farol/cover.webp"
        try FileManager.default.copyItem(atPath: source, toPath: path)
        return path
    }
}
