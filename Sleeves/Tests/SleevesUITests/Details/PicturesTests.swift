import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    @MainActor
    @Suite("The pictures on an album's page")
    struct PicturesTests {
        private static let album = SilentMusic.Album(artist: "Ada", title: "First Light", seconds: [0])
        private static let other = SilentMusic.Album(artist: "Ben", title: "Second Wind", seconds: [0])

        private static func write(_ name: String, red: UInt8, of album: SilentMusic.Album, in scene: Scene) throws {
            let row = Array(repeatElement([red, 20, 20, 255] as [UInt8], count: 400).joined())
            let image = CoverImage(width: 400, height: 400, pixels: Array(repeatElement(row, count: 400).joined()))
            let folder = URL(filePath: SilentMusic.path(of: 1, on: album, in: scene)).deletingLastPathComponent()
            try Data(try CoverDecoder().encodePNG(image)).write(to: folder.appending(path: name))
        }

        /// Returns how red the middle of the page's cover is.
        private static func red(_ content: borrowing WindowContent) -> UInt8? {
            guard let frame = content.pageCover?.frame else { return nil }
            let middle = Frame(x: frame.x + frame.width / 2, y: frame.y + frame.height / 2, width: 1, height: 1)
            return content.pixels(middle)?.bytes.first
        }

        @Test("The back is shown by key in the place of the cover and on the whole screen, becomes the cover, and doesn't by undo")
        func back() async throws {
            try await Scene.play { scene in
                for album in [Self.album, Self.other] { try SilentMusic.write(album, in: scene) }
                try Self.write("cover.png", red: 240, of: Self.album, in: scene)
                try Self.write("back.png", red: 120, of: Self.album, in: scene)
                try Self.write("cover.png", red: 60, of: Self.other, in: scene)
                let library = try await scene.makeLibrary(of: "\(scene.folder)/Music")
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.holds("the cover is there") { Self.red($0).map { (230...250).contains($0) } == true }
                try await window.holds("the row is there") { $0.hasButton("Back") }
                try await window.tab(to: "Back")
                try await window.holds("the cover's own picture is marked") {
                    $0.isPressed("Front") == true && $0.isPressed("Back") == false
                }
                try await window.expectNoComplaints()
                try await window.press("Return")
                try await window.holds("the back is shown") { content in
                    Self.red(content).map { (110...130).contains($0) } == true && content.isPressed("Back") == true
                }
                try await window.press("Return")
                try await window.holds("the cover is shown again") { Self.red($0).map { (230...250).contains($0) } == true }
                try await window.press("Return")
                try await window.holds("it can be used") { $0.hasButton("Use as Cover") }
                try await window.tab(to: "Use as Cover")
                try await window.press("space")
                try await window.holds("it is the cover") { content in
                    Self.red(content).map { (110...130).contains($0) } == true && content.isPressed("Front") == false
                        && !content.hasButton("Use as Cover")
                }
                try await window.press("ctrl+z")
                try await window.holds("it isn't") { content in
                    Self.red(content).map { (230...250).contains($0) } == true && content.isPressed("Front") == true
                }
                try await window.expectNoComplaints()

                // An album without other pictures has no row.
                try await window.click("the other album") { content in
                    content.nodes.first { $0.explicitName?.hasPrefix("Ben – Second Wind") == true }
                }
                try await window.equal("Second Wind") { $0.details["Album"] }
                try await window.holds("the row is gone") { !$0.hasButton("Front") && Self.red($0).map { (50...70).contains($0) } == true }
            }
        }
    }
}

extension WindowContent {
    /// The cover on the page.
    fileprivate var pageCover: WidgetNode? {
        nodes.filter { $0.name == "Cover" && $0.isShown }.max { ($0.frame?.width ?? 0) < ($1.frame?.width ?? 0) }
    }

    fileprivate func hasButton(_ name: String) -> Bool { nodes.contains { $0.name == name && $0.isUsable } }

    /// Whether a toggle button is pressed; `nil` if there is none.
    fileprivate func isPressed(_ name: String) -> Bool? { nodes.first { $0.name == name && $0.isUsable }?.isOn }
}
