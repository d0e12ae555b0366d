import Foundation
import Heed
import SleevesModel

@testable import SleevesPlayer

/// A player with a process of its own, in a chosen environment, and what it does.
@MainActor
final class PlayerStage {
    /// A device that takes its time, as a real one does, and makes no sound.
    static let silentDevice = "volume name=volume ! fakesink sync=true"

    let folder: TestFolder
    let player: Player
    /// The program that is the player's process.
    let program: String
    private(set) var problems: [PlayerProblem] = []
    /// The titles of the tracks that were current, one after another.
    private(set) var titles: [String] = []
    /// The positions that don't follow from those before.
    private(set) var jumps: [Duration] = []
    private var tokens: [ObservationToken] = []

    /// - Parameters:
    ///   - variables: The environment of the player's process, beside this one's.
    ///   - command: What the process does first, in the shell's language.
    init(_ variables: [String: String] = ["SLEEVES_AUDIO_SINK": silentDevice], command: String = "") throws {
        folder = try TestFolder()
        let sleeves = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "sleeves")
        program = folder.path("player")
        // A script written here could be busy: other tests start programs meanwhile, and those have its descriptor for a moment.
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "player.sh").path(percentEncoded: false)
        try FileManager.default.createSymbolicLink(atPath: program, withDestinationPath: script)
        var lines = variables.map { "export \($0)='\($1)'" }
        lines += ["sleeves='\(sleeves.path(percentEncoded: false))'", command]
        try lines.joined(separator: "\n").write(toFile: program + ".variables", atomically: true, encoding: .utf8)
        player = Player(program: program)
        tokens = [
            player.problems.attach { [weak self] problem in MainActor.assumeIsolated { self?.problems.append(problem) } },
            player.jumps.attach { [weak self] position in MainActor.assumeIsolated { self?.jumps.append(position) } },
            player.observe(\.track) { [weak self] track in
                if let title = track?.title, title != self?.titles.last { self?.titles.append(title) }
            },
        ]
    }

    /// Keeps an observation for as long as this object lives.
    func keep(_ token: ObservationToken) {
        tokens.append(token)
    }

    /// Makes a file of a part of the test signal, and returns it as a track.
    func track(_ title: String, seconds: Double = 1, as encoding: Encoding = .flac) throws -> PlayableTrack {
        let path = folder.path("\(title).\(encoding.fileExtension)")
        try FileManager.default.copyItem(atPath: Self.file(seconds: seconds, as: encoding), toPath: path)
        return Self.track(title, path: path)
    }

    /// Files to copy, in a folder that goes with this program. Encoders keep the main actor busy.
    private static var files: [String: String] = [:]
    private static let filesFolder = {
        atexit { try? FileManager.default.removeItem(atPath: filesPath) }
        try? FileManager.default.createDirectory(atPath: filesPath, withIntermediateDirectories: true)
        return filesPath
    }()
    private nonisolated static let filesPath = FileManager.default.temporaryDirectory.appending(path: "sleeves-player-\(getpid())").path

    private static func file(seconds: Double, as encoding: Encoding) throws -> String {
        let name = "\(seconds).\(encoding).\(encoding.fileExtension)"
        if let path = files[name] { return path }
        let path = "\(filesFolder)/\(name)"
        // Two seconds, again and again.
        let frames = Int(44_100 * seconds)
        let piece = TestSignal.stereo(frames: min(frames, 88_200))
        var samples: [Float] = []
        samples.reserveCapacity(2 * frames)
        while samples.count < 2 * frames { samples += piece.prefix(2 * frames - samples.count) }
        try encoding.write(samples[...], to: path)
        files[name] = path
        return path
    }

    static func track(_ title: String, path: String, segment: FileSegment? = nil) -> PlayableTrack {
        var album = AlbumRecord(id: AlbumID(digesting: ["test"]), title: "An Album", artist: "An Artist", source: .folder)
        album.trackCount = 1
        let record = TrackRecord(title: title, path: path, segment: segment)
        guard let track = PlayableTrack(record, of: album) else { preconditionFailure("the track has a path") }
        return track
    }

    /// Waits until a condition of observable properties holds. Returns whether it did in time.
    func holds(_ condition: @escaping @MainActor () -> Bool) async -> Bool {
        if await Eventually.holds(condition) { return true }
        print("The player is \(player.state) at \(player.currentPosition); its problems: \(problems)")
        return false
    }
}
