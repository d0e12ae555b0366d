import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    /// A cover from an address that the person writes, from a server on this computer.
    @MainActor
    @Suite("Covers from an address")
    struct CoverAddressTests {
        private static var picture: [UInt8] {
            get throws {
                let path = SleevesCommand.samples + "/Music/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg"
                return Array(try Data(contentsOf: URL(filePath: path)))
            }
        }

        @Test("The picture at an address is the album's cover, also without the server and after a restart, until that is undone")
        func cover() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let album = albums[try albums.coverless]
                let cover = { try await SleevesCommand.list(library, in: scene).first { $0.id == album.id }?.cover }

                let window = try await SleevesWindow.open(library, in: scene)
                try await window.press("Right", toReach: album)
                let place = try await window.settledCover(of: album).frame.inset(10)
                let standIn = try await Eventually.still("the stand-in stands still") { try await window.pixels(place) }
                let dialog = try await Self.ask("http://127.0.0.1:\(server.port)/cover.jpg", in: window)
                try await Eventually.holds("the server is asked") { server.requests == ["/cover.jpg"] }
                // The dialog waits with the person, and takes no second answer meanwhile.
                try await Eventually.holds("the button waits") {
                    dialog.first("push button", named: "Use as Cover")?.has(ATSPI_STATE_SENSITIVE) == false
                }
                #expect(window.dialogs.map(\.name) == ["Cover from Address"])
                server.release()
                try await Eventually.holds("the dialog has gone") { window.dialogs.isEmpty }
                try await Eventually.holds("the strip shows the cover") { window.cover(of: album)?.hasPicture == true }
                try await window.expectSelection(album)
                let shown = try await Eventually.still("the cover stands still") { try await window.pixels(place) }
                #expect(shown.difference(from: standIn) > 0.5)
                #expect(try await cover() == "present")

                server.stop()
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)
                try FileManager.default.removeItem(atPath: "\(library)/cache")
                let again = try await SleevesWindow.open(library, in: scene)
                try await again.expectSelection(album)
                try await Eventually.holds("the cover is there again") { try await again.pixels(place).difference(from: shown) < 0.01 }
                try await again.press("ctrl+z")
                try await Eventually.holds("the album has none again") { try await cover() == "missing" }
                try await Eventually.holds("the stand-in is back") { try await again.pixels(place).difference(from: standIn) < 0.01 }
                #expect(server.requestCount == 1)
            }
        }

        @Test("An invalid address, a missing file and a file that isn't a picture are reported below the field, which can be edited again")
        func refused() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture, statuses: ["/gone": 404])
                let other = try CoverServer(picture: Array("<html>No picture</html>".utf8))
                defer {
                    server.stop()
                    other.stop()
                }
                server.release()
                other.release()
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let album = albums[try albums.coverless]
                try await window.press("Right", toReach: album)

                let dialog = try await Self.ask("cover.jpg", in: window)
                try await Self.expectProblem(
                    "cover.jpg is not a web address. Enter one that begins with https:// or http://.", in: dialog)
                let gone = "http://127.0.0.1:\(server.port)/gone"
                try await Self.write(gone, in: window)
                try await Self.expectProblem("\(gone) does not exist. Choose another address.", in: dialog)
                try await Self.write("http://127.0.0.1:\(other.port)/page", in: window)
                try await Self.expectProblem(
                    "This is not a JPEG, PNG, WebP, GIF or AVIF picture. Choose a picture in one of these formats.", in: dialog)
                #expect(try await SleevesCommand.list(library, in: scene) == albums)

                try await Self.write("http://127.0.0.1:\(server.port)/good", in: window)
                try await Eventually.holds("the dialog has gone") { window.dialogs.isEmpty }
                try await Eventually.holds("the strip shows the cover") { window.cover(of: album)?.hasPicture == true }
            }
        }

        @Test("An address in a private network is refused, unless that is allowed")
        func privateNetwork() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, variables: ["SLEEVES_LOCAL_NETWORK": ""], in: scene)
                try await Eventually.holds("the albums are shown") { window.selectedAlbum != nil }
                let address = "http://127.0.0.1:\(server.port)/cover.jpg"
                let dialog = try await Self.ask(address, in: window)
                let advice = "If you trust the source of the address, start Sleeves with --local-network."
                try await Self.expectProblem("\(address) leads to a private network. \(advice)", in: dialog)
                #expect(server.requestCount == 0)
                // Escape gives it up.
                try await window.press("Escape")
                try await Eventually.holds("the dialog has gone") { window.dialogs.isEmpty }
            }
        }

        /// Opens the dialog, writes an address and presses Enter.
        private static func ask(_ address: String, in window: SleevesWindow) async throws -> AccessibleNode {
            try await window.choose("Cover from Address…", from: "Change the Album")
            let dialog = try await window.dialog("Cover from Address")
            let field = try #require(dialog.all("text").first { $0.name == "Picture Address" })
            try await Eventually.holds("the field has the keyboard") { field.has(ATSPI_STATE_FOCUSED) }
            try await window.type(address)
            try await window.press("Return")
            return dialog
        }

        /// Writes another address.
        private static func write(_ address: String, in window: SleevesWindow) async throws {
            try await window.press("ctrl+a")
            try await window.type(address)
            try await window.press("Return")
        }

        /// Waits until it is said what is wrong, to those who see it and to those who do not.
        private static func expectProblem(_ words: String, in dialog: AccessibleNode) async throws {
            try await Eventually.holds("“\(words)” is said") {
                dialog.all("label").contains { $0.name == words && $0.frame != nil }
                    && dialog.all("text").contains { $0.name == "Picture Address" && $0.description == words }
            }
        }
    }
}
