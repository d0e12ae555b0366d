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
                #expect(try await window.expectReadable().contains("35 albums"))
                // Cells draw their texts themselves.
                let cells = window.frame?.first("table", named: "Albums")?.children ?? []
                let seen = cells.filter { $0.name.contains(" – ") }.compactMap(\.frame).filter { $0.y >= 0 && $0.y + $0.height < 500 }
                #expect(seen.count > 1)
                for cell in seen {
                    let artist = Frame(x: cell.x + 10, y: cell.y + cell.height - 30, width: cell.width - 20, height: 20)
                    let contrast = try await window.contrast(artist)
                    #expect(contrast >= 4.5, "the artist of a cell: \(contrast)")
                }
                try await window.press("Return")
                try await Eventually.holds("the page is shown") { window.frame?.first("push button", named: "Play")?.frame != nil }
                // All the way down the page: the artist, the number and the length of a track, the facts and their links.
                let wanted: Set = ["The Brass Cartographers", "Play", "1", "0:02", "Year", "1974", "Genre", "Funk"]
                var read: Set<String> = []
                for _ in 0..<20 where !wanted.isSubset(of: read) {
                    read.formUnion(try await window.expectReadable())
                    try await window.press("Tab")
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
                #expect(try await window.expectReadable().isSuperset(of: ["35 albums", "2 of 35", "Play"]))
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
    /// Expects that what is written in the window can be read, and returns it.
    fileprivate func expectReadable() async throws -> Set<String> {
        let size = try #require(size)
        // Colours fade in.
        _ = try await Eventually.still("the window is drawn") {
            try await pixelsAtDouble(Frame(x: 0, y: 0, width: size[0], height: size[1]))
        }
        var seen: Set<String> = []
        for node in frame?.all("label") ?? [] {
            guard let place = node.frame, node.has(ATSPI_STATE_SENSITIVE), !node.name.isEmpty,
                // What is scrolled under the header is hidden.
                place.x >= 0, place.y >= 56 || node.name.hasSuffix(" albums"), place.x + place.width <= size[0],
                place.y + place.height <= size[1]
            else { continue }
            seen.insert(node.name)
            let contrast = try await contrast(place)
            #expect(contrast >= 4.5, "“\(node.name)”: \(contrast)")
        }
        return seen
    }

    fileprivate func contrast(_ place: Frame) async throws -> Double {
        try await pixelsAtDouble(place).contrast
    }

    /// A picture of a place of a window at scale 2.
    private func pixelsAtDouble(_ place: Frame) async throws -> Pixels {
        let shell = try await stage.input("getwindowgeometry", "--shell", window, in: scene)
        let pairs = shell.split(separator: "\n").map { $0.split(separator: "=") }.filter { $0.count == 2 }
        let values = Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
        guard let size, let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"] else {
            throw Stage.NoPicture(reason: shell)
        }
        let (left, top) = (x + width / 2 - size[0], y + height / 2 - size[1])
        return try await stage.pixels(
            of: Frame(x: left + 2 * place.x, y: top + 2 * place.y, width: 2 * place.width, height: 2 * place.height), in: scene)
    }
}

extension Pixels {
    /// The contrast of the most frequent colour, which is the background's, with the one that differs most from it.
    ///
    /// Formula: WCAG 2.1, <https://www.w3.org/TR/WCAG21/#dfn-contrast-ratio>.
    fileprivate var contrast: Double {
        var counts: [[UInt8]: Int] = [:]
        for index in 0..<(width * height) { counts[Array(bytes[index * 4..<index * 4 + 3]), default: 0] += 1 }
        guard let ground = counts.max(by: { $0.value < $1.value })?.key else { return 1 }
        let light = Self.luminance(ground)
        return counts.keys.map { colour in
            let other = Self.luminance(colour)
            return (max(light, other) + 0.05) / (min(light, other) + 0.05)
        }.max() ?? 1
    }

    private static func luminance(_ colour: [UInt8]) -> Double {
        let parts = colour.map { value in
            let share = Double(value) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
