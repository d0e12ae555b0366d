import Foundation
import Testing

extension UITests {
    /// Playing without a window, controlled by programs that were not written here.
    @MainActor
    @Suite("Playing by a command")
    struct PlayCommandTests {
        @Test("playerctl reads what plays, pauses, moves, goes on to the next track, and sets the volume")
        func controls() async throws {
            try await Scene.play { scene in
                let desktop = try await PlayingDesktop.start(in: scene)
                let program = try await desktop.play("long", "silence")
                let player = try await desktop.player
                let monitor = try await desktop.monitor(player)
                let names = ["status", "title", "artist", "album", "xesam:albumArtist", "xesam:trackNumber", "mpris:length", "xesam:url"]
                let format = names.map { "{{\($0)}}" }.joined(separator: "|")
                let address = "file://\(scene.folder)/Music/The%20Silent/Long%20Silence/1.wav"
                let metadata: String? = "Playing|Long Silence 1|The Silent|Long Silence|The Silent|1|60000000|\(address)"
                try await Eventually.equal("what plays", metadata) { try await desktop.playerctl("metadata", "--format", format) }

                try await desktop.playerctl("pause")
                try await Eventually.equal("the status", "Paused") { try await desktop.playerctl("status") }
                try await desktop.playerctl("position", "30.5")
                try await Eventually.equal("the position", "30.500000") { try await desktop.playerctl("position") }
                try await desktop.playerctl("position", "10-")
                try await Eventually.equal("the position", "20.500000") { try await desktop.playerctl("position") }
                try await desktop.playerctl("play")
                try await Eventually.holds("the track goes on from there") {
                    guard let text = try await desktop.playerctl("position"), let seconds = Double(text) else { return false }
                    return seconds > 20.6 && seconds < 59
                }
                try await desktop.playerctl("volume", "0.25")
                try await Eventually.equal("the volume", "0.250000") { try await desktop.playerctl("volume") }

                func expectTitle(_ title: String) async throws {
                    try await Eventually.equal("the title", title) { try await desktop.playerctl("metadata", "title") }
                }
                try await desktop.playerctl("next")
                try await expectTitle("Long Silence 2")
                // The last track: MPRIS has Next do nothing then. What is asked for after it is done after it.
                try await desktop.playerctl("next")
                try await desktop.playerctl("volume", "0.5")
                try await Eventually.equal("the volume", "0.500000") { try await desktop.playerctl("volume") }
                try await expectTitle("Long Silence 2")
                try await desktop.playerctl("previous")
                try await expectTitle("Long Silence 1")

                try await Eventually.holds("the jumps were announced") {
                    ["(int64 30500000,)", "(int64 20500000,)"].allSatisfy { monitor.outputText.contains("Player.Seeked \($0)") }
                }
                try await Eventually.holds("the position is announced again when the sound goes on") {
                    monitor.outputText.matches(of: /Player.Seeked/).count > 2
                }
                try await Eventually.holds("the new volume was announced, alone") {
                    monitor.outputText.contains("('org.mpris.MediaPlayer2.Player', {'Volume': <0.25>}, @as [])")
                }
                #expect(monitor.outputText.contains("('org.mpris.MediaPlayer2.Player', {'PlaybackStatus': <'Paused'>}, @as [])"))
                #expect(!monitor.outputText.contains("'Position'"))

                #expect(try await desktop.call("org.mpris.MediaPlayer2.Quit", player: player).status == 0)
                #expect(try await program.finish() == 0)
                #expect(program.outputText.hasPrefix("▶ Long Silence 1 – The Silent\n▶ Long Silence 2 – The Silent\n"))
                #expect(program.errorText == "")
            }
        }

        @Test("The player says what it can do, and refuses what it cannot")
        func manners() async throws {
            try await Scene.play { scene in
                let desktop = try await PlayingDesktop.start(in: scene)
                let program = try await desktop.play("long")
                let player = try await desktop.player
                func value(_ interface: String, _ name: String) async throws -> String {
                    try await desktop.call("org.freedesktop.DBus.Properties.Get", interface, name, player: player).outputText
                        .trimmingCharacters(in: .newlines)
                }
                let application = "org.mpris.MediaPlayer2"
                for (name, text) in [
                    ("Identity", "(<'Sleeves'>,)"), ("DesktopEntry", "(<'org.heedswift.Sleeves'>,)"), ("CanQuit", "(<true>,)"),
                    ("CanRaise", "(<false>,)"), ("HasTrackList", "(<false>,)"), ("SupportedUriSchemes", "(<@as []>,)"),
                ] {
                    try await Eventually.equal(name, text) { try await value(application, name) }
                }
                for name in ["CanGoNext", "CanGoPrevious", "CanPlay", "CanPause", "CanSeek", "CanControl"] {
                    try await Eventually.equal(name, "(<true>,)") { try await value("\(application).Player", name) }
                }
                for name in ["Rate", "MinimumRate", "MaximumRate"] {
                    try await Eventually.equal(name, "(<1.0>,)") { try await value("\(application).Player", name) }
                }
                for (method, arguments) in [
                    ("org.mpris.MediaPlayer2.Player.OpenUri", ["file:///etc/passwd"]),
                    ("org.heedswift.Sleeves.Player.PlayAlbums", ["['0123']", "0"]),
                    ("org.heedswift.Sleeves.Player.PlayAlbums", ["['0123']", "1"]),
                    ("org.heedswift.Sleeves.Player.PlayAlbums", ["['\(String(repeating: "a", count: 65))']", "1"]),
                ] {
                    let words = [method] + arguments
                    let refused = try await desktop.call(words[0], words[1], words.count > 2 ? words[2] : "", player: player)
                    #expect(refused.status == 1, "\(words)")
                }
                try await desktop.playerctl("pause")
                // A position in a track that doesn't play.
                let path = "/org/mpris/MediaPlayer2/TrackList/NoTrack"
                _ = try await desktop.call("org.mpris.MediaPlayer2.Player.SetPosition", path, "50000000", player: player)
                try await Eventually.holds("the position is as before") { try await desktop.status.position.map { $0 < 50 } == true }
                program.send(SIGINT)
                #expect(try await program.finish() == 130)
                try await Eventually.equal("the players", []) { try await desktop.players }
            }
        }

        @Test("The cover of the album that plays is the address of a JPEG")
        func cover() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(of: SleevesCommand.samples + "/Music/Lowtide Observatory", in: scene)
                let desktop = try await PlayingDesktop.start(in: scene, library: library)
                let program = try await desktop.play("lowtide")
                try await desktop.playerctl("pause")
                let address = try await Eventually.value("the cover is found") { try await desktop.playerctl("metadata", "mpris:artUrl") }
                let path = try #require(URL(string: address)).path
                #expect(try Data(contentsOf: URL(filePath: path)).starts(with: [0xFF, 0xD8, 0xFF]))
                program.send(SIGTERM)
                #expect(try await program.finish() == 143)
            }
        }

        @Test("The commands tell what plays, pause and continue it, and go on; a second play hands its albums over")
        func commands() async throws {
            try await Scene.play { scene in
                let desktop = try await PlayingDesktop.start(in: scene)
                let silent = try await desktop.sleeves("status", "--format", "json")
                let keys = ["album", "albumId", "artist", "duration", "position", "state", "title", "volume"]
                let values = try #require(try JSONSerialization.jsonObject(with: Data(silent.output.utf8)) as? [String: Any])
                #expect(values.keys.sorted() == keys)
                #expect(values["state"] as? String == "stopped")
                #expect(values["title"] is NSNull)
                #expect(try await desktop.sleeves("status").output == "Nothing is playing.\n")
                for command in ["pause", "next"] {
                    let result = try await desktop.sleeves(command)
                    #expect(result.status == 69)
                    #expect(result.errors == "sleeves: Nothing is playing.\n")
                }

                let program = try await desktop.play("short", "--from", "2")
                let other = try await desktop.sleeves("play", "long")
                #expect(other.status == 0)
                #expect(other.output == "Playing “Long Silence” by The Silent.\n")
                let id = try #require(try await SleevesCommand.list(desktop.library, in: scene).first { $0.title == "Long Silence" }?.id)
                let playing: [String?] = ["playing", "Long Silence", id, "Long Silence 1", "The Silent"]
                try await Eventually.equal("what plays", playing) {
                    let status = try await desktop.status
                    return [status.state, status.album, status.albumId, status.title, status.artist]
                }
                let numbers: [Double?] = [60, 1]
                try await Eventually.equal("the duration and the volume", numbers) {
                    let status = try await desktop.status
                    return [status.duration, status.volume]
                }

                // However many seconds it has played for by now.
                #expect(try await desktop.sleeves("pause").output.hasPrefix("⏸ Long Silence 1 – The Silent  0:"))
                let status = try await Eventually.still("nothing moves") { try await desktop.status }
                #expect(status.state == "paused")
                #expect(try await desktop.sleeves("status").output.contains("State       Paused\n"))
                #expect(try await desktop.sleeves("pause").output.hasPrefix("▶ Long Silence 1 – The Silent  0:"))
                #expect(try await desktop.sleeves("next").output.hasPrefix("▶ Long Silence 2 – The Silent  0:"))
                let last = try await desktop.sleeves("next")
                #expect(last.status == 69)
                #expect(last.errors == "sleeves: The last track is playing.\n")
                #expect(try await desktop.sleeves("play", "long", "--from", "3").status == 66)
                try await desktop.playerctl("stop")
                #expect(try await program.finish() == 0)
            }
        }

        @Test("Without a bus, the albums play to their end, with a line a track; on a terminal, one line shows the position")
        func withoutBus() async throws {
            try await Scene.play { scene in
                let desktop = try await PlayingDesktop.start(in: scene)
                var environment = desktop.environment
                environment["DBUS_SESSION_BUS_ADDRESS"] = nil
                environment["XDG_RUNTIME_DIR"] = "\(scene.folder)/home"
                let plain = try scene.start(SleevesCommand.path, ["play", "--library", desktop.library, "short"], environment: environment)
                #expect(try await plain.finish() == 0)
                #expect(plain.outputText == "▶ Short Silence 1 – The Silent\n▶ Short Silence 2 – The Silent\n")
                #expect(plain.errorText == "")

                let terminal = try Terminal()
                let arguments = ["play", "--library", desktop.library, "short"]
                let program = try scene.start(SleevesCommand.path, arguments, environment: environment, terminal: terminal)
                let status = try await Eventually.value("the album ends") {
                    _ = terminal.text
                    return program.status
                }
                #expect(status == 0)
                #expect(terminal.text.contains("\r▶ Short Silence 1 – The Silent  0:00 / 0:01\u{1B}[K"))
                #expect(terminal.text.contains("\r▶ Short Silence 2 – The Silent  0:0"))
                #expect(terminal.text.hasSuffix("\r\u{1B}[K"), "the line is taken away at the end")
                #expect(program.outputText == "")
            }
        }

        @Test("What cannot be played is told on standard error, with the status of its kind")
        func problems() async throws {
            try await Scene.play { scene in
                let desktop = try await PlayingDesktop.start(in: scene)
                let missing = (1...2).map { SilentMusic.path(of: $0, on: PlayingDesktop.shortAlbum, in: scene) }
                for (words, status, text) in [
                    (["play", "nowhere"], 66, "nowhere"), (["play", "silence"], 65, "Long Silence"),
                    (["play", "--from", "0", "long"], 64, "--from"), (["play", "long", "--from", "3"], 66, "There are only 2 tracks"),
                ] {
                    let arguments = [words[0], "--library", desktop.library] + words.dropFirst()
                    let result = try await SleevesCommand.run(arguments: arguments, variables: desktop.environment, in: scene)
                    #expect(result.status == Int32(status), "\(words)")
                    #expect(result.errors.contains(text))
                    #expect(result.output == "")
                }

                try FileManager.default.removeItem(atPath: missing[0])
                let half = try await desktop.sleeves("play", "short")
                #expect(half.status == 0)
                #expect(half.errors.contains(missing[0]))
                try FileManager.default.removeItem(atPath: missing[1])
                #expect(try await desktop.sleeves("play", "short").status == 65)

                let variables = desktop.environment.merging(
                    ["GST_PLUGIN_SYSTEM_PATH_1_0": "/nowhere", "GST_REGISTRY_1_0": "\(scene.folder)/registry"]) { $1 }
                let arguments = ["play", "--library", desktop.library, "long"]
                let bare = try await SleevesCommand.run(arguments: arguments, variables: variables, in: scene)
                #expect(bare.status == 69)
                #expect(bare.errors.contains("install GStreamer"))
            }
        }
    }
}
