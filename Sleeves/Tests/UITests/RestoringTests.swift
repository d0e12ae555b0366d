import Foundation
import Testing

extension UITests.WindowTests {
    /// The window opens where it was left on other screens, too. Whatever it was left at otherwise is tested in its own process.
    @MainActor
    @Suite("The restored window")
    struct RestoringTests {
        @Test("It shows the selected album maximised, and on a screen with two pixels for each", arguments: ["wall", "strip"], [1, 2])
        func scales(layout: String, scale: Int) async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let album = try await SleevesCommand.list(library, sort: "title", in: scene)[20]
                let size = scale == 2 ? #""windowWidth": 600, "windowHeight": 480"# : #""isMaximized": true"#
                let state = #"{"layout": "\#(layout)", "position": 20, "order": {"sort": "title"}, \#(size)}"#
                try Data(state.utf8).write(to: URL(filePath: "\(library)/state.json"))
                let window = try await SleevesWindow.open(library, variables: ["GDK_SCALE": "\(scale)"], in: scene)
                try await Eventually.holds("the album is selected") {
                    (window.cells + window.covers).contains { $0.name == album.heading && $0.isSelected }
                }
                // Screen readers may already know albums that are not drawn yet.
                try await Eventually.holds("albums are drawn") { try await window.stage.hasColours(200, in: scene) }
                window.program.send(SIGTERM)
                #expect(try await window.program.finish() == 0)
                window.program.expectNoComplaints()
            }
        }
    }
}
