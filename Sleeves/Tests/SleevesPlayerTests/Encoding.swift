import Foundation
import Testing

/// A format, and the program that makes files of it.
enum Encoding: String, CaseIterable, CustomTestStringConvertible {
    case wav, flac, vorbis, mp3ByLAME, mp3ByFFmpeg, variableMP3, opus, aac

    var testDescription: String { rawValue }

    var fileExtension: String {
        switch self {
        case .wav: "wav"
        case .flac: "flac"
        case .vorbis: "ogg"
        case .mp3ByLAME, .mp3ByFFmpeg, .variableMP3: "mp3"
        case .opus: "opus"
        case .aac: "m4a"
        }
    }

    /// Whether every sample comes back as it was.
    var isLossless: Bool { self == .wav || self == .flac }

    /// Writes a file of stereo samples.
    func write(_ samples: ArraySlice<Float>, to path: String) throws {
        let wave = "\(path).source.wav"
        try TestSignal.wave(samples).write(to: URL(filePath: wave))
        let ffmpeg = ["ffmpeg", "-v", "error", "-y", "-i", wave]
        switch self {
        case .wav: try FileManager.default.moveItem(atPath: wave, toPath: path)
        case .flac: try Tool.run(ffmpeg + [path])
        case .vorbis: try Tool.run(ffmpeg + ["-c:a", "libvorbis", "-q:a", "6", path])
        case .mp3ByLAME: try Tool.run(["lame", "--quiet", "-b", "192", wave, path])
        case .variableMP3: try Tool.run(["lame", "--quiet", "-V", "2", wave, path])
        case .mp3ByFFmpeg: try Tool.run(ffmpeg + ["-c:a", "libmp3lame", "-b:a", "192k", path])
        case .opus: try Tool.run(ffmpeg + ["-c:a", "libopus", "-b:a", "160k", path])
        case .aac: try Tool.run(ffmpeg + ["-c:a", "aac", "-b:a", "192k", path])
        }
    }
}
