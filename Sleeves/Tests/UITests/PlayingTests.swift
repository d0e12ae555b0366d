import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Playing in the window")
    struct PlayingTests {
        @Test("While it plays, the computer isn't suspended; a track that begins while the window isn't active is announced, if asked for")
        func desktop() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let services = try await DesktopServices(on: stage, in: scene)
                let library = try await SilentMusic.makeLibrary(in: scene)
                let window = try await SleevesWindow.open(library, as: "wall", variables: DesktopServices.variables, in: scene)
                try await window.playFirst()
                try await Eventually.holds("it asks the session") { services.calls(of: "Inhibit").count == 1 }
                // “4” stands for suspending.
                #expect(services.calls.first { $0.call == "Inhibit" }?.values.last == "4")
                try await window.press("ctrl+p")
                try await Eventually.holds("a paused player lets it") { services.calls(of: "Uninhibit").count == 1 }
                try await window.press("ctrl+p", "ctrl+shift+n")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")

                try await window.press("ctrl+comma")
                let preferences = try await window.dialog("Preferences")
                let playing = try await Eventually.value("there is a page") {
                    preferences.tree.first { $0.name == "Playing" && $0.has(ATSPI_STATE_FOCUSABLE) && $0.frame != nil }
                }
                #expect(playing.act())
                try await window.tab(to: "Notify About New Tracks", in: preferences)
                try await window.press("space", "Escape")
                try await Eventually.holds("the preferences are closed") { window.dialogs.isEmpty }
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                #expect(services.calls(of: "Notify") == [])

                try await window.loseKeyboard()
                try await PlayingDesktop(scene: scene, library: "", environment: scene.environment(on: stage)).playerctl("previous")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await Eventually.holds("it is announced") { services.calls(of: "Notify").count == 1 }
                let values = services.calls.first { $0.call == "Notify" }?.values ?? []
                #expect(values.dropFirst(3).prefix(2) == ["First Light 2", "Ada – First Light"])
                try await window.focusWindow(named: "Sleeves")
                try await Eventually.holds("it is taken back") { services.calls(of: "CloseNotification").count == 1 }
            }
        }

        @Test("What was playing is there again after a restart, paused at its place; also after the program was killed")
        func restart() async throws {
            try await Scene.play { scene in
                let library = try await SilentMusic.makeLibrary(in: scene)
                var window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.playFirst()
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await window.press("shift+alt+Right", "shift+alt+Right", "ctrl+p")
                try await Eventually.holds("it is paused") { window.playerButton("Play") != nil }
                let position = window.elapsed
                #expect(position >= 20)
                #expect(try await window.close() == 0)

                window = try await SleevesWindow.open(library, in: scene)
                try await window.expectPlaying("First Light 2 by Ada, from First Light", by: "Play")
                try await Eventually.holds("it is where it was") { window.elapsed == position }
                try await window.press("ctrl+p")
                try await Eventually.holds("it plays on") { window.elapsed > position }
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                try await Eventually.holds("the state is saved") {
                    try String(contentsOfFile: "\(library)/state.json", encoding: .utf8).contains("3.wav")
                }
                window.program.send(SIGKILL)
                _ = try await window.program.finish()

                window = try await SleevesWindow.open(library, in: scene)
                try await window.expectPlaying("First Light 3 by Ada, from First Light", by: "Play")
            }
        }

        @Test("Without GStreamer's plug-ins, a message says what to install, and its button opens the default player")
        func unavailable() async throws {
            try await Scene.play { scene in
                let others = OtherPrograms(in: scene)
                try others.add("player", taking: "%U", for: ["audio/x-wav", "audio/vnd.wave", "audio/wav"])
                let variables = ["GST_PLUGIN_SYSTEM_PATH_1_0": "/none", "GST_REGISTRY": "\(scene.folder)/registry"]
                let window = try await SleevesWindow.open(
                    SilentMusic.makeLibrary(in: scene), as: "wall", variables: variables, in: scene)
                try await Eventually.holds("the album is shown") { window.details["Album"] == "First Light" }
                try await window.press("ctrl+Return")
                try await Eventually.holds("the window says so") {
                    window.texts.contains { $0.hasPrefix("To play music here, install GStreamer") }
                }
                try await window.clickButton("Open with Default Player")
                try await Eventually.holds("the player has the files") { others.opened(by: "player").last == "." }
                #expect(others.opened(by: "player").count == 4)
            }
        }
    }
}

extension SleevesWindow {
    /// The bar that shows what plays, while it is shown.
    fileprivate var player: AccessibleNode? {
        frame?.tree.first { $0.name == "Player" && $0.frame != nil }
    }

    /// The button with the title of the track, which is its name.
    fileprivate var playerTitle: AccessibleNode? {
        player?.all("push button").first { $0.name.contains(", from ") && $0.frame != nil }
    }

    fileprivate func playerButton(_ name: String) -> AccessibleNode? {
        player?.all("push button").first { $0.name == name && $0.frame != nil }
    }

    /// The elapsed time that the bar shows, in seconds; -1 for none.
    fileprivate var elapsed: Int {
        let times = (player?.all("label") ?? []).filter { $0.frame != nil }.map(\.name).filter { $0.contains(":") }
        guard let first = times.first else { return -1 }
        return first.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }

    /// Waits until the bar shows a track.
    fileprivate func expectPlaying(_ name: String, by button: String = "Pause") async throws {
        try await Eventually.holds("“\(name)” plays; the bar shows “\(playerTitle?.name ?? "nothing")”") {
            playerTitle?.name == name && playerButton(button) != nil
        }
    }

    /// Goes on with the Tab key until something has the keyboard.
    fileprivate func tab(to name: String, in root: AccessibleNode) async throws {
        for _ in 0..<40 {
            let before = root.focused
            if before?.name == name { return }
            try await press("Tab")
            try await Eventually.holds("the keyboard goes on from \(before?.name ?? "nothing")") { root.focused?.path != before?.path }
        }
        Issue.record("“\(name)” is not reached by the Tab key")
    }

    /// Plays the first album of the wall.
    fileprivate func playFirst() async throws {
        try await Eventually.holds("the album is shown") { details["Album"] == "First Light" }
        try await press("ctrl+Return")
        try await expectPlaying("First Light 1 by Ada, from First Light")
    }

    /// Gives the keyboard to no window.
    fileprivate func loseKeyboard() async throws {
        let root = try scene.start(Tool.windowInformation.path, ["-root"], environment: scene.environment(on: stage))
        _ = try await root.finish()
        let number = try #require(root.outputText.firstMatch(of: /Window id: (0x[0-9a-f]+)/)?.1)
        try await stage.input("windowfocus", String(number), in: scene)
    }
}
