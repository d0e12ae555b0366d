import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// Another cover from the archive, from a server on this computer that is both services.
    @MainActor
    @Suite("Finding covers")
    struct FindCoversTests {
        private static let (first, second) = ("0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10", "1b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a11")

        private static func release(_ id: String, _ format: String) -> String {
            """
            {"id": "\(id)", "title": "First Light", "date": "1964", "country": "GB", "artist-credit": [{"name": "Ada"}],
             "label-info": [{"catalog-number": "KST 1001", "label": {"name": "Kestrel"}}], "media": [{"format": "\(format)"}]}
            """
        }

        private func play(
            allowed: Bool?, releases: [String] = [release(first, "CD"), release(second, "12\\\" Vinyl")],
            _ body: (SleevesWindow, CoverServer) async throws -> Void
        ) async throws {
            try await Scene.play { scene in
                let list = Array(#"{"images": [{"id": 7, "types": ["Front"], "front": true}]}"#.utf8)
                let server = try CoverServer(
                    picture: scene.jpeg,
                    others: [
                        "/ws/2/release?": Array("{\"releases\": [\(releases.joined(separator: ","))]}".utf8),
                        "/release/\(Self.first)/": list, "/release/\(Self.second)/": list,
                    ])
                defer { server.stop() }
                server.release()
                let library = try await SilentMusic.makeLibrary(
                    of: [SilentMusic.Album(artist: "Ada", title: "First Light", seconds: [0])], in: scene)
                let address = "http://127.0.0.1:\(server.port)"
                let network = NetworkSettings(
                    fetchesCovers: allowed, addresses: OnlineService.all(at: address), allowsLocalNetwork: true)
                try await body(try await SleevesWindow.open(library, as: "wall", network: network, in: scene), server)
            }
        }

        @Test("Pictures of other releases are shown with size and source; the chosen one is the cover, until that is undone")
        func choose() async throws {
            try await play(allowed: true) { window, _ in
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.choose("Find Covers…", from: "Change the Album")
                let dialog = "Covers of “First Light”"
                try await window.dialog(dialog)
                try await window.holds("both are listed") { content in
                    let texts = content.texts(of: dialog)
                    return texts.contains("Ada · 1964 · CD · Kestrel KST 1001 · GB")
                        && texts.contains("Ada · 1964 · 12\" Vinyl · Kestrel KST 1001 · GB")
                        && texts.contains { $0.hasPrefix("Front · ") && $0.contains(" × ") }
                }
                try await window.expectNoComplaints(about: dialog)
                try await window.press("Down", "Return")
                try await window.expectNoDialog()
                try await window.equal(true) { $0.cells.first?.hasPicture }
                try await window.press("ctrl+z")
                try await window.equal(false) { $0.cells.first?.hasPicture }
            }
        }

        @Test("A picture that is kept stays with the album, beside the cover, without becoming it; the keyboard stays in its row")
        func keep() async throws {
            try await play(allowed: true, releases: [Self.release(Self.first, "CD")]) { window, _ in
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.choose("Find Covers…", from: "Change the Album")
                let dialog = "Covers of “First Light”"
                try await window.dialog(dialog)
                try await window.holds("it is listed") { $0.texts(of: dialog).contains { $0.hasPrefix("Front · ") } }
                try await window.press("Tab", "Return")
                try await window.holds("it is kept") { $0.texts(of: dialog).contains("Kept") }
                try await window.expectNoComplaints(about: dialog)
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await window.holds("the row has it") { content in content.nodes.contains { $0.name == "Front" && $0.isUsable } }
                try await window.equal(false) { $0.cells.first?.hasPicture }
                try await window.press("ctrl+z")
                try await window.holds("the row is gone") { content in !content.nodes.contains { $0.name == "Front" && $0.isUsable } }
            }
        }

        @Test("Nothing is asked for before the user allows it; where there is nothing, the dialog says so")
        func asking() async throws {
            try await play(allowed: nil, releases: []) { window, server in
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.choose("Find Covers…", from: "Change the Album")
                let dialog = "Covers of “First Light”"
                try await window.dialog(dialog)
                try await window.equal("Allow") { $0.focusedName }
                #expect(server.requestCount == 0)
                try await window.press("space")
                try await window.holds("it says so") { $0.texts(of: dialog).contains("Nothing Found") }
                #expect(server.requests.contains { $0.hasPrefix("/ws/2/release?") })
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }
    }
}
