import Foundation
import Testing

extension OnScreen {
    /// The window opens where it was left, whatever that was: it shows albums, and GTK has nothing to warn of.
    @MainActor
    @Suite("The restored window")
    struct RestoringTests {
        @Test(
            "It shows albums, and the selected one among them, for every pair of position, view, size, order, covers' size, and search",
            arguments: [(10, 8), (600, .max), (5_000, 8)])
        func pairs(count: Int, limit: Int) async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary(count: count)
                let albums = try await Scene.list(library)
                let identifiers = Dictionary(albums.map { ($0.title, $0.id.rawValue) }) { $1 }
                for state in RestorableState.pairs(count: count).prefix(limit) {
                    let text = state.text(identifier: try #require(identifiers[state.selected]))
                    try await Self.expectAlbums(library, text, selected: state.selected, in: scene).end()
                }
            }
        }

        @Test(
            "The last album of a long wall is where it was after quitting by key, in three sizes",
            arguments: [(1_200, 860), (800, 500), (360, 640)])
        func quits(width: Int, height: Int) async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary(count: 600)
                let state = #"{"layout": "wall", "windowWidth": \#(width), "windowHeight": \#(height)}"#
                let window = try await Self.expectAlbums(library, state, in: scene)
                try await window.press("End")
                try await window.holds("the last album is selected") { $0.cells.contains { $0.isAlbum("0599") && $0.isSelected } }
                try await window.quit()
                try await Self.expectAlbums(library, nil, selected: "0599", in: scene)
            }
        }

        @Test(
            "A state that is damaged, from a newer version, absurd, or of albums that have gone, still shows albums",
            arguments: [
                #"{"position": 9223372036854775807}"#, #"{"position": -9223372036854775808, "layout": "strip"}"#, #"{"position": 1e300}"#,
                #"{"coverSide": 99999999999, "windowWidth": 1e9, "position": 300}"#, #"{"volume": 1e308, "position": 600}"#, "{", "null",
                "",
                #"{"position": 300, "future": {"a": [1]}, "layout": "cube", "order": {"sort": "colour"}}"#,
                #"{"selectedAlbum": "gone", "position": 599}"#, #"{"selectedAlbum": "gone", "position": 1000, "layout": "strip"}"#,
                #"{"position": 300, "filter": [{"decade": {"_0": 9223372036854775807}}, {"mood": {"_0": "blue"}}, {"decade": {"_0": 1950}}]}"#,
                #"{"windowWidth": 32767, "windowHeight": 32767, "position": 300}"#,
                #"{"windowWidth": 100, "windowHeight": 100, "position": 9}"#,
            ])
        func otherStates(text: String) async throws {
            _ = try await Scene.play { scene in
                try await Self.expectAlbums(try await scene.makeLibrary(count: 600), text, in: scene)
            }
        }

        /// Opens the window with a state, and expects that albums are shown.
        ///
        /// - Parameters:
        ///   - state: What `state.json` holds; `nil` to leave it.
        ///   - selected: The title of the album that has to be selected and in view.
        @discardableResult
        private static func expectAlbums(
            _ library: String, _ state: String?, selected: String? = nil, in scene: Scene
        ) async throws -> SleevesWindow {
            if let state { try Data(state.utf8).write(to: URL(filePath: "\(library)/state.json")) }
            let window = try await SleevesWindow.open(library, in: scene)
            let said = state ?? "the state as it was left"
            try await window.holds("albums are drawn, with \(said)") { content in
                (content.cells + content.covers).contains { cover in
                    selected.map { cover.isAlbum($0) && cover.isSelected } ?? true && content.isDrawn(cover)
                }
            }
            return window
        }
    }
}

extension WindowContent.Cover {
    fileprivate func isAlbum(_ title: String) -> Bool { name.hasPrefix("A – \(title),") }
}

extension WindowContent {
    /// Whether a cover's middle is in the window, and is more than a background.
    @MainActor
    fileprivate func isDrawn(_ cover: Cover) -> Bool {
        let (x, y) = cover.frame.middle
        guard size.count == 2, x > 4, y > 60, x < size[0] - 4, y < size[1] - 60 else { return false }
        // The drawing that stands for a picture becomes darker from top to bottom.
        return pixels(Frame(x: x - 4, y: y - 60, width: 8, height: 120)).map { $0.colourCount >= 10 } ?? false
    }
}

extension Scene {
    /// Makes a library of albums without pictures.
    fileprivate func makeLibrary(count: Int) async throws -> String {
        try await makeLibrary(like: "albums-\(count)") { folder in
            let list = "\(self.folder)/list.jsonl"
            let lines = (0..<count).map { RestorableState.album($0) }
            try lines.joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
            try await Self.fill(folder, with: [list])
        }
    }
}

/// A state of the window, and what it has to show.
private struct RestorableState {
    private let number: Int
    private let keys: [String]

    /// An album as a list's line. The titles are in the order of the artists, the years, and of the list.
    static func album(_ number: Int) -> String {
        #"{"title": "\#(title(number))", "artist": "A", "year": \#(1900 + number % 120), "genre": "\#(number % 2 == 0 ? "Even" : "Odd")"}"#
    }

    private static func title(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// States in which every two values of different keys occur together at least once.
    static func pairs(count: Int) -> [RestorableState] {
        let values: [[String]] = [
            // Even, so that every filter and search below has them.
            [0, min(20, count - 2), count / 2 / 2 * 2, count - 2].map(String.init),
            ["wall", "strip"],
            ["1200x900", "700x500", "360x640"],
            ["artist", "title", "year", "added", "random"],
            ["96", "176", "400"],
            ["none", "search", "filter"],
        ]
        var missing: Set<[Int]> = []
        for first in values.indices {
            for second in values.indices where second > first {
                for a in values[first].indices { for b in values[second].indices { missing.insert([first, a, second, b]) } }
            }
        }
        var rows: [[Int]] = []
        while let pair = missing.min(by: { $0.lexicographicallyPrecedes($1) }) {
            var row = [Int?](repeating: nil, count: values.count)
            (row[pair[0]], row[pair[2]]) = (pair[1], pair[3])
            for key in values.indices where row[key] == nil {
                func gain(_ value: Int) -> Int {
                    row.indices.count { other in
                        guard let chosen = row[other] else { return false }
                        return missing.contains(other < key ? [other, chosen, key, value] : [key, value, other, chosen])
                    }
                }
                row[key] = values[key].indices.max { gain($0) < gain($1) }
            }
            let full = row.compactMap(\.self)
            for first in full.indices {
                for second in full.indices where second > first { missing.remove([first, full[first], second, full[second]]) }
            }
            rows.append(full)
        }
        return rows.map { row in RestorableState(zip(values, row).map { $0[$1] }) }
    }

    private init(_ values: [String]) {
        number = Int(values[0]) ?? 0
        keys = values
    }

    /// The title of the album that has to be in view.
    var selected: String { Self.title(number) }

    /// The contents of `state.json`.
    func text(identifier: String) -> String {
        let size = keys[2].split(separator: "x")
        let narrowing = ["search": #", "search": "\#(selected)""#, "filter": #", "filter": [{"genre": {"_0": "Even"}}]"#]
        return """
            {"selectedAlbum": "\(identifier)", "position": \(number), "layout": "\(keys[1])", "windowWidth": \(size[0]), "windowHeight": \(size[1]),
            "order": {"sort": "\(keys[3])", "isReversed": false, "seed": 7}, "coverSide": \(keys[4])\(narrowing[keys[5]] ?? "")}
            """
    }
}
