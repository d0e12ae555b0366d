import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    @MainActor
    @Suite("The pictures on an album's page")
    struct PicturesTests {
        private static let album = SilentMusic.Album(artist: "Ada", title: "First Light", seconds: [0])
        private static let other = SilentMusic.Album(artist: "Ben", title: "Second Wind", seconds: [0])

        private static func picture(red: UInt8) throws -> [UInt8] {
            let row = Array(repeatElement([red, 20, 20, 255] as [UInt8], count: 400).joined())
            return try CoverDecoder().encodePNG(CoverImage(width: 400, height: 400, pixels: Array(repeatElement(row, count: 400).joined())))
        }

        private static func write(_ name: String, red: UInt8, of album: SilentMusic.Album, in scene: Scene) throws {
            let folder = URL(filePath: SilentMusic.path(of: 1, on: album, in: scene)).deletingLastPathComponent()
            try Data(try picture(red: red)).write(to: folder.appending(path: name))
        }

        /// Puts a picture in the clipboard, as a browser does, or a text.
        private static func copy(picture: [UInt8]? = nil, text: String = "") {
            let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
            guard let picture else { return gdk_clipboard_set_text(clipboard, text) }
            let bytes = g_bytes_new(picture, gsize(picture.count))
            let provider = gdk_content_provider_new_for_bytes("image/png", bytes)
            gdk_clipboard_set_content(clipboard, provider)
            g_object_unref(UnsafeMutableRawPointer(provider))
            g_bytes_unref(bytes)
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

                // A picture that is pasted stays when another one is the cover.
                Self.copy(text: "no picture")
                try await window.press("ctrl+v")
                try await window.holds("it is said") { $0.texts.contains { $0.hasPrefix("There is no picture to paste.") } }
                Self.copy(picture: try Self.picture(red: 200))
                try await window.press("ctrl+v")
                try await window.holds("it is the cover") { content in
                    Self.red(content).map { (190...210).contains($0) } == true && content.isPressed("Front 2") == true
                }
                try await window.choose("Use the Original Cover", from: "Change the Album")
                try await window.holds("it isn't") { $0.isPressed("Front 1") == true && $0.isPressed("Front 2") == false }
                try await window.clickButton("Front 2")
                try await window.holds("what it shows can be said") { $0.hasButton("Shows: Front") }
                try await window.expectNoComplaints()
                try await window.clickButton("Shows: Front")
                try await window.holds("the kinds are listed") { $0.kinds.contains("Booklet") && $0.focused?.texts.first == "Front" }
                try await window.press("Down", "Down", "Return")
                try await window.holds("it is one of the booklet") { $0.hasButton("Booklet") && $0.hasButton("Front") }
                try await window.clickButton("Booklet")
                try await window.holds("it can be removed") { $0.hasButton("Shows: Booklet") }
                try await window.clickButton("Shows: Booklet")
                try await window.holds("the kinds are listed") { $0.kinds.contains("Remove the Picture") }
                try await window.press("End", "Return")
                try await window.holds("it is gone") {
                    !$0.hasButton("Booklet") && $0.texts.contains("Removed a picture of “First Light”.")
                }
                try await window.press("ctrl+z", "ctrl+z")
                try await window.holds("it is back, as it was") { $0.hasButton("Front 2") }

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

    /// The listed kinds of what a picture may show.
    fileprivate var kinds: [String] {
        let list = nodes.first { $0.name == "What the Picture Shows" && $0.isShown }
        return list?.tree.filter { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && $0.isShown }.compactMap(\.texts.first) ?? []
    }

    fileprivate func hasButton(_ name: String) -> Bool { nodes.contains { $0.name == name && $0.isUsable } }

    /// Whether a toggle button is pressed; `nil` if there is none.
    fileprivate func isPressed(_ name: String) -> Bool? { nodes.first { $0.name == name && $0.isUsable }?.isOn }
}
