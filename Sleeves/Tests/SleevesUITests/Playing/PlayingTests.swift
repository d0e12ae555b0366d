import CAdwaita
import DisplayTesting
import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Playing in the window")
    struct PlayingTests {
        @Test("An album of the wall that is double-clicked plays: the bar shows it, the views mark it, and the keys control it")
        func wall() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.equal(2) { $0.cells.count }
                try await window.holds("nothing plays") { $0.player == nil }
                let cell = try await window.still("there is an album") { $0.cells.first { $0.name == "Ada – First Light" } }
                try await window.click(cell.frame, times: 2)
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                // The time passes.
                try await window.holds("the position moves") { $0.elapsed > 0 }
                try await window.equal(["Ada – First Light, playing", "Ben – Second Wind"]) { $0.cells.map(\.name) }
                try await window.equal("1, First Light 1, 3:20, playing") { $0.trackNames.first }

                try await window.press("ctrl+p")
                let position = try await window.value("it is paused") { $0.playerButton("Play") == nil ? nil : $0.elapsed }
                try await window.press("shift+alt+Right")
                try await window.equal(position + 10) { $0.elapsed }
                try await window.press("XF86AudioPlay")
                try await window.holds("it plays") { $0.playerButton("Pause") != nil }
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await window.equal(["1, First Light 1, 3:20", "2, First Light 2, 5:00, playing"]) { Array($0.trackNames.prefix(2)) }

                // The bar leads back to the album that plays.
                try await window.press("Right")
                try await window.equal("Second Wind") { $0.details["Album"] }
                try await window.click("the bar has a title") { $0.playerTitle }
                try await window.equal("First Light") { $0.details["Album"] }

                try await window.press("XF86AudioStop")
                try await window.holds("the bar is gone") { $0.player == nil }
                try await window.equal(["Ada – First Light", "Ben – Second Wind"]) { $0.cells.map(\.name) }
            }
        }

        @Test("Several selected albums play one after another, and the mark moves on with them")
        func several() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.press("shift+Right")
                try await window.holds("the window says how many are selected") { $0.texts.contains("2 albums selected") }
                try await window.press("ctrl+Return")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                try await window.press("ctrl+shift+n", "ctrl+shift+n", "ctrl+shift+n")
                try await window.expectPlaying("Second Wind 1 by Ben, from Second Wind")
                try await window.equal(["Ada – First Light", "Ben – Second Wind, playing"]) { $0.cells.map(\.name) }
                try await window.press("ctrl+shift+b")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
            }
        }

        @Test("In the strip, the button plays the album, and a track that is clicked plays with those that follow it")
        func strip() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), in: scene)
                try await window.resize(width: 960, height: 860)
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.clickButton("Play")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
                try await window.equal("Ada – First Light, playing") { $0.selectedAlbum }
                try await window.click("there is a second track") { content in
                    content.tracks.dropFirst().first
                }
                try await window.expectPlaying("First Light 2 by Ada, from First Light")
                try await window.clickButton("Next Track")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                try await window.clickButton("Next Track")
                try await window.holds("after the last track, the bar is gone") { $0.player == nil }
                // The album again, by key.
                try await window.press("ctrl+p")
                try await window.expectPlaying("First Light 1 by Ada, from First Light")
            }
        }

        @Test("In a narrow window, the bar stands below the albums and fits, with targets of 44 pixels")
        func narrow() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await window.resize(width: 360, height: 640)
                try await window.holds("there is room") { $0.player != nil && $0.playerButton("Previous Track") == nil }
                let bar = try await window.still("the bar is laid out") { $0.player?.frame }
                #expect(bar.x == 0 && bar.width == 360 && bar.y + bar.height == 640)
                let wall = try await window.still("the wall is laid out") { $0.first(GTK_ACCESSIBLE_ROLE_GRID, named: "Albums")?.frame }
                #expect(wall.y + wall.height <= bar.y, "the wall ends at \(wall.y + wall.height), the bar begins at \(bar.y)")
                for name in ["Pause", "Next Track"] {
                    let button = try await window.still("there is “\(name)”") { $0.playerButton(name)?.frame }
                    #expect(button.width >= 44 && button.height >= 44 && button.x + button.width <= 360)
                }
                let title = try await window.still("there is the title") { $0.playerTitle?.frame }
                #expect(title.x >= 0 && title.height >= 44)
                let slider = try await window.still("there is the slider") { $0.positionSlider?.frame }
                #expect(slider.width > 200 && slider.y + slider.height <= title.y)
            }
        }

        @Test("A window in which the bar is shown can get as narrow as another one, and the bar fits into each width on the way")
        func shrinking() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await window.holds("the bar is shown as a whole") { $0.playerButton("Previous Track") != nil }
                // The rest of the window needs that much before it makes room at 440 pixels.
                try await window.holds("the window can get narrower") { _ in window.minimumWidth < 440 }
                for width in [960, 700, 600, 400, 700, 960] {
                    try await window.resize(width: width, height: 640)
                    try await window.equal(width < 640) { content -> Bool? in
                        content.player == nil ? nil : content.playerButton("Previous Track") == nil
                    }
                    try await window.holds("all of the bar is in a window of \(width) pixels") { content in
                        let parts = content.player?.tree.filter { $0.role == GTK_ACCESSIBLE_ROLE_BUTTON }.compactMap(\.frame) ?? []
                        return parts.count > 2 && parts.allSatisfy { $0.x >= 0 && $0.x + $0.width <= width }
                    }
                }
            }
        }

        @Test("The slider shows the position, and moves it by pointer and by key")
        func slider() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try await window.equal([]) { content in content.player.map { WidgetAudit($0).complaints } ?? ["there is no bar"] }
                let frame = try await window.still("there is the slider") { $0.positionSlider?.frame }
                // From its handle at the beginning to the middle.
                let handle = Frame(x: frame.x, y: frame.y, width: 2, height: frame.height)
                try await window.drag(handle.moved(x: 8, y: 0), by: frame.width / 2)
                let before = try await window.value("it plays in the middle of 200 seconds") { content in
                    (80...120).contains(content.elapsed) ? content.elapsed : nil
                }
                try await window.press("Right")
                try await window.holds("an arrow key moves it by five seconds") { $0.elapsed >= before + 5 }
                try await window.holds("it plays on, and the length is shown") {
                    $0.playerButton("Pause") != nil && $0.texts.contains("3:20")
                }
            }
        }

        @Test("A track whose file is gone is skipped, and one message says so")
        func missing() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.playFirst()
                try FileManager.default.removeItem(atPath: SilentMusic.path(of: 2, on: SilentMusic.albums[0], in: scene))
                try await window.press("ctrl+shift+n")
                try await window.expectPlaying("First Light 3 by Ada, from First Light")
                try await window.equal(1) { content in content.texts.count { $0.hasPrefix("“First Light 2” could not be opened") } }
            }
        }
    }
}

extension WindowContent {
    /// The bar that shows what plays, while it is shown.
    var player: WidgetNode? { nodes.first { $0.name == "Player" } }

    /// The button with the title of the track, which is its name.
    var playerTitle: WidgetNode? {
        player?.all(GTK_ACCESSIBLE_ROLE_BUTTON).first { $0.name.contains(", from ") }
    }

    func playerButton(_ name: String) -> WidgetNode? {
        player?.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: name)
    }

    fileprivate var positionSlider: WidgetNode? {
        player?.first(GTK_ACCESSIBLE_ROLE_SLIDER, named: "Position in the Track")
    }

    /// The elapsed time that the bar shows, in seconds; -1 for none.
    fileprivate var elapsed: Int {
        guard let first = player?.texts.first(where: { $0.contains(/^\d+:\d/) }) else { return -1 }
        return first.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
    }

    /// The rows of the tracks.
    fileprivate var tracks: [WidgetNode] {
        first(GTK_ACCESSIBLE_ROLE_LIST, named: "Tracks")?.children.filter(\.isShown) ?? []
    }

    /// The words of screen readers for the tracks.
    fileprivate var trackNames: [String] { tracks.map(\.name) }
}

extension SleevesWindow {
    /// Waits until the bar shows a track.
    func expectPlaying(_ name: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await equal(name, at: place) { $0.playerButton("Pause") == nil ? nil : $0.playerTitle?.name }
    }

    /// The width that the window can't be narrower than.
    fileprivate var minimumWidth: Int {
        var width: gint = 0
        gtk_widget_measure(gtk, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
        return Int(width)
    }

    /// Plays the first album of the wall.
    func playFirst() async throws {
        try await equal("First Light") { $0.details["Album"] }
        try await press("ctrl+Return")
        try await expectPlaying("First Light 1 by Ada, from First Light")
    }
}
