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
    private(set) var problems: [PlayerProblem] = []
    /// The titles of the tracks that were current, one after another.
    private(set) var titles: [String] = []
    private var tokens: [ObservationToken] = []

    /// - Parameter variables: The environment of the player's process, beside this one's.
    init(_ variables: [String: String] = ["SLEEVES_AUDIO_SINK": silentDevice]) throws {
        folder = try TestFolder()
        let sleeves = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "sleeves")
        let lines = variables.map { "export \($0)='\($1)'" }.joined(separator: "\n")
        let script = "#!/bin/sh\n\(lines)\nexec '\(sleeves.path(percentEncoded: false))' \"$@\"\n"
        let program = folder.path("player")
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        player = Player(program: program)
        tokens = [
            player.problems.attach { [weak self] problem in MainActor.assumeIsolated { self?.problems.append(problem) } },
            player.observe(\.track) { [weak self] track in
                if let title = track?.title, title != self?.titles.last { self?.titles.append(title) }
            },
        ]
    }

    /// Makes a file of a part of the test signal, and returns it as a track.
    func track(_ title: String, seconds: Double = 1, as encoding: Encoding = .flac) throws -> PlayableTrack {
        let path = folder.path("\(title).\(encoding.fileExtension)")
        try encoding.write(TestSignal.stereo(frames: Int(44_100 * seconds))[...], to: path)
        return Self.track(title, path: path)
    }

    static func track(_ title: String, path: String) -> PlayableTrack {
        var album = AlbumRecord(id: AlbumID(digesting: ["test"]), title: "An Album", artist: "An Artist", source: .folder)
        album.trackCount = 1
        let record = TrackRecord(title: title, path: path)
        guard let track = PlayableTrack(record, of: album) else { preconditionFailure("the track has a path") }
        return track
    }

    /// Waits until a condition of observable properties holds. Returns whether it did in time.
    func holds(within limit: Duration = .seconds(60), _ condition: @escaping @MainActor () -> Bool) async -> Bool {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            // Real processes and real time.
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }
}
