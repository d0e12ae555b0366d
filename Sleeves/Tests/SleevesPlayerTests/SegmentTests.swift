import Foundation
import SleevesModel
import Testing

@testable import SleevesPlayer

/// Tracks that are parts of one file, as a CUE sheet divides it.
@Suite("Parts of a file")
struct SegmentTests {
    /// The parts of a file of a little more than two seconds, on frames that are no whole milliseconds.
    private static let parts = [FileSegment(start: 7, end: 50), FileSegment(start: 50, end: 101), FileSegment(start: 101)]
    private static let frames = 100_003

    /// The index of the first sample of a frame.
    private static func place(_ frame: Int) -> Int { frame * 588 * 2 }

    private static func file(_ encoding: Encoding, in folder: TestFolder) throws -> String {
        let file = folder.path("whole.\(encoding.fileExtension)")
        try encoding.write(TestSignal.stereo(frames: frames)[...], to: file)
        return file
    }

    @Test("They are the file without a gap, opened once, each with its own length and positions", arguments: Encoding.allCases)
    func whole(encoding: Encoding) async throws {
        let folder = try TestFolder()
        let file = try Self.file(encoding, in: folder)
        let rate = encoding == .opus ? 48_000 : 44_100
        let all = await Listening(to: [file], rate: rate).samples
        var parts = Self.parts
        parts[0].start = 0
        let heard = await Listening(to: [file, file, file], segments: parts, rate: rate)
        #expect(heard.started == [0, 1, 2] && heard.openings == 1)
        let isSame = heard.samples == all
        #expect(isSame)
        let lengths = heard.events.compactMap { event in
            if case .started(_, _, let length) = event { length } else { nil }
        }
        let expected = [50.0 / 75, 51.0 / 75, Double(all.count / 2) / Double(rate) - 101.0 / 75]
        #expect(lengths.count == 3 && zip(lengths, expected).allSatisfy { abs($0 - $1) < 0.001 }, "\(lengths)")
        #expect(!heard.events.contains { if case .failed = $0 { true } else { false } })
    }

    @Test("One that is opened by itself begins and ends at its samples", arguments: [Encoding.wav, .flac])
    func single(encoding: Encoding) async throws {
        let folder = try TestFolder()
        let file = try Self.file(encoding, in: folder)
        let whole = TestSignal.stereo(frames: Self.frames)
        for part in Self.parts {
            let heard = await Listening(to: [file], segments: [part])
            let expected = whole[Self.place(part.start)..<(part.end.map(Self.place) ?? whole.count)]
            let isSame = heard.samples[...] == expected
            #expect(isSame, "\(heard.samples.count) of \(expected.count) samples from \(part.start)")
        }
        // From a position in the middle of a part, and with a file opened for each.
        let late = await Listening(to: [file, file], segments: Array(Self.parts.dropFirst()), reopens: true, from: 0.5)
        let isSame = late.samples[...] == whole[(Self.place(50) + 44_100)...]
        #expect(isSame && late.openings == 2, "\(late.samples.count) samples")
    }

    @Test("Compressed files are entered near the beginning of a part", arguments: [Encoding.vorbis, .mp3ByLAME, .aac, .opus])
    func compressed(encoding: Encoding) async throws {
        let folder = try TestFolder()
        let file = try Self.file(encoding, in: folder)
        let rate = encoding == .opus ? 48_000 : 44_100
        let heard = await Listening(to: [file], segments: [FileSegment(start: 50, end: 101)], rate: rate)
        #expect(abs(heard.samples.count - 2 * 51 * rate / 75) < 2 * 4_096)
    }

    @Test("Parts behind the end of a file are skipped, and the next file plays")
    func tooShort() async throws {
        let folder = try TestFolder()
        let file = try Self.file(.flac, in: folder)
        let other = folder.path("other.flac")
        try Encoding.flac.write(TestSignal.stereo(frames: 5_000)[...], to: other)
        let parts = [FileSegment(start: 0, end: 400), FileSegment(start: 400, end: 500), FileSegment(start: 0)]
        let heard = await Listening(to: [file, file, other], segments: parts)
        #expect(heard.samples.count == 2 * (Self.frames + 5_000))
        #expect(heard.events.contains(.failed(TrackTicket(0), .cutOff)) && heard.started == [0, 2])
    }

    @Test("The gain of a sheet levels a file without one, and never one with its own")
    func gain() async throws {
        let folder = try TestFolder()
        let file = try Self.file(.flac, in: folder)
        let whole = TestSignal.stereo(frames: Self.frames)
        let heard = await Listening(to: [file], segments: [FileSegment(start: 0, gain: -602)])
        #expect(TestSignal.similarity(heard.samples[...], to: whole.map { $0 / 2 }[...]) > 50)
        let tagged = folder.path("tagged.flac")
        try Tool.run(["ffmpeg", "-v", "error", "-y", "-i", file, "-metadata", "REPLAYGAIN_ALBUM_GAIN=0 dB", "-c", "copy", tagged])
        let own = await Listening(to: [tagged], segments: [FileSegment(start: 0, gain: -602)])
        #expect(TestSignal.similarity(own.samples[...], to: whole[...]) > 50)
    }

    @MainActor
    @Test("The player goes from one to the next; its positions, lengths and jumps are those of the track")
    func player() async throws {
        let stage = try PlayerStage()
        // Each track lasts much longer than it takes to look at it.
        let path = try stage.track("whole", seconds: 120).path
        let ends = [0, 2_250, 4_350, 6_300, nil]
        let tracks = (0..<4).map { index in
            PlayerStage.track("\(index)", path: path, segment: FileSegment(start: ends[index] ?? 0, end: ends[index + 1]))
        }
        let player = stage.player
        player.play(tracks, from: 1)
        #expect(await stage.holds { player.duration == .seconds(28) && player.currentPosition > .zero })
        player.seek(to: .seconds(27))
        #expect(await stage.holds { player.index == 2 && player.duration == .seconds(26) && player.currentPosition < .seconds(20) })
        player.seek(to: .seconds(25))
        #expect(await stage.holds { player.index == 3 && player.duration == .seconds(36) })
        #expect(stage.titles == ["1", "2", "3"] && stage.problems.isEmpty)
        player.skip(to: 2)
        #expect(await stage.holds { player.index == 2 && player.duration == .seconds(26) })
        player.pause()
        player.skip(to: 0)
        #expect(await stage.holds { player.duration == .seconds(30) && player.currentPosition > .milliseconds(100) })
        player.seek(to: .seconds(29))
        #expect(await stage.holds { player.index == 1 && player.currentPosition < .seconds(20) })
        player.seek(to: .seconds(29))
        #expect(player.index == 2, "the next track follows beyond the end")
        #expect(stage.problems.isEmpty)
    }
}
