import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Playing in the window")
    struct PlayingTests {
        @Test("An album of the wall that is double-clicked plays: the bar shows it, the views mark it, and the keys control it")
        func wall() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await Eventually.holds("the albums are shown") { window.cells.count == 2 }
                #expect(!window.isPlayerShown)
                let cell = try #require(window.cells.first { $0.name == "Ada – First Light" })
                try await window.doubleClick(cell.frame)
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                // The time passes.
                try await Eventually.holds("the position moves") { window.elapsed > 0 }
                try await Eventually.holds("the wall marks it") {
                    window.cells.map(\.name) == ["Ada – First Light, playing", "Ben – Second Wind"]
                }
                try await Eventually.holds("the page marks the track") { window.trackNames.first == "1, First Light 1, 3:20, playing" }

                try await window.press("ctrl+p")
                try await Eventually.holds("it is paused") { window.playerButton("Play") != nil }
                let position = window.elapsed
                try await window.press("shift+alt+Right")
                try await Eventually.holds("it has moved on") { window.elapsed == position + 10 }
                try await window.press("XF86AudioPlay")
                try await Eventually.holds("it plays") { window.playerButton("Pause") != nil }
                try await window.press("ctrl+n")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await Eventually.holds("the page marks the next track") {
                    window.trackNames.prefix(2) == ["1, First Light 1, 3:20", "2, First Light 2, 5:00, playing"]
                }

                // The bar leads back to the album that plays.
                try await window.press("Right")
                try await Eventually.holds("another album is selected") { window.details["Album"] == "Second Wind" }
                try await window.click(try #require(window.playerTitle?.frame))
                try await Eventually.holds("it is selected again") { window.details["Album"] == "First Light" }

                try await window.press("XF86AudioStop")
                try await Eventually.holds("the bar is gone") { !window.isPlayerShown }
                try await Eventually.holds("nothing is marked") { window.cells.map(\.name) == ["Ada – First Light", "Ben – Second Wind"] }
            }
        }

        @Test("While it plays, the computer isn't suspended; a track that begins while the window isn't active is announced, if asked for")
        func desktop() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let services = try await DesktopServices(on: stage, in: scene)
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await Eventually.holds("it asks the session") { services.calls(of: "Inhibit").count == 1 }
                // “4” stands for suspending.
                #expect(services.calls.first { $0.call == "Inhibit" }?.values.last == "4")
                try await window.press("ctrl+p")
                try await Eventually.holds("a paused player lets it") { services.calls(of: "Uninhibit").count == 1 }
                try await window.press("ctrl+p", "ctrl+n")
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
                try await window.press("ctrl+n")
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

        @Test("Several selected albums play one after another, and the mark moves on with them")
        func several() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await Eventually.holds("the albums are shown") { window.details["Album"] == "First Light" }
                try await window.press("shift+Right")
                try await Eventually.holds("the window says how many are selected") { window.texts.contains("2 albums selected") }
                try await window.press("ctrl+Return")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                try await window.press("ctrl+n", "ctrl+n", "ctrl+n")
                try await window.expectPlaying("Second Wind 1 by Ben, from Second Wind")
                try await Eventually.holds("the mark has moved") {
                    window.cells.map(\.name) == ["Ada – First Light", "Ben – Second Wind, playing"]
                }
                try await window.press("ctrl+b")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
            }
        }

        @Test("In the strip, the button plays the album, and a track that is clicked plays with those that follow it")
        func strip() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), in: scene)
                try await Eventually.holds("the album is shown") { window.details["Album"] == "First Light" }
                try await window.clickButton("Play")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                try await Eventually.holds("the strip marks it") { window.selectedAlbum == "Ada – First Light, playing" }
                let row = try await Eventually.value("the tracks are shown") {
                    window.frame?.all("list").first { $0.name == "Tracks" && $0.frame != nil }?.children.dropFirst().first?.frame
                }
                try await window.click(row)
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await window.clickButton("Next Track")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                try await window.clickButton("Next Track")
                try await Eventually.holds("after the last track, the bar is gone") { !window.isPlayerShown }
                // The album again, by key.
                try await window.press("ctrl+p")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
            }
        }

        @Test("The slider shows the position, and moves it by pointer and by key")
        func slider() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await AccessibilityAudit.expectNoComplaints(about: #require(window.player))
                let slider = try #require(window.positionSlider)
                let frame = try #require(slider.frame)
                // From its handle at the beginning to the middle.
                let handle = Frame(x: frame.x, y: frame.y, width: 2, height: frame.height)
                try await window.drag(handle.moved(x: 8, y: 0), by: frame.width / 2)
                try await Eventually.holds("it plays in the middle of 200 seconds; it is at \(window.elapsed)") {
                    (80...120).contains(window.elapsed)
                }
                let before = window.elapsed
                try await window.press("Right")
                try await Eventually.holds("an arrow key moves it by five seconds") { window.elapsed >= before + 5 }
                #expect(window.playerButton("Pause") != nil)
                #expect(window.texts.contains("3:20"))
            }
        }

        @Test("In a narrow window, the bar stands below the albums and fits, with targets of 44 pixels")
        func narrow() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await window.resize(width: 360, height: 640)
                try await Eventually.holds("there is room") { window.playerButton("Previous Track") == nil }
                let bar = try await Eventually.still("the bar is laid out") { window.playerFrame }
                let frame = try #require(bar)
                #expect(frame.x == 0 && frame.width == 360 && frame.y + frame.height == 640)
                let wall = try #require(window.frame?.first("table", named: "Albums")?.frame)
                #expect(wall.y + wall.height <= frame.y, "the wall ends at \(wall.y + wall.height), the bar begins at \(frame.y)")
                for name in ["Pause", "Next Track"] {
                    let button = try #require(window.playerButton(name)?.frame)
                    #expect(button.width >= 44 && button.height >= 44 && button.x + button.width <= 360)
                }
                let title = try #require(window.playerTitle?.frame)
                #expect(title.x >= 0 && title.height >= 44)
                let slider = try #require(window.positionSlider?.frame)
                #expect(slider.width > 200 && slider.y + slider.height <= title.y)
            }
        }

        @Test("What was playing is there again after a restart, paused at its place; also after the program was killed")
        func restart() async throws {
            try await Scene.play { scene in
                let library = try await SilentMusic.makeLibrary(in: scene)
                var window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.playFirst()
                try await window.press("ctrl+n")
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
                try await window.press("ctrl+n")
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

        @Test("A track whose file is gone is skipped, and one message says so")
        func missing() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try FileManager.default.removeItem(atPath: SilentMusic.path(of: 2, on: SilentMusic.albums[0], in: scene))
                try await window.press("ctrl+n")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                let message = "“First Light 2” could not be opened"
                try await Eventually.holds("the window says so") { window.texts.count { $0.hasPrefix(message) } == 1 }
            }
        }
    }
}

extension SleevesWindow {
    /// The bar that shows what plays, while it is shown.
    fileprivate var player: AccessibleNode? {
        frame?.tree.first { $0.name == "Player" && $0.frame != nil }
    }

    fileprivate var isPlayerShown: Bool { player != nil }

    fileprivate var playerFrame: Frame? { player?.frame }

    /// The button with the title of the track, which is its name.
    fileprivate var playerTitle: AccessibleNode? {
        player?.all("push button").first { $0.name.contains(", from ") && $0.frame != nil }
    }

    fileprivate func playerButton(_ name: String) -> AccessibleNode? {
        player?.all("push button").first { $0.name == name && $0.frame != nil }
    }

    fileprivate var positionSlider: AccessibleNode? {
        player?.all("slider").first { $0.name == "Position in the Track" && $0.frame != nil }
    }

    /// The elapsed time that the bar shows, in seconds; -1 for none.
    fileprivate var elapsed: Int {
        let times = (player?.all("label") ?? []).filter { $0.frame != nil }.map(\.name).filter { $0.contains(":") }
        guard let first = times.first else { return -1 }
        return first.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }

    /// What screen readers say for the tracks.
    fileprivate var trackNames: [String] {
        frame?.all("list").first { $0.name == "Tracks" && $0.frame != nil }?.children.filter { $0.frame != nil }.map(\.name) ?? []
    }

    /// Waits until the bar shows a track.
    fileprivate func expectPlaying(_ name: String, by button: String = "Pause") async throws {
        try await Eventually.holds("“\(name)” plays; the bar shows “\(playerTitle?.name ?? "nothing")”") {
            playerTitle?.name == name && playerButton(button) != nil
        }
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

    fileprivate func doubleClick(_ place: Frame) async throws {
        let (x, y) = try await onScreen(place).middle
        try await stage.input("mousemove", "\(x)", "\(y)", "click", "--repeat", "2", "--delay", "60", "1", in: scene)
    }
}
