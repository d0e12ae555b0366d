import Foundation
import NATSTestServer
import Testing

extension UITests.WindowTests {
    /// A collection that a window and another machine share.
    @MainActor
    @Suite("Sharing, in the window")
    struct SharingTests {
        @Test("A removal elsewhere reaches the window; while the server is away, the window counts what waits, and sends it later")
        func together() async throws {
            try await Scene.play { scene in
                let server = try Server.storing("authorization { user: home, password: secret }")
                let (desk, sofa) = ("\(scene.folder)/desk", "\(scene.folder)/sofa")
                try await SleevesCommand.fill(desk, in: scene)
                let albums = try await SleevesCommand.list(desk, in: scene)
                try await Self.share(desk, as: "desk", with: server, in: scene)
                try await Self.share(sofa, as: "sofa", with: server, in: scene)
                #expect(try await SleevesCommand.list(sofa, in: scene).map(\.id) == albums.map(\.id))

                let window = try await SleevesWindow.open(sofa, in: scene)
                try await Eventually.holds("all albums are shown") { window.subtitle == "\(albums.count) albums" }
                let removal = try await SleevesCommand.run("remove", "--library", desk, albums[0].id, in: scene)
                #expect(removal.status == 0)
                try await Self.exchange(desk, in: scene)
                try await Eventually.holds("one album less") { window.subtitle == "\(albums.count - 1) albums" }
                try await Eventually.holds("there is no sign") { window.frame?.first("push button", named: "Sharing")?.frame == nil }

                server.kill()
                try await window.press("Delete")
                try await Eventually.holds("the window removes an album") { window.subtitle == "\(albums.count - 2) albums" }
                try await Eventually.holds("a sign appears, with a count") {
                    window.frame?.first("push button", named: "Sharing")?.frame != nil && window.texts.contains("1")
                }
                try server.start()
                try await Eventually.holds("the sign disappears", within: .seconds(60)) {
                    window.frame?.first("push button", named: "Sharing")?.frame == nil
                }
                try await Self.exchange(desk, in: scene)
                #expect(try await SleevesCommand.list(desk, in: scene).count == albums.count - 2)
                #expect(try await window.close() == 0)
            }
        }

        @Test("While it is connected, the window shows that something can't be sent")
        func held() async throws {
            try await Scene.play { scene in
                let server = try Server.storing("max_payload: 4000\nauthorization { user: home, password: secret }")
                let (library, list) = ("\(scene.folder)/library", "\(scene.folder)/long.json")
                let title = String(repeating: "Long ", count: 1_000)
                try Data(#"[{"title": "\#(title)", "artist": "Artist"}]"#.utf8).write(to: URL(filePath: list))
                #expect(try await SleevesCommand.run("import", list, "--library", library, in: scene).status == 0)
                let address = server.address.replacing("nats://", with: "nats://home:secret@")
                #expect(try await SleevesCommand.run("share", address, "--library", library, in: scene).status == 69)
                let window = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("a sign appears, with a count") {
                    window.frame?.first("push button", named: "Sharing")?.frame != nil && window.texts.contains("1")
                }
                #expect(try await window.close() == 0)
            }
        }

        @Test("The preferences begin and end sharing, by keyboard, and name what is wrong with an address")
        func preferences() async throws {
            try await Scene.play { scene in
                let server = try Server.storing("authorization { user: home, password: secret }")
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.press("ctrl+comma")
                let dialog = try await window.dialog("Preferences")
                let page = try await Eventually.value("there is the page") { dialog.tree.first { $0.name == "Sharing" && $0.frame != nil } }
                #expect(page.act())
                try await Self.fill("Server", with: "http://nowhere", in: dialog, of: window)
                try await Self.turn(in: dialog, of: window)
                try await Eventually.holds("the address is wrong") { dialog.tree.contains { $0.name.hasPrefix("This is not the address") } }
                try await Self.fill("Server", with: server.address, in: dialog, of: window)
                try await Self.fill("User", with: "home", in: dialog, of: window)
                try await Self.fill("Password", with: "secret", in: dialog, of: window)
                try await Self.fill("Name of This Machine", with: "sofa", in: dialog, of: window)
                try await Self.turn(in: dialog, of: window)
                try await Eventually.holds("it is connected") { dialog.tree.contains { $0.name.hasPrefix("Connected.") } }

                let desk = "\(scene.folder)/desk"
                try await Self.share(desk, as: "desk", with: server, in: scene)
                #expect(try await SleevesCommand.list(desk, in: scene).count == albums.count)
                try await Self.turn(in: dialog, of: window)
                let library = "\(scene.folder)/library"
                try await Eventually.holds("it is off") {
                    try await SleevesCommand.run("share", "status", "--library", library, in: scene).output
                        == "The collection is not shared.\n"
                }
                try await window.press("Escape")
                #expect(try await window.close() == 0)
            }
        }

        /// Turns the switch.
        private static func turn(in dialog: AccessibleNode, of window: SleevesWindow) async throws {
            try await tab(to: "Share the Collection", in: dialog, of: window)
            try await window.press("space")
        }

        private static func fill(_ field: String, with text: String, in dialog: AccessibleNode, of window: SleevesWindow) async throws {
            try await tab(to: field, in: dialog, of: window)
            try await window.press("ctrl+a")
            try await window.type(text)
        }

        private static func tab(to name: String, in dialog: AccessibleNode, of window: SleevesWindow) async throws {
            try await Eventually.holds("“\(name)” has the keyboard") {
                if dialog.focused?.name == name { return true }
                try await window.press("Tab")
                return dialog.focused?.name == name
            }
        }

        private static func share(_ library: String, as name: String, with server: Server, in scene: Scene) async throws {
            let address = server.address.replacing("nats://", with: "nats://home:secret@")
            let result = try await SleevesCommand.run("share", address, "--name", name, "--library", library, in: scene)
            #expect(result.status == 0, "\(result.errors)")
            #expect(!result.output.contains("secret"))
        }

        private static func exchange(_ library: String, in scene: Scene) async throws {
            #expect(try await SleevesCommand.run("share", "--library", library, in: scene).status == 0)
        }
    }
}
