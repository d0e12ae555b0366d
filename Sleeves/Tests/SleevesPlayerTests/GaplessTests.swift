import Foundation
import Testing

@testable import SleevesPlayer

@Suite("Between the tracks of an album")
struct GaplessTests {
    /// Lengths that are multiples of no encoder's frame.
    private static let lengths = [30_211, 40_003, 21_957]

    @Test("No sample is lost or added", arguments: Encoding.allCases)
    func seams(encoding: Encoding) async throws {
        let folder = try TestFolder()
        let whole = TestSignal.stereo(frames: Self.lengths.reduce(0, +))
        var files: [String] = []
        var start = 0
        for (number, length) in Self.lengths.enumerated() {
            let file = folder.path("\(number).\(encoding.fileExtension)")
            try encoding.write(whole[2 * start..<2 * (start + length)], to: file)
            files.append(file)
            start += length
        }
        let heard = await Listening(to: files, rate: encoding == .opus ? 48_000 : 44_100)
        #expect(heard.started == [0, 1, 2])
        guard encoding != .opus else {
            // Opus has 48,000 samples a second; the last packet's position is that of the rounded length.
            let expected = Self.lengths.reduce(0) { sum, length in
                let frames = Double(length) * 48_000 / 44_100
                return sum + 2 * Int(frames.rounded(.up))
            }
            #expect(heard.samples.count == expected)
            return
        }
        #expect(heard.samples.count == whole.count)
        // Not compared by the macro, which would look for the differences of half a million numbers.
        let isSame = heard.samples == whole
        #expect(isSame || !encoding.isLossless)
        var seam = 0
        for length in Self.lengths {
            for range in [seam..<seam + 4_096, seam + length - 4_096..<seam + length, seam..<seam + length] {
                let range = 2 * range.lowerBound..<2 * range.upperBound
                guard range.upperBound <= heard.samples.count else { break }
                let similarity = TestSignal.similarity(heard.samples[range], to: whole[range])
                #expect(similarity > 15, "samples \(range)")
            }
            seam += length
        }
    }

    @Test("A track that begins in the middle ends where it should", arguments: [Encoding.wav, .flac, .vorbis, .mp3ByFFmpeg, .aac])
    func middle(encoding: Encoding) async throws {
        let folder = try TestFolder()
        let whole = TestSignal.stereo(frames: 70_003)
        let file = folder.path("one.\(encoding.fileExtension)")
        try encoding.write(whole[...], to: file)
        let heard = await Listening(to: [file], from: 1)
        let expected = whole[88_200...]
        let isSame = heard.samples[...] == expected
        #expect(isSame || !encoding.isLossless)
        // Other formats can be entered only at some of their packets.
        #expect(abs(heard.samples.count - expected.count) < 2 * 4_096)
        let count = min(heard.samples.count, expected.count) - 16_384
        #expect(TestSignal.similarity(heard.samples.suffix(count), to: expected.suffix(count)) > 15)
    }

    @Test("ReplayGain of the album levels its tracks, never that of a track; a gain never makes it clip")
    func replayGain() async throws {
        let folder = try TestFolder()
        let whole = TestSignal.stereo(frames: 44_100)
        let plain = folder.path("plain.flac")
        try Encoding.flac.write(whole[...], to: plain)
        let peak = whole.map(abs).max() ?? 0
        for (gain, factor) in [("-6.0206 dB", 0.5), ("+3 dB", min(1.412_5, Double(1 / peak))), ("+30 dB", Double(1 / peak))] {
            let file = folder.path("tagged.flac")
            let tags = [
                "REPLAYGAIN_ALBUM_GAIN=\(gain)", "REPLAYGAIN_ALBUM_PEAK=\(peak)", "REPLAYGAIN_TRACK_GAIN=-20 dB",
                "REPLAYGAIN_TRACK_PEAK=\(peak)",
            ]
            try Tool.run(["ffmpeg", "-v", "error", "-y", "-i", plain] + tags.flatMap { ["-metadata", $0] } + ["-c", "copy", file])
            let heard = await Listening(to: [file])
            #expect(heard.samples.count == whole.count)
            let expected = whole.map { Float(factor) * $0 }
            #expect(TestSignal.similarity(heard.samples[...], to: expected[...]) > 50, "\(gain)")
        }
    }

    @Test(
        "The gains of Opus level as ReplayGain does: that of the album, or else that of the track",
        arguments: [
            (["R128_ALBUM_GAIN=-3840", "R128_TRACK_GAIN=0"], -10), (["r128_track_gain=-2821"], -6.0196), (["R128_ALBUM_GAIN=-1280"], 0),
            (["R128_ALBUM_GAIN=x", "R128_TRACK_GAIN=99999999999999999999"], 0), (["R128_ALBUM_GAIN=-32768"], -60),
        ] as [([String], Double)])
    func opusGain(tags: [String], decibels: Double) async throws {
        let folder = try TestFolder()
        let (plain, file) = (folder.path("plain.opus"), folder.path("tagged.opus"))
        try Encoding.opus.write(TestSignal.stereo(frames: 44_100)[...], to: plain)
        // Longer than a page of Ogg, as with a picture.
        let long = "COMMENT=" + String(repeating: "x", count: 90_000)
        try Tool.run(
            ["ffmpeg", "-v", "error", "-y", "-i", plain] + ([long] + tags).flatMap { ["-metadata:s:a", $0] } + ["-c", "copy", file])
        func loudness(_ file: String) async -> Double {
            let samples = await Listening(to: [file], rate: 48_000).samples
            return 10 * log10(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1)))
        }
        let (before, after) = (await loudness(plain), await loudness(file))
        #expect(abs(after - before - decibels) < 0.2)
    }

    @Test("Damaged gains of Opus yield numbers that are sane, or none")
    func damagedOpusGain() throws {
        let folder = try TestFolder()
        let file = folder.path("one.opus")
        let plain = folder.path("plain.opus")
        try Encoding.opus.write(TestSignal.stereo(frames: 5_000)[...], to: plain)
        try Tool.run(["ffmpeg", "-v", "error", "-y", "-i", plain, "-metadata:s:a", "R128_ALBUM_GAIN=-2560", "-c", "copy", file])
        let whole = [UInt8](try Data(contentsOf: URL(filePath: file)))
        func gain(_ bytes: [UInt8]) throws -> Double? {
            try Data(bytes).write(to: URL(filePath: file))
            let descriptor = open(file, O_RDONLY)
            defer { close(descriptor) }
            return OpusGain.decibels(FileBytes(descriptor: descriptor))
        }
        #expect(try gain(whole) == -5)
        for length in 0..<min(whole.count, 400) { _ = try gain(Array(whole.prefix(length))) }
        for index in 0..<min(whole.count, 400) {
            for value in [0, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[index] = value
                #expect(try gain(bytes).map { (-123.1...133.1).contains($0) } ?? true)
            }
        }
    }

    @Test("Damaged headers yield numbers that are sane, or none", arguments: [Encoding.mp3ByLAME, .aac])
    func damaged(encoding: Encoding) throws {
        let folder = try TestFolder()
        let file = folder.path("one.\(encoding.fileExtension)")
        try encoding.write(TestSignal.stereo(frames: 5_000)[...], to: file)
        let sound = [UInt8](try Data(contentsOf: URL(filePath: file)))
        var chance = SystemRandomNumberGenerator()
        for _ in 0..<400 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &chance) {
                let value: [UInt8] = [0, 0xff, 0x7f, 0x80, .random(in: 0...255, using: &chance)]
                bytes[Int.random(in: bytes.indices, using: &chance)] = value[Int.random(in: 0..<5, using: &chance)]
            }
            if Bool.random(using: &chance) { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &chance)) }
            let damaged = folder.path("damaged")
            try Data(bytes).write(to: URL(filePath: damaged))
            let descriptor = open(damaged, O_RDONLY)
            defer { close(descriptor) }
            guard let info = GaplessInfo(descriptor: descriptor) else { continue }
            #expect(info.count > 0 && info.skip >= 0 && info.rate > 0)
            #expect(info.patches.allSatisfy { $0.offset >= 0 && $0.bytes.count <= 8 })
        }
    }
}

/// A folder for the time of a test.
final class TestFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "sleeves-player-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String {
        url.appending(path: name).path(percentEncoded: false)
    }
}
