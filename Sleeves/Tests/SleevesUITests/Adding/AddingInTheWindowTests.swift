import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// Records that have no files, from a server on this computer that speaks MusicBrainz' protocol.
    @MainActor
    @Suite("Adding records in the window")
    struct AddingInTheWindowTests {
        private static let name = "Add a Record"
        private static let fieldName = "Barcode, Catalogue Number, or Words from Title and Artist"
        private static let record = "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10"
        private static let disc = "1b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a11"

        @Test("Scanned barcodes become albums with covers, one after another, and what MusicBrainz doesn't know is added by hand")
        func barcodes() async throws {
            try await play { scene, server in
                let window = try await Self.open(scene, server)
                try await Self.openDialog(in: window)
                // As a scanner types them: the next one while the first is still looked up.
                for barcode in ["5012345678900", "96385074"] {
                    try await window.type(barcode)
                    try await window.press("Return")
                }
                try await window.equal("") { $0.field(Self.fieldName, of: Self.name)?.contents }
                try await window.holds("the record is added") { content in
                    content.texts(of: Self.name).contains("The Brass Cartographers · 1964 · 12\" Vinyl · Kestrel KST 1001 · GB")
                }
                let unknown = "MusicBrainz does not know it. Press Enter here to add it by hand."
                try await window.holds("the other isn't known") { $0.texts(of: Self.name).contains(unknown) }
                try await window.holds("screen readers say so at the field") { $0.spoken.contains("96385074. \(unknown)") }
                try await window.equal(2) { try $0.texts(of: Self.name).count { $0 == "96385074" || $0 == "Uncharted Streets" } }

                try await window.press("Down")
                try await window.holds("the list has the keyboard") { $0.focused?.contents == nil }
                try await window.press("Return")
                try await window.equal("Title") { $0.focusedName }
                try await window.equal("96385074") { $0.field("Barcode", of: Self.name)?.contents }
                // Back, and here again.
                try await window.press("Escape")
                try await window.equal(Self.fieldName) { $0.focusedName }
                try await window.press("Down")
                try await window.holds("the list has the keyboard") { $0.focused?.contents == nil }
                try await window.press("Return")
                try await window.equal("Title") { $0.focusedName }
                try await window.type("Kitchen Tape")
                try await window.press("Return")
                try await window.holds("the artist is asked for") { content in
                    content.focusedName == "Artist"
                        && content.texts(of: Self.name).contains("An album needs an artist. Enter one, or “Various Artists”.")
                }
                try await window.type("Ruth Tanner")
                try await window.press("Return")
                try await window.equal(Self.fieldName) { $0.focusedName }
                try await window.holds("it is added") { $0.texts(of: Self.name).contains("Ruth Tanner") }
                try await window.press("Escape")
                try await window.expectNoDialog()
                // The last one is chosen, and the first has its cover.
                let albums = try await Scene.list("\(scene.folder)/library")
                try #require(albums.map(\.heading) == ["The Brass Cartographers – Uncharted Streets, 1964", "Ruth Tanner – Kitchen Tape"])
                try await window.holds("it has the keyboard") { $0.focusedName?.hasPrefix(albums[1].heading) == true }
                try await window.expectPage(of: albums[1])
                try await Eventually.holds("the first has its cover") {
                    try await Scene.list("\(scene.folder)/library").first?.hasCover == true
                }
            }
        }

        @Test("Closing the window asks while a record is looked up, and goes on once it is added")
        func closing() async throws {
            try await play { scene, server in
                let window = try await Self.open(scene, server)
                try await Self.openDialog(in: window)
                server.hold()
                try await window.type("5012345678900")
                try await window.press("Return")
                try await window.holds("it is looked up") { $0.texts(of: Self.name).contains("Looking it up…") }
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await window.clickButton("Close")
                try await window.holds("it asks") { content in
                    content.dialogs.contains { $0.content.texts.contains("Close Before All Records Are Added?") }
                }
                server.release()
                try await Eventually.holds("it closes") { window.isClosed }
                #expect(try await Scene.list("\(scene.folder)/library").count == 1)
            }
        }

        @Test("Of several pressings the chosen one is added, and the button takes it back")
        func pressings() async throws {
            try await play { scene, server in
                let window = try await Self.open(scene, server)
                try await Self.openDialog(in: window)
                try await window.type("uncharted")
                try await window.equal(2) { try $0.texts(of: Self.name).count { $0 == "Uncharted Streets" } }
                try await window.holds("screen readers say how many") { $0.spoken.contains("2 releases") }
                try await window.holds("their fronts are asked for") { _ in
                    Set(server.requests.filter { $0.hasSuffix("/front-250") }).count == 2
                }
                try await window.press("Down")
                try await window.holds("the second has the keyboard") { $0.focused?.control.spokenName.contains("Uncharted") == true }
                try await window.press("Return")
                try await window.holds("it is added") { content in
                    let texts = content.texts(of: Self.name)
                    return texts.contains("The Brass Cartographers · 1964 · CD · Kestrel KCD 1001 · GB")
                        && texts.count { $0 == "Uncharted Streets" } == 1
                }
                try await Eventually.holds("the library has it") { try await Self.formats(in: scene) == ["CD"] }
                try await window.use("Undo", in: Self.name)
                try await window.holds("its line is gone") { !$0.texts(of: Self.name).contains("Uncharted Streets") }
                try await Eventually.holds("the library is empty") { try await Self.formats(in: scene).isEmpty }
            }
        }

        @Test("Nothing is asked before the user allows it, and then what was typed is searched for")
        func permission() async throws {
            try await play { scene, server in
                let address = "http://127.0.0.1:\(server.port)"
                let network = NetworkSettings(addresses: OnlineService.all(at: address), allowsLocalNetwork: true)
                let window = try await SleevesWindow.open("\(scene.folder)/library", as: "wall", network: network, in: scene)
                try await Self.openDialog(in: window)
                try await window.type("uncharted")
                try await window.holds("it asks") { $0.texts(of: Self.name).contains("Look the Record Up in MusicBrainz?") }
                #expect(server.requestCount == 0)
                try await window.use("Allow", in: Self.name)
                try await window.equal(2) { try $0.texts(of: Self.name).count { $0 == "Uncharted Streets" } }
                try await window.equal(Self.fieldName) { $0.focusedName }
            }
        }

        @Test("Without a network the dialog says so, and takes the record by hand")
        func offline() async throws {
            try await play { scene, server in
                server.stop()
                let window = try await Self.open(scene, server)
                try await Self.openDialog(in: window)
                try await window.type("harbour")
                try await window.holds("it says so") { $0.texts(of: Self.name).contains("MusicBrainz Cannot Be Asked") }
                try await window.press("Return")
                try await window.equal("Artist") { $0.focusedName }
                try await window.equal("harbour") { $0.field("Title", of: Self.name)?.contents }
                try await window.type("Ruth Tanner")
                try await window.press("Return")
                try await window.holds("it is added") { $0.texts(of: Self.name).contains("Ruth Tanner") }
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await Eventually.holds("the library has it") {
                    try await Scene.list("\(scene.folder)/library").map(\.heading) == ["Ruth Tanner – harbour"]
                }
            }
        }

        @Test("The dialog and its form fit into 360 pixels")
        func narrow() async throws {
            try await play { scene, server in
                let window = try await Self.open(scene, server)
                try await Self.openDialog(in: window)
                try await window.holds("the dialog can be narrow") { _ in Self.minimumWidth.map { $0 <= 360 } == true }
                try await window.use("Add by Hand…", in: Self.name)
                try await window.equal("Title") { $0.focusedName }
                try await window.holds("the form can be narrow") { _ in Self.minimumWidth.map { $0 <= 360 } == true }
            }
        }

        // MARK: Helpers

        /// The width that the dialog can't be narrower than; `nil` while it isn't open.
        private static var minimumWidth: Int? {
            guard let dialog = SleevesWindow.toplevels.first(where: { SleevesWindow.title(of: $0) == name }) else { return nil }
            var width: gint = 0
            gtk_widget_measure(dialog, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
            return Int(width)
        }

        private func play(_ body: (Scene, CoverServer) async throws -> Void) async throws {
            try await Scene.play { scene in
                let found = [(Self.record, "12\\\" Vinyl", "KST 1001"), (Self.disc, "CD", "KCD 1001")].map(Self.release)
                let server = try CoverServer(
                    picture: scene.jpeg,
                    others: [
                        "/ws/2/release?": Self.answer([]), "barcode:5012345678900": Self.answer([found[0]]),
                        "release:\"uncharted\"": Self.answer(found),
                        "/ws/2/release/\(Self.record)": Array(found[0].utf8), "/ws/2/release/\(Self.disc)": Array(found[1].utf8),
                    ])
                defer { server.stop() }
                server.release()
                try await body(scene, server)
            }
        }

        private static func answer(_ releases: [String]) -> [UInt8] {
            Array("{\"releases\": [\(releases.joined(separator: ","))]}".utf8)
        }

        private static func release(_ id: String, _ format: String, _ number: String) -> String {
            """
            {"id": "\(id)", "title": "Uncharted Streets", "date": "1964", "country": "GB", "cover-art-archive": {"front": true},
             "artist-credit": [{"name": "The Brass Cartographers", "artist": {"sort-name": "Brass Cartographers, The"}}],
             "label-info": [{"catalog-number": "\(number)", "label": {"name": "Kestrel"}}], "media": [{"format": "\(format)"}]}
            """
        }

        /// Opens the window of an empty library.
        private static func open(_ scene: Scene, _ server: CoverServer) async throws -> SleevesWindow {
            let address = "http://127.0.0.1:\(server.port)"
            let network = NetworkSettings(
                fetchesCovers: true, addresses: OnlineService.all(at: address), allowsLocalNetwork: true)
            return try await SleevesWindow.open("\(scene.folder)/library", as: "wall", network: network, in: scene)
        }

        private static func openDialog(in window: SleevesWindow) async throws {
            try await window.press("ctrl+n")
            try await window.dialog(name)
            try await window.equal(fieldName) { $0.focusedName }
        }

        /// The formats of the library's albums.
        private static func formats(in scene: Scene) async throws -> [String] {
            try await Scene.formats("\(scene.folder)/library")
        }
    }
}

extension Scene {
    /// The formats of the albums of a library.
    fileprivate nonisolated static func formats(_ folder: String) async throws -> [String] {
        try await statistics(of: folder).formats.top.map(\.name)
    }
}
