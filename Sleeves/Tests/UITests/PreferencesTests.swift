import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// The preferences, the first question, and what the main menu has besides.
    @MainActor
    @Suite("Preferences")
    struct PreferencesTests {
        private static let unanswered = ["SLEEVES_FETCH_COVERS": ""]
        private static let question = "Look for missing covers on the network?"
        private static let fetching = "Look for Missing Covers on the Network"

        private static var picture: [UInt8] {
            get throws {
                let path = SleevesCommand.samples + "/Music/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg"
                return Array(try Data(contentsOf: URL(filePath: path)))
            }
        }

        /// Writes a list of albums, and returns its path.
        private static func write(_ titles: [String], coverURL: String? = nil, in scene: Scene) throws -> String {
            let path = "\(scene.folder)/list.json"
            let cover = coverURL.map { #", "coverURL": "\#($0)""# } ?? ""
            let entries = titles.map { #"{"title": "\#($0)", "artist": "Aardvark Avenue"\#(cover)}"# }
            try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: path))
            return path
        }

        /// Opens a library of an album whose cover the server has, and waits until the window asks whether it may fetch it.
        private static func openAsking(_ server: CoverServer, in scene: Scene) async throws -> (library: String, window: SleevesWindow) {
            server.release()
            let list = try write(["First Light"], coverURL: "http://127.0.0.1:\(server.port)/a", in: scene)
            let library = try await SleevesCommand.makeLibrary(of: list, in: scene)
            let window = try await SleevesWindow.open(library, variables: unanswered, in: scene)
            try await Eventually.holds("it asks") { window.texts.contains(question) }
            return (library, window)
        }

        private static func open(_ window: SleevesWindow) async throws -> AccessibleNode {
            try await window.press("ctrl+comma")
            return try await window.dialog("Preferences")
        }

        /// Activates the control with a name.
        private static func use(_ name: String, in node: @autoclosure () -> AccessibleNode?) async throws {
            let control = try await Eventually.value("there is “\(name)”") {
                node()?.tree.first { $0.name == name && $0.frame != nil && $0.has(ATSPI_STATE_FOCUSABLE) }
            }
            guard control.act() else { throw Stage.NoPicture(reason: "“\(name)” can't be used") }
        }

        @Test("Preferences open by key; each source says its albums and problems; everything has a name; Escape closes them")
        func opening() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let list = try Self.write(["First Light"], in: scene)
                _ = try await SleevesCommand.run("import", "--library", library, list, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                let preferences = try await Self.open(window)
                let texts = { preferences.all("label").filter { $0.frame != nil }.map(\.name) }
                try await Eventually.holds("both are listed; there is \(texts())") {
                    texts().contains(list) && texts().contains { $0.hasPrefix("35 albums") }
                        && texts().contains { $0.hasPrefix("1 album\n") }
                }
                try await AccessibilityAudit.expectNoComplaints(about: preferences)
                try await Self.use("Covers", in: preferences)
                try await Eventually.holds("the other page is shown") { texts().contains(Self.fetching) }
                try await AccessibilityAudit.expectNoComplaints(about: preferences)
                // The environment of the tests has answered.
                #expect(texts().contains { $0.contains("SLEEVES_FETCH_COVERS") })
                let control = preferences.tree.first { $0.name == Self.fetching && $0.has(ATSPI_STATE_FOCUSABLE) }
                #expect(control?.has(ATSPI_STATE_SENSITIVE) != true)
                try await window.press("Escape")
                try await Eventually.holds("they are closed") { window.dialogs.isEmpty }
            }
        }

        @Test("Until the question is answered nothing is requested; Allow brings the cover, and isn't asked again")
        func allowing() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                let (library, window) = try await Self.openAsking(server, in: scene)
                try await AccessibilityAudit.expectNoComplaints(about: #require(window.frame))
                try await Eventually.equal("which covers there are", [false]) { window.covers.map(\.hasPicture) }
                #expect(server.requestCount == 0)
                #expect(try await SleevesCommand.list(library, in: scene).map(\.cover) == ["missing"])
                try await window.clickButton("Allow")
                try await Eventually.holds("the cover has come") { window.covers.first?.hasPicture == true }
                try await Eventually.holds("the question has gone") { !window.texts.contains(Self.question) }
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)

                let again = try await SleevesWindow.open(library, variables: Self.unanswered, in: scene)
                try await Eventually.holds("the cover is there") { again.covers.first?.hasPicture == true }
                try await Eventually.holds("there is no question") { !again.texts.contains(Self.question) }
            }
        }

        @Test("All albums are exported to a file, as the command exports them")
        func exporting() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let expected = "\(scene.folder)/expected.csv"
                _ = try await SleevesCommand.run("export", "--library", library, expected, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                try await window.press("ctrl+shift+e")
                let chooser = try await window.dialog("Export to a .csv or .json File")
                try await Eventually.holds("a name is proposed") { chooser.first("text")?.name != nil }
                let path = "\(scene.folder)/albums.csv"
                try await window.press("ctrl+a")
                try await window.type(path)
                try await window.press("Return")
                try await Eventually.holds("it is said; there is \(window.texts)") {
                    window.texts.contains("Exported 35 albums to \(path).")
                }
                #expect(FileManager.default.contents(atPath: path) == FileManager.default.contents(atPath: expected))
            }
        }

    }
}
