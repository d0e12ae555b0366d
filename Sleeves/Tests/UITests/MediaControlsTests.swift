import Foundation
import Testing

extension UITests.WindowTests {
    /// Control of a window that plays, by the desktop and by commands.
    @MainActor
    @Suite("Media controls of the window")
    struct MediaControlsTests {
        @Test("The commands and the desktop control the window; while another process plays its library, it has another name")
        func commands() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let desktop = try await PlayingDesktop.start(in: scene, bus: stage.busAddress)
                let earlier = try await desktop.play("long")
                let window = try await SleevesWindow.open(desktop.library, in: scene)
                try await Eventually.holds("there are two players, and the window has a name of its own") {
                    let players = try await desktop.players
                    return players.count == 2 && players.contains("sleeves.instance\(window.program.identifier)")
                }
                earlier.send(SIGINT)
                #expect(try await earlier.finish() == 130)
                try await Eventually.holds("the window has the library's name") {
                    let players = try await desktop.players
                    return players.count == 1 && players != ["sleeves.instance\(window.program.identifier)"]
                }
                try await Eventually.equal("the status", "Nothing is playing.\n") { try await desktop.sleeves("status").output }

                #expect(try await desktop.sleeves("play", "long").output == "Playing “Long Silence” by The Silent.\n")
                let playing: [String?] = ["playing", "Long Silence", "Long Silence 1"]
                try await Eventually.equal("what plays", playing) {
                    let status = try await desktop.status
                    return [status.state, status.album, status.title]
                }
                try await desktop.sleeves("pause")
                try await Eventually.equal("the player's status", "Paused") { try await desktop.playerctl("status") }
                #expect(try await desktop.sleeves("next").status == 0)
                try await Eventually.equal("the title", "Long Silence 2") { try await desktop.playerctl("metadata", "title") }

                let player = try await desktop.player
                #expect(try await desktop.call("org.mpris.MediaPlayer2.Raise", player: player).status == 0)
                #expect(try await desktop.call("org.mpris.MediaPlayer2.Quit", player: player).status == 0)
                #expect(try await window.program.finish() == 0)
            }
        }
    }
}
