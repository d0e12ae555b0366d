import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// Whether everything that is written can be read: the colours of the text on the screen beside those behind it.
    @MainActor
    @Suite("Contrast")
    struct ContrastTests {
        @Test("All text on the wall and on an album's page has a contrast of 4.5", arguments: ["default", "prefer-dark"])
        func wall(scheme: String) async throws {
            try await Scene.play { scene in
                let window = try await Self.openSharp(as: "wall", width: 360, height: 500, scheme: scheme, in: scene)
                try await window.press("Home")
                try await window.expectReadable(["35 albums"])
                try await window.expectReadableCells()
                try await window.press("Return")
                try await Eventually.holds("the page is shown") { window.frame?.first("push button", named: "Play")?.frame != nil }
                // All the way down the page: the artist, the number and the length of a track, the facts and their links.
                let wanted: Set = ["The Brass Cartographers", "Play", "1", "0:02", "Year", "1974", "Genre", "Funk"]
                var read: Set<String> = []
                for _ in 0..<20 where !wanted.isSubset(of: read) {
                    read.formUnion(try await window.expectReadable())
                    try await window.press("Tab", "Tab", "Tab")
                }
                #expect(wanted.isSubset(of: read), "there were \(read)")
            }
        }

        @Test("All text of the strip and its details has a contrast of 4.5", arguments: ["default", "prefer-dark"])
        func strip(scheme: String) async throws {
            try await Scene.play { scene in
                let window = try await Self.openSharp(as: "strip", width: 620, height: 490, scheme: scheme, in: scene)
                try await window.press("Right")
                try await Eventually.holds("the details are shown") { window.frame?.first("push button", named: "Play")?.frame != nil }
                try await window.expectReadable(["35 albums", "2 of 35", "Play"])
            }
        }

        /// Opens a window at scale 2, where lines of text are wide enough that some of their pixels have the text's own colour.
        private static func openSharp(
            as layout: String, width: Int, height: Int, scheme: String, in scene: Scene
        ) async throws -> SleevesWindow {
            let library = try await SleevesCommand.makeLibrary(in: scene)
            let state = #"{"layout": "\#(layout)", "windowWidth": \#(width), "windowHeight": \#(height)}"#
            try Data(state.utf8).write(to: URL(filePath: library + "/state.json"))
            let window = try await SleevesWindow.open(library, variables: ["GDK_SCALE": "2", "ADW_DEBUG_COLOR_SCHEME": scheme], in: scene)
            try await Eventually.holds("the albums are shown") { window.subtitle != nil }
            return window
        }
    }
}

extension SleevesWindow {
    /// Waits until some texts are there and all that is written in the window can be read, and returns it.
    ///
    /// Colours fade in, and what a picture shows may already have moved.
    @discardableResult
    fileprivate func expectReadable(_ wanted: Set<String> = []) async throws -> Set<String> {
        var unreadable: [String] = []
        return try await Eventually.value("all text and \(wanted) can be read, unlike \(unreadable)") {
            guard let size else { return nil }
            let labels = AccessibleNode.nodes(frame?.all("label") ?? [], with: ATSPI_STATE_SENSITIVE)
            let places = AccessibleNode.frames(of: labels)
            let picture = try await pixelsAtDouble(size)
            guard AccessibleNode.frames(of: labels) == places else { return nil }
            var seen: Set<String> = []
            unreadable = []
            for (name, place) in zip(AccessibleNode.names(of: labels), places) where !name.isEmpty {
                // What is scrolled under the header is hidden.
                guard let place, place.isWithin(size), place.y >= 56 || name.hasSuffix(" albums") else { continue }
                seen.insert(name)
                let contrast = picture.cropped(to: place.doubled).contrast
                if contrast < 4.5 { unreadable.append("“\(name)”: \(contrast)") }
            }
            return unreadable.isEmpty && wanted.isSubset(of: seen) ? seen : nil
        }
    }

    /// Waits until the artists of all cells in view can be read. Cells draw their texts themselves.
    fileprivate func expectReadableCells() async throws {
        var unreadable: [String] = []
        try await Eventually.holds("the artists of cells can be read, unlike \(unreadable)") {
            guard let size else { return false }
            let cells = frame?.first("table", named: "Albums")?.children ?? []
            let seen = cells.filter { $0.name.contains(" – ") }.compactMap(\.frame).filter { $0.y >= 0 && $0.isWithin(size) }
            let picture = try await pixelsAtDouble(size)
            unreadable = seen.compactMap { cell in
                let artist = Frame(x: cell.x + 10, y: cell.y + cell.height - 30, width: cell.width - 20, height: 20)
                let contrast = picture.cropped(to: artist.doubled).contrast
                return contrast < 4.5 ? "\(cell): \(contrast)" : nil
            }
            return seen.count > 1 && unreadable.isEmpty
        }
    }

    /// A picture of the content of a window at scale 2.
    private func pixelsAtDouble(_ size: [Int]) async throws -> Pixels {
        let shell = try await stage.input("getwindowgeometry", "--shell", window, in: scene)
        let pairs = shell.split(separator: "\n").map { $0.split(separator: "=") }.filter { $0.count == 2 }
        let values = Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
        guard let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"] else {
            throw Stage.NoPicture(reason: shell)
        }
        let (left, top) = (x + width / 2 - size[0], y + height / 2 - size[1])
        return try await stage.pixels(of: Frame(x: left, y: top, width: 2 * size[0], height: 2 * size[1]), in: scene)
    }
}

extension Frame {
    /// The same place in a picture with twice the pixels.
    fileprivate var doubled: Frame { Frame(x: 2 * x, y: 2 * y, width: 2 * width, height: 2 * height) }

    fileprivate func isWithin(_ size: [Int]) -> Bool {
        x >= 0 && y >= 0 && x + width <= size[0] && y + height <= size[1]
    }
}

extension Pixels {
    /// The contrast of the most frequent colour, which is the background's, with the one that differs most from it.
    ///
    /// Formula: WCAG 2.1, <https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio>.
    fileprivate var contrast: Double {
        var counts: [UInt32: Int] = [:]
        forEachRun { run in
            counts[run.colour, default: 0] += run.count
            return true
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
