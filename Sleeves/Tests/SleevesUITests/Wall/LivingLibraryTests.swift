import Foundation
import Testing

extension OnScreen {
    /// Changes by other programs to a library that a window shows.
    @MainActor
    @Suite("A library that others change")
    struct LivingLibraryTests {
        private static let selected = "M 150 – M 150"

        /// Imports a list of an album by each artist.
        private static func importList(_ name: String, _ artists: [String], in scene: Scene) async throws {
            let list = "\(scene.folder)/\(name).json"
            try JSONEncoder().encode(artists.map { ["title": $0, "artist": $0] }).write(to: URL(filePath: list))
            try await Scene.fill("\(scene.folder)/library", with: [list])
        }

        @Test("New albums leave the selected album, the focus and what is in view where they are", arguments: ["wall", "strip"])
        func livingLibrary(layout: String) async throws {
            try await Scene.play { scene in
                try await Self.importList("first", (100..<200).map { "M \($0)" }, in: scene)
                let window = try await SleevesWindow.open("\(scene.folder)/library", as: layout, in: scene)
                try await window.equal("100 albums") { $0.subtitle }
                try await window.type("m 150")
                let before = try await window.still("the album is selected, and nothing moves") { $0.place(of: Self.selected) }
                // As many as fill rows of one to four.
                try await Self.importList("second", (100..<136).map { "B \($0)" } + (100..<136).map { "X \($0)" }, in: scene)
                try await window.equal("172 albums") { $0.subtitle }
                let after = try await window.still("nothing moves") { $0.place(of: Self.selected) }
                #expect(after == before)
                if layout == "wall" {
                    try await window.holds("the album has the keyboard") { $0.focused?.name.hasPrefix(Self.selected) == true }
                }
                try await window.press("Right")
                try await window.equal("M 151") { $0.details["Album"] }
                guard layout == "wall" else { return }
                // And where the user has scrolled to, away from that.
                let middle = try await window.still("the next album stands still") { $0.cells.first(where: \.isSelected) }.frame
                var former = try await window.still("nothing moves") { $0.cell(at: middle) }
                while !former.name.hasPrefix("X 1") {
                    let last = former
                    try await window.wheel(down: 10, at: middle)
                    former = try await window.still("the wall scrolls on") { content in
                        content.cell(at: middle).flatMap { $0.name == last.name ? nil : $0 }
                    }
                }
                try await Self.importList("third", (136..<160).map { "B \($0)" } + (136..<160).map { "X \($0)" }, in: scene)
                try await window.equal("220 albums") { $0.subtitle }
                let later = try await window.still("nothing moves") { $0.cell(at: middle) }
                #expect(later == former)
            }
        }
    }
}

extension WindowContent {
    /// The place of an album in either view, if it is selected.
    fileprivate func place(of album: String) -> Frame? {
        (cells + covers).first { $0.name == album && $0.isSelected }?.frame
    }

    /// The album that is beside a place on the wall.
    fileprivate func cell(at place: Frame) -> Cover? {
        cells.first { abs($0.frame.y - place.y) <= place.height / 2 }
    }
}
