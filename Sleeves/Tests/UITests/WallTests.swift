import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("The wall")
    struct WallTests {
        @Test("It shows the albums in their order, and the selected one's page, and opens where it was left")
        func shows() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                let names = window.cells.map(\.name)
                #expect(names == albums.prefix(names.count).map(\.heading))
                #expect(names.count > 3)
                try await window.press("End")
                try await window.expectPage(of: albums[albums.count - 1])
                #expect(window.cells.contains { $0.name == albums[albums.count - 1].heading && $0.isSelected })
                #expect(try await window.close() == 0)

                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectPage(of: albums[albums.count - 1])
                #expect(!again.cells.isEmpty)
            }
        }

        @Test("Another view keeps the selected album, and is the one that the window opens with")
        func otherView() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right", "Right")
                try await window.expectPage(of: albums[2])
                try await window.clickButton("Strip")
                try await window.expectSelection(albums[2])
                try await window.press("Right")
                try await window.expectSelection(albums[3])
                try await window.clickButton("Wall")
                try await window.expectPage(of: albums[3])
                try await window.clickButton("Strip")
                try await window.expectSelection(albums[3])
                #expect(try await window.close() == 0)
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectSelection(albums[3])
            }
        }

        @Test("New albums leave the selected album, the focus and what is in view where they are", arguments: ["wall", "strip"])
        func livingLibrary(layout: String) async throws {
            try await Scene.play { scene in
                func importList(_ name: String, _ artists: [String]) async throws {
                    let list = "\(scene.folder)/\(name).json"
                    try JSONEncoder().encode(artists.map { ["title": $0, "artist": $0] }).write(to: URL(filePath: list))
                    #expect(try await SleevesCommand.run("import", "--library", "\(scene.folder)/library", list, in: scene).status == 0)
                }
                try await importList("first", (100..<200).map { "M \($0)" })
                let window = try await SleevesWindow.open("\(scene.folder)/library", as: layout, in: scene)
                let selected = "M 150 – M 150"
                @MainActor func place() -> SleevesWindow.Cover? {
                    (layout == "wall" ? window.cells : window.covers).first { $0.name == selected && $0.isSelected }
                }
                try await Eventually.holds("the albums are shown") { window.subtitle == "100 albums" }
                try await window.type("m 150")
                try await Eventually.holds("the album is selected") { place() != nil }
                let before = try await Eventually.still("nothing moves") { place()?.frame }
                // As many as fill rows of one to four.
                try await importList("second", (100..<136).map { "B \($0)" } + (100..<136).map { "X \($0)" })
                try await Eventually.holds("more albums are there") { window.subtitle == "172 albums" }
                let after = try await Eventually.still("nothing moves") { place()?.frame }
                #expect(after == before && after != nil)
                if layout == "wall" { #expect(window.focused?.name.hasPrefix(selected) == true) }
                try await window.press("Right")
                try await Eventually.holds("the next album is selected") { window.details["Album"] == "M 151" }
                guard layout == "wall" else { return }
                // And where the user has scrolled to, away from that.
                let middle = try #require(window.cells.first { $0.isSelected }).frame
                @MainActor func seen() -> SleevesWindow.Cover? {
                    window.cells.first { abs($0.frame.y - middle.y) <= middle.height / 2 && $0.name.hasPrefix("X 1") }
                }
                _ = try await window.again("the wall scrolls", { try await window.wheel(down: 30, at: middle) }) { seen() }
                let former = try await Eventually.still("nothing moves") { seen() }
                try await importList("third", (136..<160).map { "B \($0)" } + (136..<160).map { "X \($0)" })
                try await Eventually.holds("even more albums are there") { window.subtitle == "220 albums" }
                let later = try await Eventually.still("nothing moves") { window.cells.first { $0.name == former?.name }?.frame }
                #expect(former != nil && later == former?.frame)
            }
        }

        @Test("While the wall scrolls, a mark beside the scrollbar says where in the order it is")
        func marks() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                let letters = Set(albums.compactMap { $0.artist.first?.uppercased() })
                @MainActor func mark() -> String? { window.texts.first { $0.count == 1 && letters.contains($0) } }
                #expect(mark() == nil)
                let cell = try #require(window.cells.first)
                _ = try await window.again("the wheel shows a mark", { try await window.wheel(down: 3, at: cell.frame) }) { mark() }
                try await Eventually.holds("the mark goes again") { mark() == nil }
            }
        }

        @Test("Control and the wheel make the covers larger and smaller")
        func zoomsByWheel() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                let cell = try #require(window.cells.first)
                try await window.wheel(down: 2, at: cell.frame, holding: "ctrl")
                try await Eventually.holds("the covers are smaller") { window.cells.first?.frame.height == cell.frame.height - 32 }
            }
        }

        @Test("Control and plus make the covers larger, control and minus smaller, and the window remembers it")
        func zooms() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                @MainActor func height() -> Int { window.cells.first?.frame.height ?? 0 }
                let usual = height()
                try await window.press("ctrl+minus", "ctrl+minus", "ctrl+minus")
                try await Eventually.holds("the covers are smaller") { height() == usual - 48 }
                try await window.press("ctrl+0")
                try await Eventually.holds("the covers have their size again") { height() == usual }
                try await window.press("ctrl+minus")
                try await Eventually.holds("the covers are smaller again") { height() == usual - 16 }
                #expect(try await window.close() == 0)
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await Eventually.holds("the covers are as they were left, \(usual - 16) high; there are \(again.cells)") {
                    again.cells.first?.frame.height == usual - 16
                }
            }
        }

        @Test("Several selected albums are removed in one step, and one undo brings all back")
        func removesSeveral() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right", "shift+Right", "shift+Right")
                try await Eventually.holds("three are selected") { window.cells.filter(\.isSelected).count == 3 }
                try await window.press("Delete")
                try await Eventually.holds("three are gone") { window.subtitle == "\(albums.count - 3) albums" }
                let rest = try await SleevesCommand.list("\(scene.folder)/library", in: scene).map(\.title)
                #expect(rest == ([albums[0]] + albums.dropFirst(4)).map(\.title))
                try await window.press("ctrl+z")
                try await Eventually.holds("all are back") { window.subtitle == "\(albums.count) albums" }
            }
        }

        @Test("The space bar shows the cover on the whole window, and closes it again")
        func wholeScreen() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right")
                try await window.expectPage(of: albums[1])
                try await Eventually.holds("the page has its cover") { window.pageHasCover }
                try await window.press("space")
                try await Eventually.holds("the cover fills the window") { window.coverFillsWindow }
                try await window.press("Escape")
                try await Eventually.holds("the wall is back") { !window.coverFillsWindow }
                try await window.press("Right")
                try await window.expectPage(of: albums[2])
            }
        }

        @Test("The cover on the whole window goes when its album goes, and the next one has none")
        func coverGoes() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                let place = try albums.coverless - 1
                try await window.expectPage(of: albums[0])
                try await window.press(Array(repeating: "Right", count: place))
                try await window.expectPage(of: albums[place])
                try await Eventually.holds("the page has its cover") { window.pageHasCover }
                try await window.press("space")
                try await Eventually.holds("the cover fills the window") { window.coverFillsWindow }
                let removed = try await SleevesCommand.run("remove", "--library", "\(scene.folder)/library", albums[place].id, in: scene)
                #expect(removed.status == 0)
                try await Eventually.holds("the wall is back") { !window.coverFillsWindow }
                try await window.expectPage(of: albums[place + 1])
            }
        }

        @Test("A narrow window shows the wall or an album's page, and a button leads back")
        func narrow() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.resize(width: 400, height: 700)
                try await Eventually.holds("two columns are left") { window.cells[0].frame.x == window.cells[2].frame.x }
                @MainActor func isBackOffered() -> Bool { window.frame?.first("push button", named: "Back")?.frame != nil }
                #expect(!isBackOffered())
                let second = try await Eventually.value("there is a second album") { window.cells.first { $0.name == albums[1].heading } }
                try await window.click(second.frame)
                try await window.expectPage(of: albums[1])
                try await Eventually.holds("the page is shown") { isBackOffered() }
                try await window.clickButton("Back")
                try await Eventually.holds("the wall is back") { !isBackOffered() }
                try await window.press("Right")
                try await window.expectPage(of: albums[2])
            }
        }
    }
}

extension SleevesWindow {
    /// Opens the window on the sample collection, as a wall.
    static func openWall(variables: [String: String] = [:], in scene: Scene) async throws -> (window: SleevesWindow, albums: [ListedAlbum])
    {
        let library = try await SleevesCommand.makeLibrary(in: scene)
        let albums = try await SleevesCommand.list(library, in: scene)
        return (try await open(library, as: "wall", variables: variables, in: scene), albums)
    }

    /// The cells of the wall that show an album, in reading order. GTK keeps the frames of those out of view as they were.
    var cells: [Cover] {
        let wall = frame?.first("table", named: "Albums")
        return Cover.all(wall?.children ?? []).filter { $0.name.contains(" – ") }
    }

    fileprivate var coverFillsWindow: Bool {
        frame?.all("image").contains { $0.name == "Cover" && ($0.frame?.width ?? 0) > 800 } ?? false
    }

    fileprivate var pageHasCover: Bool {
        frame?.all("image").contains { $0.name == "Cover" && ($0.frame?.width ?? 0) > 250 } ?? false
    }

    func expectPage(of album: ListedAlbum) async throws {
        try await Eventually.holds("the page is that of \(album.heading); it says \(details)") { details == album.details }
    }
}
