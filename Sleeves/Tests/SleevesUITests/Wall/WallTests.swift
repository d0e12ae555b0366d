import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    @MainActor
    @Suite("The wall")
    struct WallTests {
        @Test("It shows the albums in their order, and the selected one's page, and opens where it was left")
        func shows() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.holds("the first albums are shown in their order") { content in
                    let names = content.cells.map(\.name)
                    return names.count > 3 && names == albums.prefix(names.count).map(\.heading)
                }
                try await window.press("End")
                let last = albums[albums.count - 1]
                try await window.expectPage(of: last)
                try await window.equal([last.heading]) { $0.cells.filter(\.isSelected).map(\.name) }
                try await window.close()

                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectPage(of: last)
                try await again.equal([last.heading]) { $0.cells.filter(\.isSelected).map(\.name) }
            }
        }

        @Test("Under each cover are the title, the artist and the year, as far as it is known and also after it has changed")
        func lines() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                let shown = { (content: borrowing WindowContent) in
                    let wall = content.first(GTK_ACCESSIBLE_ROLE_GRID, named: "Albums")
                    return wall?.children.filter(\.isShown).map { $0.tree.compactMap(\.line) } ?? []
                }
                try await window.holds("they are shown") { content in
                    let lines = shown(content)
                    let expected = albums.prefix(lines.count).map { [$0.title, $0.artist, $0.year.map(String.init) ?? ""] }
                    return lines.count > 3 && lines == expected
                }
                let (first, second) = (albums[0], albums[1])
                try await window.library.edit([first.id], setting: AlbumEdits(year: 1931))
                try await window.library.edit([second.id], setting: AlbumEdits(year: 0))
                try await window.equal([[first.title, first.artist, "1931"], [second.title, second.artist, ""]]) { content in
                    Array(shown(content).prefix(2))
                }
            }
        }

        @Test("Another view keeps the selected album, and is the one that the window opens with")
        func otherView() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
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
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectSelection(albums[3])
            }
        }

        @Test("While the wall scrolls, a mark beside the scrollbar says where in the order it is")
        func marks() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                let letters = Set(albums.compactMap { $0.artist.first?.uppercased() })
                try await window.holds("there is no mark") { $0.mark(among: letters) == nil }
                let cell = try await window.still("a cell stands still") { $0.cells.first }
                // Albums that have just come may scroll by themselves, so the first movement needn't show a mark.
                try await window.wheel(down: 4, at: cell.frame)
                _ = try await window.still("the wall has scrolled") { content in
                    content.cells.first.flatMap { $0.name == cell.name && $0.frame == cell.frame ? nil : $0 }
                }
                try await window.wheel(down: 6, at: cell.frame)
                try await window.holds("there is a mark") { $0.mark(among: letters) != nil }
                try await window.holds("the mark goes again") { $0.mark(among: letters) == nil }
            }
        }

        @Test("Control and the wheel make the covers larger and smaller")
        func zoomsByWheel() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                let cell = try await window.still("a cell stands still") { $0.cells.first }
                try await window.wheel(down: 2, at: cell.frame, holding: "ctrl")
                try await window.equal(cell.frame.height - 32) { $0.cells.first?.frame.height }
            }
        }

        @Test("Control and plus make the covers larger, control and minus smaller, and the window remembers it")
        func zooms() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                let usual = try await window.still("a cell stands still") { $0.cells.first }.frame.height
                try await window.press("ctrl+minus", "ctrl+minus", "ctrl+minus")
                try await window.equal(usual - 48) { $0.cells.first?.frame.height }
                try await window.press("ctrl+plus")
                try await window.equal(usual - 32) { $0.cells.first?.frame.height }
                try await window.press("ctrl+0")
                try await window.equal(usual) { $0.cells.first?.frame.height }
                try await window.press("ctrl+minus")
                try await window.equal(usual - 16) { $0.cells.first?.frame.height }
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.equal(usual - 16) { $0.cells.first?.frame.height }
            }
        }

        @Test("Several selected albums are removed in one step, and one undo brings all back")
        func removesSeveral() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right", "shift+Right", "shift+Right")
                try await window.equal(3) { $0.cells.filter(\.isSelected).count }
                try await window.press("Delete")
                try await window.equal("\(albums.count - 3) albums") { $0.subtitle }
                let rest = try await Scene.list("\(scene.folder)/library").map(\.title)
                #expect(rest == ([albums[0]] + albums.dropFirst(4)).map(\.title))
                // A key that is pressed while GTK moves the focus to the next album is lost.
                try await window.holds("the next album has the keyboard") { $0.focused?.name.hasPrefix(albums[4].heading) == true }
                try await window.press("ctrl+z")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
            }
        }

        @Test("The space bar shows the cover on the whole window, and closes it again")
        func wholeScreen() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right")
                try await window.expectPage(of: albums[1])
                try await window.holds("the page has its cover") { $0.pageHasCover }
                try await window.press("space")
                try await window.holds("the cover fills the window") { $0.coverFillsWindow }
                try await window.press("Escape")
                try await window.holds("the wall is back") { !$0.coverFillsWindow }
                try await window.press("Right")
                try await window.expectPage(of: albums[2])
            }
        }

        @Test("The cover on the whole window goes when its album goes, and the next one has none")
        func coverGoes() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                let place = try albums.coverless - 1
                try await window.expectPage(of: albums[0])
                try await window.press(Array(repeating: "Right", count: place))
                try await window.expectPage(of: albums[place])
                try await window.holds("the page has its cover") { $0.pageHasCover }
                try await window.press("space")
                try await window.holds("the cover fills the window") { $0.coverFillsWindow }
                try await Scene.remove([albums[place]], from: "\(scene.folder)/library")
                try await window.holds("the wall is back") { !$0.coverFillsWindow }
                try await window.expectPage(of: albums[place + 1])
            }
        }

        @Test("A narrow window shows the wall or an album's page, and a button leads back")
        func narrow() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.resize(width: 400, height: 700)
                try await window.holds("two columns are left") { content in
                    let cells = content.cells
                    return cells.count > 2 && cells[0].frame.x == cells[2].frame.x && cells[0].frame.y == cells[1].frame.y
                }
                try await window.holds("nothing leads back") { !$0.isBackOffered }
                let second = try await window.still("there is a second album") { $0.cells.first { $0.name == albums[1].heading } }
                try await window.click(second.frame)
                try await window.expectPage(of: albums[1])
                try await window.holds("the page is shown") { $0.isBackOffered }
                try await window.clickButton("Back")
                try await window.holds("the wall is back") { !$0.isBackOffered }
                try await window.press("Right")
                try await window.equal([albums[2].heading]) { $0.cells.filter(\.isSelected).map(\.name) }
            }
        }
    }
}

extension WindowContent {
    fileprivate func mark(among letters: Set<String>) -> String? {
        texts.first { $0.count == 1 && letters.contains($0) }
    }

    fileprivate var coverFillsWindow: Bool {
        nodes.contains { $0.isPicture && $0.name == "Cover" && ($0.frame?.width ?? 0) > 800 }
    }

    fileprivate var pageHasCover: Bool {
        nodes.contains { $0.isPicture && $0.name == "Cover" && ($0.frame?.width ?? 0) > 250 }
    }

    fileprivate var isBackOffered: Bool {
        first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Back") != nil
    }
}
