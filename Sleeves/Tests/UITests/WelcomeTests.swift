import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Welcome")
    struct WelcomeTests {
        /// Names the music folder in the home folder, as a desktop does.
        private static func nameMusicFolder(_ path: String, in scene: Scene) throws {
            let settings = "\(scene.folder)/home/.config"
            try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
            try Data("XDG_MUSIC_DIR=\"\(path)\"\n".utf8).write(to: URL(filePath: "\(settings)/user-dirs.dirs"))
        }

        @Test("The first button imports the user's own music folder, without a question")
        func musicFolder() async throws {
            try await Scene.play { scene in
                try Self.nameMusicFolder("$HOME/My Records", in: scene)
                try FileManager.default.copyItem(
                    atPath: "\(SleevesCommand.samples)/Music/Lowtide Observatory", toPath: "\(scene.folder)/home/My Records")
                let window = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                let button = try await Eventually.value("the folder is offered") {
                    window.frame?.first("push button", named: "Add “My Records”").flatMap { $0.frame == nil ? nil : $0 }
                }
                try await Eventually.holds("the button has the keyboard") { button.has(ATSPI_STATE_FOCUSED) }
                try await Eventually.holds("another one can be chosen") {
                    window.frame?.first("push button", named: "Choose Another Folder…")?.frame != nil
                }
                try await AccessibilityAudit.expectNoComplaints(about: #require(window.frame))
                try await window.press("Return")
                try await Eventually.holds("the album is there") { window.subtitle == "1 album" }
                try await Eventually.equal("what asks", []) { window.dialogs.map(\.name) }
            }
        }

        @Test("A music folder that is the home folder, or doesn't exist, isn't offered", arguments: ["$HOME/", "$HOME/None"])
        func unusable(path: String) async throws {
            try await Scene.play { scene in
                try Self.nameMusicFolder(path, in: scene)
                let window = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await Eventually.holds("a folder is asked for") {
                    window.frame?.first("push button", named: "Add a Music Folder…")?.has(ATSPI_STATE_FOCUSED) == true
                }
                let added = window.frame?.all("push button").filter { $0.frame != nil && $0.name.hasPrefix("Add “") }
                #expect(added?.isEmpty == true)
            }
        }
    }
}
