import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Statistics")
    struct StatisticsTests {
        /// A part of what `sleeves stats --json` says.
        private struct Counts: Decodable {
            struct Decade: Decodable {
                let year: Int
                let albums: Int
            }
            struct Share: Decodable {
                let name: String
                let albums: Int
            }
            struct Shares: Decodable {
                let top: [Share]
            }

            let decades: [Decade]
            let genres: Shares
        }

        private static func spoken(_ name: String, _ albums: Int) -> String {
            "\(name), \(albums) album\(albums == 1 ? "" : "s")"
        }

        /// Returns what the bars of decades and genres say if they say what the command counts.
        private static func bars(of library: String, in scene: Scene) async throws -> Set<String> {
            let output = try await SleevesCommand.run("stats", "--library", library, "--json", in: scene).output
            let counts = try JSONDecoder().decode(Counts.self, from: Data(output.utf8))
            return Set(counts.decades.map { spoken("\($0.year)s", $0.albums) } + counts.genres.top.map { spoken($0.name, $0.albums) })
        }

        @Test("The bars say what the command counts, also after it has removed an album, and Escape closes them")
        func bars() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.choose("Statistics", from: "Main Menu")
                let dialog = try await window.dialog("Statistics")
                let said = { dialog.all("list item").map(\.name) }
                let before = try await Self.bars(of: library, in: scene)
                #expect(before.count > 4)
                try await Eventually.holds("the bars are there; there are \(said())") { before.isSubset(of: said()) }
                try await AccessibilityAudit.expectNoComplaints(about: dialog)

                let album = try #require(albums.first { $0.year != nil })
                _ = try await SleevesCommand.run("remove", "--library", library, album.id, in: scene)
                let after = try await Self.bars(of: library, in: scene)
                #expect(after != before)
                try await Eventually.holds("the bars have changed; there are \(said())") { after.isSubset(of: said()) }
                try await window.press("Escape")
                try await Eventually.holds("they are closed") { window.dialogs.isEmpty }
            }
        }

        @Test("Of an empty library they say that there are no albums, and Control-W closes them alone")
        func empty() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                try await window.choose("Statistics", from: "Main Menu")
                let dialog = try await window.dialog("Statistics")
                try await Eventually.holds("it says so") { dialog.all("label").contains { $0.name == "No Albums Yet" } }
                try await AccessibilityAudit.expectNoComplaints(about: dialog)
                try await window.press("ctrl+w")
                try await Eventually.holds("they are closed") { window.dialogs.isEmpty }
                #expect(window.program.status == nil)
            }
        }
    }
}
