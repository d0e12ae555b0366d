import CAdwaita
import DisplayTesting
import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Welcome")
    struct WelcomeTests {
        /// Names the music folder, as a desktop does, for as long as a closure takes.
        private static func withMusicFolder(_ path: String, _ body: () async throws -> Void) async throws {
            let settings = URL(filePath: try #require(TestDesktop.environment["XDG_CONFIG_HOME"])).appending(path: "user-dirs.dirs")
            try Data("XDG_MUSIC_DIR=\"\(path)\"\n".utf8).write(to: settings)
            g_reload_user_special_dirs_cache()
            defer {
                try? FileManager.default.removeItem(at: settings)
                g_reload_user_special_dirs_cache()
            }
            try await body()
        }

        @Test("The first button imports the user's own music folder, without a question")
        func musicFolder() async throws {
            try await Scene.play { scene in
                let folder = "\(scene.folder)/My Records"
                try FileManager.default.copyItem(atPath: "\(Scene.sampleMusic)/Lowtide Observatory", toPath: folder)
                try await Self.withMusicFolder(folder) {
                    let window = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                    try await window.equal("Add “My Records”") { $0.focusedName }
                    try await window.holds("another one can be chosen") { content in
                        content.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Choose Another Folder…") != nil
                    }
                    try await window.expectNoComplaints()
                    try await window.press("Return")
                    try await window.equal("1 album") { $0.subtitle }
                    try await window.equal([]) { $0.dialogs.map(\.name) }
                }
            }
        }

        @Test("A music folder that is the home folder, or doesn't exist, isn't offered", arguments: ["$HOME/", "$HOME/None"])
        func unusable(path: String) async throws {
            try await Scene.play { scene in
                try await Self.withMusicFolder(path) {
                    let window = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                    try await window.equal("Add a Music Folder…") { $0.focusedName }
                    let buttons = try await window.still("the buttons stay") { $0.all(GTK_ACCESSIBLE_ROLE_BUTTON).map(\.name) }
                    #expect(!buttons.contains { $0.hasPrefix("Add “") })
                }
            }
        }
    }
}
