import Foundation
import Testing

extension UITests.WindowTests {
    /// The sizes of everything that a finger can press.
    @MainActor
    @Suite("Targets")
    struct TargetTests {
        @Test("In a narrow window, everything on the wall and on an album's page has at least 44 pixels in both directions")
        func wallAndPage() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "wall", in: scene)
                Self.expectLargeTargets(of: try #require(window.frame), named: ["Search", "Sort", "Main Menu", "Close"])
                let cell = try await Eventually.value("the wall has cells") {
                    window.frame?.first("table", named: "Albums")?.children.first { $0.frame != nil && $0.name.contains("Brass") }?.frame
                }
                try await window.click(cell)
                try await Eventually.holds("the page is open") { window.frame?.first("push button", named: "Play")?.isInWindow == true }
                #expect(window.focused?.name == "Play")
                Self.expectLargeTargets(of: try #require(window.frame), named: ["Back", "Play", "Open Folder", "Main Menu", "Close"])
                try await window.expectLargeLinks()
            }
        }

        @Test("In a narrow window, everything of the strip and its details has at least 44 pixels in both directions")
        func strip() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "strip", in: scene)
                try await window.press("Right")
                try await Eventually.holds("the album can be played") { window.frame?.first("push button", named: "Play")?.frame != nil }
                Self.expectLargeTargets(of: try #require(window.frame), named: ["Play", "Position"])
                try await window.expectLargeLinks()
            }
        }

        @Test("In a narrow window, the search, its filters, and the lines of the menus have at least 44 pixels in both directions")
        func searchAndMenus() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "wall", in: scene)
                try await window.press("ctrl+f")
                try await Eventually.holds("the filters are shown") {
                    window.frame?.first("push button", named: "Genre")?.isInWindow == true
                }
                Self.expectLargeTargets(of: try #require(window.frame), named: ["Artist", "Genre", "Search"])
                _ = try await window.click("Genre") {
                    window.frame?.all("list item").contains { $0.name.contains("Jazz") && $0.frame != nil }
                }
                Self.expectLargeTargets(of: try #require(window.frame), named: [])
                try await window.press("Escape")
                for menu in ["Sort", "Main Menu"] {
                    try await window.press("Escape")
                    let frame = try await window.click(menu) {
                        window.frame.flatMap { frame in Self.lines(of: frame).contains { $0.frame != nil } ? frame : nil }
                    }
                    let sizes = Self.lines(of: frame).compactMap(\.frame)
                    #expect(sizes.count > 4)
                    #expect(sizes.allSatisfy { $0.height >= 44 && $0.width >= 44 }, "\(menu): \(sizes)")
                    try await window.press("Escape")
                    try await Eventually.holds("the menu is closed") {
                        window.frame.map(Self.lines)?.allSatisfy { $0.frame == nil } == true
                    }
                }
            }
        }

        @Test("A click beside the text of a link, on its row, opens it")
        func besideText() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "strip", in: scene)
                try await window.press("Right")
                let artist = try await Eventually.value("the artist is shown") { window.artist?.frame }
                // Above the letters, in the upper corner of the label.
                try await window.click(Frame(x: artist.x + artist.width / 2, y: artist.y + 2, width: 2, height: 2))
                try await Eventually.holds("the albums by the artist are shown") { window.subtitle?.hasPrefix("1 of ") == true }
            }
        }

        @Test("A window that a small screen maximises is narrow, whatever size it has otherwise")
        func maximised() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                try Data(#"{"layout": "wall", "windowWidth": 900, "windowHeight": 680, "isMaximized": true}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.resize(width: 360, height: 640)
                try await Eventually.holds("what the menu has, too, is hidden") {
                    window.frame?.first("push button", named: "Add a Music Folder")?.frame == nil
                }
                Self.expectLargeTargets(of: try #require(window.frame), named: ["Search", "Sort", "Main Menu", "Close"])
            }
        }

        private static func openNarrow(as layout: String, in scene: Scene) async throws -> SleevesWindow {
            let library = try await SleevesCommand.makeLibrary(in: scene)
            let window = try await SleevesWindow.open(library, as: layout, in: scene)
            try await window.resize(width: 360, height: 640)
            try await Eventually.holds("the albums are shown") { window.subtitle != nil }
            return window
        }

        /// What can be pressed, other than covers, which are larger anyway.
        private static let targets: Set = [
            "push button", "toggle button", "check box", "radio button", "entry", "slider", "link", "list item", "switch",
        ]

        private static func lines(of frame: AccessibleNode) -> [AccessibleNode] {
            ["menu item", "check menu item", "radio menu item"].flatMap(frame.all)
        }

        /// - Parameter named: Some that must be among them.
        private static func expectLargeTargets(of frame: AccessibleNode, named: Set<String>) {
            let nodes = frame.tree.filter { targets.contains($0.role) && $0.isInWindow }
            #expect(named.isSubset(of: nodes.map(\.name)), "there are \(nodes.map(\.spoken))")
            for node in nodes {
                guard var place = node.frame else { continue }
                // A slider can be pressed in its padding, too, which isn't part of its frame.
                if node.role == "slider" { place.height += 34 }
                #expect(place.width >= 44 && place.height >= 44, "\(node.spoken): \(place.width) × \(place.height)")
            }
        }
    }
}

extension AccessibleNode {
    /// Whether it is in the window, not scrolled out of it or on a page that isn't shown.
    fileprivate var isInWindow: Bool {
        guard let frame else { return false }
        return (0..<360).contains(frame.x) && (0..<640).contains(frame.y)
    }
}

extension SleevesWindow {
    /// The artist below the album's title.
    fileprivate var artist: AccessibleNode? {
        let title = frame?.all("heading").first { $0.frame != nil }
        return title?.parent?.children.first { $0.role == "label" && $0.frame != nil }
    }

    /// Expects that the links of the album's page can be pressed: that to the artist, and those of the table.
    fileprivate func expectLargeLinks() async throws {
        let rows = try await Eventually.value("the table is shown") {
            let table = frame?.all("list").first { $0.name == "Album details" && $0.frame != nil }
            return table.map { $0.children.filter { ["Year", "Genre"].contains($0.name) && $0.frame != nil } }
        }
        #expect(rows.count == 2)
        for link in rows.flatMap({ row in row.all("label").filter { $0.name != row.name } }) + [try #require(artist)] {
            let place = try #require(link.frame)
            #expect(place.width >= 44 && place.height >= 44, "\(link.name): \(place.width) × \(place.height)")
        }
    }
}
