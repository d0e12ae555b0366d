import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// A cover from an address that the person writes, from a server on this computer.
    @MainActor
    @Suite("Covers from an address")
    struct CoverAddressTests {
        private static let name = "Cover from Address"

        @Test("The picture at an address is the album's cover, also without the server and after a restart, until that is undone")
        func cover() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let library = "\(scene.folder)/library"
                let album = albums[try albums.coverless]
                try await window.press("Right", toReach: album)
                let place = try await window.still("the cover stands still") { $0.cover(of: album)?.frame }.inset(10)
                let standIn = try await window.still("the stand-in stands still") { $0.pixels(place) }
                try await Self.ask("http://127.0.0.1:\(server.port)/cover.jpg", in: window)
                try await window.equal(["/cover.jpg"]) { _ in server.requests }
                // The dialog waits with the person, and takes no second answer meanwhile.
                try await window.equal(false) { content in
                    content.dialog(Self.name)?.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Use as Cover")?.isSensitive
                }
                try await window.equal([Self.name]) { $0.dialogs.map(\.name) }
                server.release()
                try await window.expectNoDialog()
                try await window.equal(true) { $0.cover(of: album)?.hasPicture }
                try await window.expectSelection(album)
                let shown = try await window.still("the cover stands still") { $0.pixels(place) }
                #expect(shown.difference(from: standIn) > 0.5)
                #expect(try await Self.cover(of: album, in: library) != .missing)

                server.stop()
                try await window.quit()
                try FileManager.default.removeItem(atPath: "\(library)/cache")
                let again = try await SleevesWindow.open(library, in: scene)
                try await again.expectSelection(album)
                try await again.holds("the cover is there again") { $0.pixels(place).map { $0.difference(from: shown) < 0.01 } == true }
                try await again.press("ctrl+z")
                try await again.equal(false) { $0.cover(of: album)?.hasPicture }
                try await again.holds("the stand-in is back") { $0.pixels(place).map { $0.difference(from: standIn) < 0.01 } == true }
                #expect(try await Self.cover(of: album, in: library) == .missing)
                #expect(server.requestCount == 1)
            }
        }

        @Test("An invalid address, a missing file and a file that isn't a picture are reported below the field, which can be edited again")
        func refused() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg, statuses: ["/gone": 404])
                let other = try CoverServer(picture: Array("<html>No picture</html>".utf8))
                defer {
                    server.stop()
                    other.stop()
                }
                server.release()
                other.release()
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let album = albums[try albums.coverless]
                try await window.press("Right", toReach: album)

                try await Self.ask("cover.jpg", in: window)
                try await Self.expectProblem("cover.jpg is not a web address. Enter one that begins with https:// or http://.", in: window)
                let gone = "http://127.0.0.1:\(server.port)/gone"
                try await Self.write(gone, in: window)
                try await Self.expectProblem("\(gone) does not exist. Choose another address.", in: window)
                try await Self.write("http://127.0.0.1:\(other.port)/page", in: window)
                try await Self.expectProblem(
                    "This is not a JPEG, PNG, WebP, GIF or AVIF picture. Choose a picture in one of these formats.", in: window)
                #expect(try await Scene.list("\(scene.folder)/library") == albums)

                try await Self.write("http://127.0.0.1:\(server.port)/good", in: window)
                try await window.expectNoDialog()
                try await window.equal(true) { $0.cover(of: album)?.hasPicture }
            }
        }

        @Test("An address in a private network is refused, unless that is allowed")
        func privateNetwork() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                server.release()
                let off = NetworkSettings.off
                let network = NetworkSettings(fetchesCovers: true, addresses: OnlineService.all(at: off))
                let window = try await SleevesWindow.open(scene.makeLibrary(), network: network, in: scene)
                let address = "http://127.0.0.1:\(server.port)/cover.jpg"
                try await Self.ask(address, in: window)
                let advice = "If you trust the source of the address, start Sleeves with --local-network."
                try await Self.expectProblem("\(address) leads to a private network. \(advice)", in: window)
                #expect(server.requestCount == 0)
                // Escape gives it up.
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }

        private static func cover(of album: ListedAlbum, in library: String) async throws -> CoverStatus? {
            try await Scene.list(library).first { $0.id == album.id }?.record.shownCover
        }

        /// Opens the dialog, writes an address and presses Enter.
        private static func ask(_ address: String, in window: SleevesWindow) async throws {
            try await window.choose("Cover from Address…", from: "Change the Album")
            try await window.dialog(name)
            try await window.equal("Picture Address") { $0.focusedName }
            try await write(address, in: window)
        }

        /// Writes another address.
        private static func write(_ address: String, in window: SleevesWindow) async throws {
            try await window.press("ctrl+a")
            try await window.type(address)
            try await window.press("Return")
        }

        /// Waits until it is said what is wrong, to those who see it and to those who do not.
        private static func expectProblem(_ words: String, in window: SleevesWindow) async throws {
            try await window.holds("“\(words)” is said") { content in
                let field = content.field("Picture Address", of: name)
                return content.texts(of: name).contains(words) && [field?.description, field?.parent?.description].contains(words)
            }
        }
    }
}
