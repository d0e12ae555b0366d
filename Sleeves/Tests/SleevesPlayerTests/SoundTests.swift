import Foundation
import Testing

@testable import SleevesPlayer

@MainActor
@Suite("On a sound server", .serialized)
struct SoundTests {
    @Test("The device gets no gap between the tracks of an album", arguments: [Encoding.flac, .aac])
    func album(encoding: Encoding) async throws {
        let server = try await SoundServer()
        let stage = try PlayerStage(server.variables)
        let length = 57_330
        let tracks = try ["one", "two", "three"].map { try stage.track($0, seconds: Double(length) / 44_100, as: encoding) }
        let heard = try await server.recording {
            stage.player.play(tracks)
            #expect(await stage.holds { stage.player.state == .stopped })
            #expect(stage.problems == [])
        }
        let first = try #require(heard.firstIndex { abs($0) > 0.01 })
        let last = try #require(heard.lastIndex { abs($0) > 0.01 })
        // The server's monitor misses up to 20 ms where a stream begins and ends, also those of its own player.
        #expect(abs(last - first - 3 * length) < 2_000)
        // The tracks are the same, so each is as far behind the other as it is long.
        let (one, two, three) = (heard[(first + 5_000)...], heard[(first + length + 5_000)...], heard[(first + 2 * length + 5_000)...])
        for other in [two, three] { #expect(TestSignal.similarity(other.prefix(40_000), to: one.prefix(40_000)) > 60) }
        var (silence, longest) = (0, 0)
        for sample in heard[first...last] {
            silence = abs(sample) < 0.000_5 ? silence + 1 : 0
            longest = max(longest, silence)
        }
        #expect(longest < 20)
    }

    @Test("A queue that ends without a sound ends as any other does")
    func silentEnd() async throws {
        let server = try await SoundServer()
        let stage = try PlayerStage(server.variables)
        stage.player.play([try stage.track("one", seconds: 1)], at: .seconds(1))
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.problems == [])
    }

    @Test("If the device disappears, the player pauses where it was")
    func lostDevice() async throws {
        let server = try await SoundServer()
        let stage = try PlayerStage(server.variables)
        let track = try stage.track("one", seconds: 60)
        _ = try await server.recording {
            stage.player.play([track])
            #expect(await stage.holds { stage.player.currentPosition > .milliseconds(500) })
        }
        server.stop()
        #expect(await stage.holds { stage.player.state == .paused })
        #expect(stage.problems.count == 1)
        #expect(stage.problems.first?.isAboutDevice == true)
        #expect(stage.player.position > .milliseconds(500))
    }

    @Test("If the device is pulled out, the player pauses, although the server has another; moved by a person, it plays on")
    func movedDevice() async throws {
        let server = try await SoundServer()
        let stage = try PlayerStage(server.variables)
        try server.run("pactl set-default-sink quiet")
        stage.player.play([try stage.track("one", seconds: 60)])
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(500) })
        try server.run("pactl move-sink-input $(pactl list short sink-inputs | cut -f1) other")
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(4_000) })
        #expect(stage.player.state == .playing)
        try server.run("pactl unload-module $(pactl list short modules | grep =other | cut -f1)")
        #expect(await stage.holds { stage.player.state == .paused })
        #expect(stage.problems == [])
        let position = stage.player.position
        stage.player.resume()
        #expect(await stage.holds { stage.player.currentPosition > position + .milliseconds(500) })
    }

    @Test("Without a device, the player says so")
    func noDevice() async throws {
        let stage = try PlayerStage(["PULSE_SERVER": "unix:/nowhere", "ALSA_CONFIG_PATH": "/dev/null"])
        stage.player.play([try stage.track("one")])
        #expect(await stage.holds { !stage.problems.isEmpty })
        #expect(stage.problems.first?.isAboutDevice == true)
        #expect(stage.player.state == .paused)
    }
}

extension PlayerProblem {
    fileprivate var isAboutDevice: Bool {
        if case .noDevice = self { true } else { false }
    }
}
