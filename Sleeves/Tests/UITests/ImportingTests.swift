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
                let (window, library, writer) = try await Self.openInTheMiddle(in: scene)
                let heading = "Close During the Import?"
                try await window.press("ctrl+w")
                let question = try await window.dialog(heading)
                try await Eventually.holds("the question says that the import continues") {
                    question.all("label").contains { $0.name == "The import continues the next time you open Sleeves." }
                }
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
                try await Eventually.equal("the subtitle", "\(Self.count) albums") { again.subtitle }
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
                let (window, library, writer) = try await Self.openInTheMiddle(in: scene)
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
                let music = try Self.makeMusic(in: scene)
                for attempt in 1...Self.endings {
                    let window = try await SleevesWindow.open("\(scene.folder)/library-\(attempt)", as: "wall", opening: [music], in: scene)
                    try await Eventually.holds("the first albums are shown") { window.subtitle != nil }
                    window.program.send(SIGTERM)
                    #expect(try await window.program.finish() == 0)
                }
            }
        }

        /// The albums of an import: many more than come at first.
        private static let count = 400

        /// The number of times that a window is ended while it imports: `SLEEVES_ENDINGS=50` after a change of how the program ends.
        private static let endings = ProcessInfo.processInfo.environment["SLEEVES_ENDINGS"].flatMap(Int.init) ?? 3

        /// Writes albums of three tracks each, a moment long.
        private static func makeMusic(in scene: Scene) throws -> String {
            for number in 1...count {
                let album = SilentMusic.Album(artist: "Artist \(number % 90)", title: "Album \(number)", seconds: [0, 0, 0])
                try SilentMusic.write(album, in: scene)
            }
            return "\(scene.folder)/Music"
        }

        /// Opens a window that imports many albums, and has the import wait in the middle, until the writer stops.
        ///
        /// A test can't choose the transaction that the writer comes after. If that was the last one, another library is imported.
        private static func openInTheMiddle(in scene: Scene) async throws -> (SleevesWindow, library: String, LibraryWriter) {
            let music = try makeMusic(in: scene)
            var attempt = 0
            return try await Eventually.value("an import waits in the middle") {
                attempt += 1
                let library = "\(scene.folder)/library-\(attempt)"
                // The import waits from its beginning on. By the time it goes on, it is so late that it shows the first albums it reads.
                let writer = try await LibraryWriter.ofNewLibrary(library, in: scene)
                let window = try await SleevesWindow.open(library, as: "wall", opening: [music], in: scene)
                try await Eventually.holds("the import shows its progress") {
                    window.frame?.first("push button", named: "Cancel")?.frame != nil
                }
                let albums = try await writer.letOthersWrite(until: .album)
                guard albums < count else {
                    try writer.stop()
                    window.program.send(SIGTERM)
                    _ = try await window.program.finish()
                    return nil
                }
                try await Eventually.equal("the subtitle", "\(albums) album\(albums == 1 ? "" : "s")") { window.subtitle }
                return (window, library, writer)
            }
        }
    }
}
