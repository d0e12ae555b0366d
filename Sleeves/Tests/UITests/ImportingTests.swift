import Foundation
import Testing

extension UITests.WindowTests {
    /// The window while it imports.
    @MainActor
    @Suite("A living import")
    struct ImportingTests {
        @Test("Albums appear while others are read; closing says that the import continues, and it does when the window opens again")
        func closing() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let (window, writer) = try await Self.openInTheMiddle(of: library, in: scene)
                let heading = "Close During the Import?"
                try await window.press("ctrl+w")
                let question = try await window.dialog(heading)
                #expect(question.all("label").contains { $0.name == "The import continues the next time you open Sleeves." })
                try await window.press("Escape")
                try await Eventually.holds("the question is answered") { window.dialogs.isEmpty }
                #expect(window.program.status == nil)
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+q")
                _ = try await window.dialog(heading)
                try await window.press("Return")
                #expect(try await window.program.finish() == 0)
                try writer.stop()

                let again = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("all albums are there") { again.subtitle == "1000 albums" }
                try await Eventually.holds("the import has ended") { again.frame?.first("push button", named: "Cancel")?.frame == nil }
                // It was one import.
                try await again.press("ctrl+z")
                try await Eventually.holds("all albums are gone") { again.texts.contains("Your Records Go Here") }
                #expect(try await again.close() == 0)
            }
        }

        @Test("The keyboard alone stops an import: what was read stays, and the window says how to continue")
        func cancellation() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let (window, writer) = try await Self.openInTheMiddle(of: library, in: scene)
                // The bar is above the albums.
                try await window.press("shift+Tab")
                try await Eventually.holds("the button has the keyboard") { window.focused?.name == "Cancel" }
                let messages = SpokenMessages()
                try await window.press("Return")
                try writer.stop()
                let words = "The import was stopped. To continue it, import the folder again."
                try await Eventually.holds("it is said; there is \(window.texts)") {
                    window.texts.contains(words) || messages.include(words)
                }
                #expect(try await !SleevesCommand.list(library, in: scene).isEmpty)
                #expect(try await window.close() == 0)
            }
        }

        @Test("Ended while threads import, the program ends without a crash")
        func ending() async throws {
            try await Scene.play { scene in
                let music = try await Self.albums(400, in: scene)
                for attempt in 1...8 {
                    let window = try await SleevesWindow.open("\(scene.folder)/library-\(attempt)", as: "wall", opening: [music], in: scene)
                    try await Eventually.holds("the first albums are shown") { window.subtitle != nil }
                    window.program.send(SIGTERM)
                    let status = try await window.program.finish()
                    #expect(status == 0)
                }
            }
        }

        private static func albums(_ count: Int, in scene: Scene) async throws -> String {
            let music = "\(scene.folder)/music"
            let script = ["\(SleevesCommand.samples)/generate.py", "--albums", "\(count)", "--out", music]
            #expect(try await scene.start(Tool.python.path, script).finish(within: .seconds(300)) == 0)
            return music
        }

        /// Opens a window that imports a thousand albums, and has the import wait in the middle, until the writer stops.
        private static func openInTheMiddle(of library: String, in scene: Scene) async throws -> (SleevesWindow, LibraryWriter) {
            let music = try await albums(1_000, in: scene)
            let window = try await SleevesWindow.open(library, as: "wall", opening: [music], in: scene)
            try await Eventually.holds("the first albums are shown") { window.subtitle != nil }
            // From now on, the import waits.
            let writer = try await Eventually.value("the library is free for a moment") { try? LibraryWriter(of: library) }
            #expect(window.frame?.first("push button", named: "Cancel")?.frame != nil)
            #expect(window.subtitle != "1000 albums")
            return (window, writer)
        }
    }
}
