import Foundation
import Testing

@testable import SleevesPlayer

@Suite("Between the tracks of an album")
struct GaplessTests {
    /// Lengths that are multiples of no encoder's frame.
    private static let lengths = [88_211, 100_003, 61_957]

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
            #expect(heard.samples.count == Self.lengths.map { 2 * Int((Double($0) * 48 / 44.1).rounded(.up)) }.reduce(0, +))
            return
        }
        #expect(heard.samples.count == whole.count)
        if encoding.isLossless { #expect(heard.samples == whole) }
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
