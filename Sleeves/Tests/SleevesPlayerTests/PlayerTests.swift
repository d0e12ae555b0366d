import CConfinement
import Foundation
import SleevesModel
import Testing

@testable import SleevesPlayer

@MainActor
@Suite("A player")
struct PlayerTests {
    @Test("An album plays from a track on, to its end")
    func album() async throws {
        let stage = try PlayerStage()
        let tracks = try ["one", "two", "three"].map { try stage.track($0, seconds: 0.5) }
        stage.player.play(tracks, from: 1)
        #expect(stage.player.state == .playing)
        #expect(stage.player.index == 1)
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.titles == ["two", "three"])
        #expect(stage.problems == [])
        #expect(stage.player.queue == tracks)
    }

    @Test("The length of a track is reported when it is known, if it wasn't before", arguments: [Encoding.flac, .mp3ByLAME])
    func lengths(encoding: Encoding) async throws {
        let stage = try PlayerStage()
        var measured: [MeasuredTrack] = []
        stage.keep(stage.player.lengths.attach { track in MainActor.assumeIsolated { measured.append(track) } })
        let unknown = try stage.track("one", seconds: 0.5, as: encoding)
        var known = try stage.track("two", seconds: 0.5, as: encoding)
        known.duration = .seconds(3)
        stage.player.play([unknown, known])
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(Set(measured.map(\.path)) == [unknown.path])
        let last = try #require(measured.last)
        #expect(abs(last.length / .seconds(1) - 0.5) < 0.05)
        // It is the length from now on.
        stage.player.play([unknown], isPaused: true)
        #expect(stage.player.duration == last.length)
    }

    @Test("A file plays whose name isn't UTF-8")
    func byteName() async throws {
        let stage = try PlayerStage()
        let file = try stage.track("one", seconds: 20)
        let name = Array(stage.folder.path("x").utf8.dropLast()) + [0xE4] + Array(".flac".utf8) + [0]
        try #require(name.withUnsafeBytes { rename(file.path, $0.baseAddress!.assumingMemoryBound(to: CChar.self)) } == 0)
        // The character stands for the byte.
        stage.player.play([PlayerStage.track("one", path: stage.folder.path("\u{10FEE4}.flac"))])
        #expect(await stage.holds { stage.player.currentPosition > .zero })
        #expect(stage.problems == [])
    }

    @Test("Pausing holds the position, and continuing goes on from it")
    func pause() async throws {
        let stage = try PlayerStage()
        stage.player.play([try stage.track("long", seconds: 20)])
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(300) })
        stage.player.pause()
        let position = stage.player.position
        #expect(position > .milliseconds(300))
        #expect(stage.player.state == .paused)
        stage.player.seek(to: .seconds(12))
        #expect(stage.player.position == .seconds(12))
        #expect(stage.player.state == .paused)
        stage.player.resume()
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(12_200) })
        #expect(stage.jumps.suffix(2).allSatisfy { $0 >= .seconds(12) })
        #expect(stage.player.duration == .seconds(20))
    }

    @Test("The position changes every second for those who follow it, and not for others")
    func following() async throws {
        let stage = try PlayerStage()
        var positions: [Duration] = []
        let token = stage.player.observe(\.position) { positions.append($0) }
        stage.player.play([try stage.track("long", seconds: 20)])
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(1_300) })
        #expect(positions.allSatisfy { $0 < .seconds(1) })
        stage.player.isFollowed = true
        #expect(await stage.holds { positions.contains { $0 > .seconds(3) } })
        #expect(positions.count < 8)
        token.invalidate()
    }

    @Test("Next and previous go through the queue; previous begins again after three seconds")
    func queue() async throws {
        let stage = try PlayerStage()
        let tracks = try ["one", "two", "three"].map { try stage.track($0, seconds: 20) }
        stage.player.play(tracks)
        stage.player.next()
        #expect(stage.player.index == 1)
        stage.player.previous()
        #expect(stage.player.index == 0)
        stage.player.play(tracks, from: 2, at: .seconds(5))
        stage.player.previous()
        #expect((stage.player.index, stage.player.position) == (2, .zero))
        stage.player.next()
        #expect(stage.player.state == .stopped)
        #expect(stage.player.index == nil)
        stage.player.resume()
        #expect(stage.player.index == 0)
        stage.player.play([])
        #expect(stage.player.state == .stopped)
    }

    @Test("Previous goes past a track that can't be played")
    func previousOfDamaged() async throws {
        let stage = try PlayerStage()
        let path = stage.folder.path("two.flac")
        try "no music".write(toFile: path, atomically: true, encoding: .utf8)
        let (one, three) = (try stage.track("one", seconds: 4), try stage.track("three", seconds: 4))
        stage.player.play([one, PlayerStage.track("two", path: path), three], from: 2)
        #expect(await stage.holds { stage.player.currentPosition > .zero })
        stage.player.previous()
        #expect(await stage.holds { stage.player.track?.title == "one" && stage.player.currentPosition > .zero })
        #expect(stage.problems.count == 1)
        stage.player.stop()
    }

    @Test("A paused queue opens nothing until it continues")
    func restored() async throws {
        let stage = try PlayerStage()
        stage.player.play([try stage.track("one", seconds: 20)], at: .seconds(7), isPaused: true)
        #expect((stage.player.state, stage.player.position) == (.paused, .seconds(7)))
        stage.player.resume()
        #expect(await stage.holds { stage.player.currentPosition > .milliseconds(7_200) })
        #expect(stage.jumps.last.map { $0 >= .seconds(7) } == true)
    }

    @Test("A track that continues at its end isn't damaged; the next one follows", arguments: [Encoding.flac, .mp3ByLAME, .vorbis])
    func end(encoding: Encoding) async throws {
        let stage = try PlayerStage()
        let tracks = try ["one", "two"].map { try stage.track($0, seconds: 0.5, as: encoding) }
        stage.player.play(tracks, at: .milliseconds(500))
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.titles == ["one", "two"])
        #expect(stage.problems == [])
    }

    @Test("However quickly one seeks, no track is lost, and the queue ends", arguments: [2, 3])
    func quickSeeks(count: Int) async throws {
        let stage = try PlayerStage()
        stage.player.play(try (1...count).map { try stage.track("\($0)", seconds: 1) })
        for step in 1...20 {
            stage.player.seek(to: .milliseconds(20 * step))
            try await Task.sleep(for: .milliseconds(step % 4 * 3))
        }
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.titles == (1...count).map(String.init))
        #expect(stage.problems == [])
    }

    @Test("A position that no track has ends the track, whose file isn't to blame")
    func hugePositions() async throws {
        let stage = try PlayerStage()
        let track = try stage.track("one", seconds: 1)
        stage.player.play([track])
        stage.player.seek(to: .seconds(Int64.max))
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.problems == [])
    }

    @Test("What an earlier track wants doesn't replace what follows a later one")
    func lateRequest() async throws {
        let stage = try PlayerStage(command: #"printf '\051\0\0\0{"wantsNext":{"after":{"number":123456}}}' >&3"#)
        stage.player.play(try (1...3).map { try stage.track("\($0)", seconds: 0.3) })
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.titles == ["1", "2", "3"])
    }

    @Test("The end of an earlier track doesn't stop a later one")
    func lateEnd() async throws {
        let stage = try PlayerStage(command: #"printf '\045\0\0\0{"finished":{"_0":{"number":123456}}}' >&3"#)
        stage.player.play([try stage.track("one", seconds: 1)])
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.jumps == [.zero])
    }

    @Test("The loudness is clamped, and kept by the process")
    func volume() async throws {
        let stage = try PlayerStage()
        for (asked, expected) in [(0.5, 0.5), (7, 1), (-1, 0), (.nan, 1)] {
            stage.player.setVolume(asked)
            #expect(stage.player.volume == expected)
        }
    }

    @Test("Files that can't be played are skipped and told once; the album goes on")
    func damaged() async throws {
        let stage = try PlayerStage()
        let good = try stage.track("good", seconds: 0.5)
        let text = stage.folder.path("text.mp3")
        try String(repeating: "This is no music. ", count: 1_000).write(toFile: text, atomically: true, encoding: .utf8)
        let empty = stage.folder.path("empty.flac")
        try Data().write(to: URL(filePath: empty))
        let cut = try stage.track("cut", seconds: 8)
        try FileHandle(forWritingTo: URL(filePath: cut.path)).truncate(atOffset: 60_000)
        let last = try stage.track("last", seconds: 0.5)
        stage.player.play([
            PlayerStage.track("gone", path: "/nowhere/at/all.flac"), PlayerStage.track("text", path: text), good,
            PlayerStage.track("folder", path: "/usr"), PlayerStage.track("empty", path: empty), cut, last,
        ])
        #expect(await stage.holds { stage.player.state == .stopped })
        let skipped = stage.problems.flatMap { problem -> [PlayerProblem.SkippedTrack] in
            if case .skipped(let tracks) = problem { tracks } else { [] }
        }
        #expect(skipped.map(\.track.title) == ["gone", "text", "folder", "empty", "cut"])
        #expect(skipped.last?.reason == .cutOff)
        #expect(stage.titles.suffix(3) == ["good", "cut", "last"])
        // Those before the first good one together.
        #expect(stage.problems.first.map { "\($0)".contains(" tracks were skipped. “gone” could not be opened") } == true)
    }

    @Test("If no file can be played, the player stops")
    func nothing() async throws {
        let stage = try PlayerStage()
        stage.player.play((0..<5).map { PlayerStage.track("\($0)", path: "/nowhere/\($0)") })
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.problems.count == 1)
    }

    @Test("A crash skips the file that was being opened; another one resumes the track where it was", arguments: [0, 1])
    func crash(place: Int) async throws {
        let library = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "libDecoderFaults.so").path(percentEncoded: false)
        let stage = try PlayerStage(["LD_PRELOAD": library, "SLEEVES_AUDIO_SINK": PlayerStage.silentDevice])
        let evil = stage.folder.path("evil.mp3")
        try ("misbehave: crash" + String(repeating: ".", count: 5_000)).write(toFile: evil, atomically: true, encoding: .utf8)
        var tracks = [try stage.track("one", seconds: 4), try stage.track("two", seconds: 0.5)]
        tracks.insert(PlayerStage.track("evil", path: evil), at: place)
        stage.player.play(tracks)
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.problems == [.skipped([.init(track: tracks[place], reason: .crashed)])])
        #expect(stage.titles.filter { $0 != "evil" } == ["one", "two"])
    }

    @Test("The end of the process is noticed each time, also just after it has said something")
    func endings() async throws {
        let stage = try PlayerStage(command: #"printf '\044\0\0\0{"wantsNext":{"after":{"number":1}}}' >&3; exit"#)
        stage.player.play(try (0..<12).map { try stage.track("\($0)", seconds: 0.1) })
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.problems.count == 1)
    }

    @Test("A process that says nothing more is replaced: its track is skipped and named, and another one plays", arguments: [true, false])
    func silence(isReady: Bool) async throws {
        // A process that hangs in the kernel can't be made here. A stopped one says as little.
        let ready = #"printf '\062\0\0\0{"ready":{"isReadOnly":true,"startsNothing":true}}' >&3;"#
        let stop = #"[ -e "$0.stopped" ] || { : > "$0.stopped"; \#(isReady ? ready : "") kill -STOP $$; }"#
        let stage = try PlayerStage(command: stop)
        let tracks = try ["one", "two"].map { try stage.track($0, seconds: 0.5) }
        let patience = stage.player.patience
        stage.player.patience = .milliseconds(100)
        stage.player.play([tracks[0]])
        #expect(await stage.holds { !stage.problems.isEmpty })
        if isReady {
            #expect(stage.problems == [.skipped([.init(track: tracks[0], reason: .tooSlow)])])
            #expect(stage.player.state == .stopped)
        } else {
            #expect(stage.problems == [.unavailable(.notStarted(reason: "It does not answer."))])
            #expect(stage.player.state == .paused)
        }
        // It is tried again when the user wants it.
        stage.player.patience = patience
        stage.player.play(tracks)
        #expect(await stage.holds { stage.player.state == .stopped })
        #expect(stage.titles == ["one", "two"])
        #expect(stage.problems.count == 1)
    }

    @Test("If its process can't be started, the player pauses and says so, however soon that turns out")
    func noProcess() async throws {
        let stage = try PlayerStage()
        let track = try stage.track("one")
        for _ in 0..<10 {
            let player = Player(program: "/nowhere/at/all")
            var problems: [PlayerProblem] = []
            let token = player.problems.attach { problem in MainActor.assumeIsolated { problems.append(problem) } }
            player.play([track])
            #expect(await stage.holds { !problems.isEmpty })
            #expect(problems == [.unavailable(.notStarted(reason: SystemError(code: ENOENT).description))])
            #expect(player.state == .paused)
            token.invalidate()
        }
    }

    @Test("The process can neither change files nor start programs or open connections, where the kernel can see to it")
    func confinement() async throws {
        let stage = try PlayerStage()
        var ready: [PlayerEvent] = []
        let process = PlayerProcess(program: stage.program) { process in
            stage.keep(
                process.events.attach(on: .mainActor) { event in
                    if case .reported(let event) = event { ready.append(event) }
                })
        }
        #expect(await stage.holds { !ready.isEmpty })
        #expect(ready == [.ready(isReadOnly: confined_landlock_version() >= 1, startsNothing: true)])
        withExtendedLifetime(process) {}
    }

    @Test("The reason for a device's failure is GStreamer's own description")
    func deviceDescription() {
        let inbox = EngineInbox()
        let engine = PlayerEngine(device: PlayerStage.silentDevice, inbox: inbox) { _ in }
        inbox.post(.output(.error(.other("The connection was closed."))))
        #expect(engine?.turn() == "The connection was closed.")
    }

    @Test("Without GStreamer, the player pauses and says what to install")
    func withoutGStreamer() async throws {
        let library = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: "libDecoderFaults.so").path(percentEncoded: false)
        let stage = try PlayerStage(["LD_PRELOAD": library, "SLEEVES_HIDE_GSTREAMER": "1"])
        stage.player.play([try stage.track("one", as: .wav)])
        #expect(await stage.holds { !stage.problems.isEmpty })
        #expect(stage.problems == [.unavailable(.noGStreamer)])
        #expect("\(stage.problems[0])".contains("install GStreamer"))
        #expect(stage.player.state == .paused)
    }

}
