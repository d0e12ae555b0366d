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
                try await Self.expectLargeTargets(of: window, named: ["Search", "Sort", "Main Menu", "Close"])
                let cell = try await Eventually.value("the wall has cells") {
                    window.frame?.first("table", named: "Albums")?.children.first { $0.frame != nil && $0.name.contains("Brass") }?.frame
                }
                try await window.click(cell)
                try await Eventually.holds("the page is open") { window.frame?.first("push button", named: "Play")?.isInWindow == true }
                try await Eventually.equal("what has the keyboard", "Play") { window.focused?.name }
                try await Self.expectLargeTargets(of: window, named: ["Back", "Play", "Open Folder", "Main Menu", "Close"])
                try await window.expectLargeLinks()
            }
        }

        @Test("In a narrow window, everything of the strip and its details has at least 44 pixels in both directions")
        func strip() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "strip", in: scene)
                try await window.press("Right")
                try await Eventually.holds("the album can be played") { window.frame?.first("push button", named: "Play")?.frame != nil }
                try await Self.expectLargeTargets(of: window, named: ["Play", "Position"])
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
                try await Self.expectLargeTargets(of: window, named: ["Artist", "Genre", "Search"])
                _ = try await window.click("Genre") {
                    window.frame?.all("list item").contains { $0.name.contains("Jazz") && $0.frame != nil }
                }
                try await Self.expectLargeTargets(of: window, named: [])
                try await window.press("Escape")
                for menu in ["Sort", "Main Menu"] {
                    try await window.press("Escape")
                    @MainActor func sizes() -> [Frame] { (window.frame.map { Self.lines(of: $0) } ?? []).compactMap { $0.frame } }
                    try await window.click(menu) { sizes().isEmpty ? nil : () }
                    try await Eventually.holds("the lines of “\(menu)” are large, unlike \(sizes())") {
                        let sizes = sizes()
                        return sizes.count > 4 && sizes.allSatisfy { $0.height >= 44 && $0.width >= 44 }
                    }
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
                try await Self.expectLargeTargets(of: window, named: ["Search", "Sort", "Main Menu", "Close"])
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

        /// Waits until all targets are large.
        ///
        /// - Parameter named: Some that must be among them.
        private static func expectLargeTargets(
            of window: SleevesWindow, named: Set<String>, sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            var (names, small): ([String], [String]) = ([], [])
            let expectation = { "\(named.subtracting(names)) is there, and nothing is small, unlike \(small)" }
            try await Eventually.holds(expectation(), sourceLocation: sourceLocation) {
                let nodes = window.frame?.tree.filter { targets.contains($0.role) && $0.isInWindow } ?? []
                names = nodes.map(\.name)
                small = nodes.compactMap { node in
                    guard var place = node.frame else { return nil }
                    // A slider can be pressed in its padding, too, which isn't part of its frame.
                    if node.role == "slider" { place.height += 34 }
                    return place.isLarge ? nil : "\(node.spoken): \(place.width) × \(place.height)"
                }
                return !nodes.isEmpty && small.isEmpty && named.isSubset(of: names)
            }
        }
    }
}

extension Frame {
    /// Whether a finger can press it.
    fileprivate var isLarge: Bool { width >= 44 && height >= 44 }
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

    /// Waits until the links of the album's page can be pressed: that to the artist, and those of the table.
    fileprivate func expectLargeLinks(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        var links: [String] = []
        try await Eventually.holds("the three links are large, unlike \(links)", sourceLocation: sourceLocation) {
            let table = frame?.all("list").first { $0.name == "Album details" && $0.frame != nil }
            let rows = table?.children.filter { ["Year", "Genre"].contains($0.name) && $0.frame != nil } ?? []
            let nodes = rows.flatMap { row in row.all("label").filter { $0.name != row.name } } + [artist].compactMap(\.self)
            links = nodes.map { "\($0.name): \($0.frame.map { "\($0)" } ?? "hidden")" }
            return rows.count == 2 && nodes.count >= 3 && nodes.allSatisfy { $0.frame?.isLarge == true }
        }
    }
}
