import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// The sizes of everything that a finger can press.
    @MainActor
    @Suite("Targets")
    struct TargetTests {
        @Test("In a narrow window, everything on the wall and on an album's page has at least 44 pixels in both directions")
        func wallAndPage() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "wall", in: scene)
                try await window.expectLargeTargets(named: ["Search", "Sort", "Main Menu", "Close"])
                let cell = try await window.still("the wall has cells") { $0.cells.first { $0.name.contains("Brass") }?.frame }
                try await window.click(cell)
                try await window.holds("the page is open") { $0.button("Play")?.isInWindow == true }
                try await window.equal("Play") { $0.focusedName }
                try await window.expectLargeTargets(named: ["Back", "Play", "Open Folder", "Main Menu", "Close"])
                try await window.expectLargeLinks()
            }
        }

        @Test("In a narrow window, everything of the strip and its details has at least 44 pixels in both directions")
        func strip() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "strip", in: scene)
                try await window.press("Right")
                try await window.holds("the album can be played") { $0.button("Play") != nil }
                try await window.expectLargeTargets(named: ["Play", "Position"])
                try await window.expectLargeLinks()
            }
        }

        @Test("In a narrow window, the search, its filters, and the lines of the menus have at least 44 pixels in both directions")
        func searchAndMenus() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "wall", in: scene)
                try await window.press("ctrl+f")
                try await window.holds("the filters are shown") { $0.button("Genre")?.isInWindow == true }
                try await window.expectLargeTargets(named: ["Artist", "Genre", "Search"])
                try await window.clickButton("Genre")
                try await window.equal(true) { $0.isListOpen }
                try await window.expectLargeTargets(named: [])
                try await window.holds("the list's field has the keyboard") { $0.focused?.contents != nil }
                try await window.press("Escape")
                try await window.equal(false) { $0.isListOpen }
                for menu in ["Sort", "Main Menu"] {
                    try await window.press("Escape")
                    try await window.clickButton(menu)
                    try await window.holds("the menu “\(menu)” is open") { $0.lines.count > 4 }
                    try await window.equal([]) { content -> [String] in
                        content.lines.compactMap { $0.frame?.isLarge == true ? nil : $0.summary }
                    }
                    try await window.press("Escape")
                    try await window.holds("the menu is closed") { $0.lines.isEmpty }
                }
            }
        }

        @Test("A click beside the text of a link, on its row, opens it")
        func besideText() async throws {
            try await Scene.play { scene in
                let window = try await Self.openNarrow(as: "strip", in: scene)
                try await window.press("Right")
                let artist = try await window.still("the artist is shown") { $0.artist?.frame }
                // Above the letters, in the upper corner of the label.
                try await window.click(Frame(x: artist.x + artist.width / 2, y: artist.y + 2, width: 2, height: 2))
                try await window.holds("the albums by the artist are shown") { $0.subtitle?.hasPrefix("1 of ") == true }
            }
        }

        @Test("A window that a small screen maximises is narrow, whatever size it has otherwise")
        func maximised() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                try Data(#"{"layout": "wall", "windowWidth": 900, "windowHeight": 680, "isMaximized": true}"#.utf8).write(
                    to: URL(filePath: library + "/state.json"))
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.resize(width: 360, height: 640)
                try await window.holds("what the menu has, too, is hidden") { $0.button("Add Records") == nil }
                try await window.expectLargeTargets(named: ["Search", "Sort", "Main Menu", "Close"])
            }
        }

        private static func openNarrow(as layout: String, in scene: Scene) async throws -> SleevesWindow {
            let (window, _) = try await SleevesWindow.openSamples(as: layout, in: scene)
            try await window.resize(width: 360, height: 640)
            try await window.holds("the albums are shown") { $0.subtitle != nil }
            return window
        }
    }
}

extension Frame {
    /// Whether a finger can press it.
    fileprivate var isLarge: Bool { width >= 44 && height >= 44 }
}

extension WidgetNode {
    /// Whether it is in the window, not scrolled out of it or on a page that isn't shown.
    fileprivate var isInWindow: Bool {
        guard let frame else { return false }
        return (0..<360).contains(frame.x) && (0..<640).contains(frame.y)
    }

    /// The name and the size, for a failure.
    fileprivate var summary: String { "\(typeName) “\(nameOfWhole)”: \(frame.map { "\($0.width) × \($0.height)" } ?? "hidden")" }
}

extension WindowContent {
    fileprivate func button(_ name: String) -> WidgetNode? {
        first(GTK_ACCESSIBLE_ROLE_BUTTON, named: name)
    }

    /// The lines of the menu that is open.
    fileprivate var lines: [WidgetNode] {
        nodes.filter(\.isMenuItem)
    }

    /// Whether the list of genres is open.
    fileprivate var isListOpen: Bool {
        all(GTK_ACCESSIBLE_ROLE_LIST_ITEM).contains { $0.name.contains("Jazz") }
    }

    /// Everything that can be pressed, other than covers, which are larger anyway.
    fileprivate var targets: [WidgetNode] {
        let roles: Set = [
            GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_CHECKBOX, GTK_ACCESSIBLE_ROLE_RADIO, GTK_ACCESSIBLE_ROLE_SEARCH_BOX,
            GTK_ACCESSIBLE_ROLE_SLIDER, GTK_ACCESSIBLE_ROLE_LINK, GTK_ACCESSIBLE_ROLE_LIST_ITEM, GTK_ACCESSIBLE_ROLE_SWITCH,
        ]
        return nodes.filter { roles.contains($0.role) && $0.isInWindow }
    }

    /// The artist below the album's title.
    fileprivate var artist: WidgetNode? {
        first(GTK_ACCESSIBLE_ROLE_HEADING)?.parent?.children.first { $0.role == GTK_ACCESSIBLE_ROLE_LABEL && $0.isShown }
    }

    /// The links of the album's page: those of the table, and that to the artist.
    fileprivate var links: [WidgetNode] {
        let rows = first(GTK_ACCESSIBLE_ROLE_LIST, named: "Album details")?.children ?? []
        let shown = rows.filter { ["Year", "Genre"].contains($0.name) && $0.isShown }
        return shown.flatMap { row in row.tree.filter { $0.text != nil && $0.text != row.name } } + [artist].compactMap(\.self)
    }
}

extension SleevesWindow {
    /// Waits until all targets are large.
    ///
    /// - Parameter named: Some that must be among them.
    fileprivate func expectLargeTargets(named: Set<String>, at place: SourceLocation = #_sourceLocation) async throws {
        try await holds("\(named) is there", at: place) { content in
            named.isSubset(of: content.targets.map(\.nameOfWhole))
        }
        try await equal([], at: place) { content -> [String] in
            content.targets.compactMap { $0.frame?.isLarge == true ? nil : $0.summary }
        }
        try await holds("there are targets", at: place) { !$0.targets.isEmpty }
    }

    /// Waits until the links of the album's page can be pressed.
    fileprivate func expectLargeLinks(at place: SourceLocation = #_sourceLocation) async throws {
        try await holds("there are three links", at: place) { $0.links.count >= 3 }
        try await equal([], at: place) { content -> [String] in
            content.links.compactMap { $0.frame?.isLarge == true ? nil : $0.summary }
        }
    }
}
