import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// Whether everything that is written can be read: the colours of the text on the screen beside those behind it.
    @MainActor
    @Suite("Contrast")
    struct ContrastTests {
        @Test("All text on the wall and on an album's page has a contrast of 4.5", arguments: [false, true])
        func wall(isDark: Bool) async throws {
            try await Scene.play { scene in
                let window = try await Self.openSharp(as: "wall", width: 360, height: 430, isDark: isDark, in: scene)
                try await window.press("Home")
                try await window.expectReadable(["35 albums"])
                try await window.expectReadableCells()
                try await window.press("Return")
                try await window.equal("Play") { $0.focusedName }
                // All the way down the page: the artist, the number and the length of a track, the facts and their links.
                let wanted: Set = ["The Brass Cartographers", "Play", "1", "0:02", "Year", "1974", "Genre", "Funk"]
                var read: Set<String> = []
                var focus = try await window.focus()
                // At each stop: after some of them, the key may lead round to where it has been.
                for _ in 0..<30 where !wanted.isSubset(of: read) {
                    read.formUnion(try await window.expectReadable())
                    focus = try await window.tab(from: focus)
                }
                #expect(wanted.isSubset(of: read), "there were \(read)")
            }
        }

        @Test("All text of the strip and its details has a contrast of 4.5", arguments: [false, true])
        func strip(isDark: Bool) async throws {
            try await Scene.play { scene in
                let window = try await Self.openSharp(as: "strip", width: 620, height: 430, isDark: isDark, in: scene)
                try await window.press("Right")
                try await window.holds("the details are shown") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Play") != nil }
                try await window.expectReadable(["35 albums", "2 of 35", "1969 · 6 s"])
            }
        }

        /// Opens a window at scale 2, where lines of text are wide enough that some of their pixels have the text's own colour.
        private static func openSharp(
            as layout: String, width: Int, height: Int, isDark: Bool, in scene: Scene
        ) async throws -> SleevesWindow {
            (scene.isDark, scene.scale) = (isDark, 2)
            let library = try await scene.makeLibrary()
            let state = #"{"layout": "\#(layout)", "windowWidth": \#(width), "windowHeight": \#(height)}"#
            try Data(state.utf8).write(to: URL(filePath: library + "/state.json"))
            let window = try await SleevesWindow.open(library, in: scene)
            try await window.holds("the albums are shown") { $0.subtitle != nil }
            return window
        }
    }
}

extension SleevesWindow {
    /// Waits until some texts are there and all that is written in the window can be read, and returns it.
    ///
    /// Colours fade in, and what a picture shows may already have moved.
    @discardableResult
    fileprivate func expectReadable(_ wanted: Set<String> = [], at place: SourceLocation = #_sourceLocation) async throws -> Set<String> {
        var unreadable: [String] = []
        return try await still("all text and \(wanted) can be read, unlike \(unreadable)", for: .zero, at: place) { content in
            guard let picture = content.picture else { return nil }
            let labels = content.labels
            unreadable = labels.compactMap { name, place in
                let contrast = picture.contrast(in: place)
                return contrast < 4.5 ? "“\(name)”: \(contrast)" : nil
            }
            let seen = Set(labels.map(\.name))
            return unreadable.isEmpty && wanted.isSubset(of: seen) ? seen : nil
        }
    }

    /// Waits until the artists of all cells in view can be read. Cells draw their texts themselves.
    fileprivate func expectReadableCells(at place: SourceLocation = #_sourceLocation) async throws {
        var unreadable: [String] = []
        try await holds("the artists of cells can be read, unlike \(unreadable)", at: place) { content in
            guard let picture = content.picture else { return false }
            let size = content.size
            let seen = content.cells.map(\.frame).filter { $0.isWithin(size) }
            unreadable = seen.compactMap { cell in
                let artist = Frame(x: cell.x + 10, y: cell.y + cell.height - 30, width: cell.width - 20, height: 20)
                let contrast = picture.contrast(in: artist)
                return contrast < 4.5 ? "\(cell): \(contrast)" : nil
            }
            return seen.count > 1 && unreadable.isEmpty
        }
    }
}

extension WindowContent {
    /// A picture of the content.
    @MainActor fileprivate var picture: Pixels? {
        let size = size
        return size.count == 2 ? pixels(Frame(x: 0, y: 0, width: size[0], height: size[1])) : nil
    }

    /// The texts that are in view, and where they are. What is scrolled under the header is hidden.
    fileprivate var labels: [(name: String, place: Frame)] {
        let size = size
        return nodes.compactMap { node in
            guard node.isSensitive, let text = node.text, !text.isEmpty, let place = node.frame, place.isWithin(size) else { return nil }
            return place.y >= 56 || text.hasSuffix(" albums") ? (text, place) : nil
        }
    }
}

extension Frame {
    fileprivate func isWithin(_ size: [Int]) -> Bool {
        size.count == 2 && x >= 0 && y >= 0 && x + width <= size[0] && y + height <= size[1]
    }
}

extension Pixels {
    /// The contrast, in a part of a window's picture at scale 2, of the most frequent colour, which is the background's, with the one that
    /// differs most from it.
    ///
    /// Formula: WCAG 2.1, <https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio>.
    fileprivate func contrast(in part: Frame) -> Double {
        var counts: [UInt32: Int] = [:]
        for y in 2 * part.y..<2 * (part.y + part.height) {
            for x in 2 * part.x..<2 * (part.x + part.width) {
                let start = (y * width + x) * 3
                let colour = UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
                counts[colour, default: 0] += 1
            }
        }
        guard let ground = counts.max(by: { $0.value < $1.value })?.key else { return 1 }
        let light = Self.luminance(ground)
        return counts.keys.map { colour in
            let other = Self.luminance(colour)
            return (max(light, other) + 0.05) / (min(light, other) + 0.05)
        }.max() ?? 1
    }

    private static func luminance(_ colour: UInt32) -> Double {
        let parts = [colour, colour >> 8, colour >> 16].map { value in
            let share = Double(value & 0xFF) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
