import Foundation
import Testing

/// A session bus with a library, and the programs that a desktop controls players with: `playerctl` and `gdbus`.
@MainActor
struct PlayingDesktop {
    let scene: Scene
    let library: String
    /// The environment of the programs: the usual one, and the bus.
    let environment: [String: String]

    /// The albums of the library.
    static let longAlbum = SilentMusic.Album(artist: "The Silent", title: "Long Silence", seconds: [60, 60])
    static let shortAlbum = SilentMusic.Album(artist: "The Silent", title: "Short Silence", seconds: [1, 1])

    /// Makes a library with two albums, “Long Silence” of two minutes and “Short Silence” of two seconds, on a bus of its own.
    ///
    /// - Parameters:
    ///   - library: Another library; `nil` for that one.
    ///   - bus: The address of a bus that is already there.
    static func start(in scene: Scene, library: String? = nil, bus: String? = nil) async throws -> PlayingDesktop {
        let library = if let library { library } else { try await makeLibrary(in: scene) }
        let bus = if let bus { bus } else { try await PrivateBus.start(in: scene, environment: scene.bareEnvironment) }
        let environment = scene.bareEnvironment.merging(["DBUS_SESSION_BUS_ADDRESS": bus]) { $1 }
        return PlayingDesktop(scene: scene, library: library, environment: environment)
    }

    private static func makeLibrary(in scene: Scene) async throws -> String {
        try await SilentMusic.makeLibrary(of: [longAlbum, shortAlbum], in: scene)
    }

    /// Runs a subcommand of `sleeves` with the library, to its end.
    @discardableResult
    func sleeves(_ words: String...) async throws -> SleevesCommand.Result {
        let arguments = [words[0], "--library", library] + words.dropFirst()
        return try await SleevesCommand.run(arguments: arguments, variables: environment, in: scene)
    }

    /// Starts `sleeves play`, and waits until something plays.
    func play(_ words: String..., terminal: Terminal? = nil) async throws -> Program {
        let arguments = ["play", "--library", library] + words
        let program = try scene.start(SleevesCommand.path, arguments, environment: environment, terminal: terminal)
        try await Eventually.holds("music plays") {
            if let status = program.status { throw Stage.Ended(status: status, errors: program.errorText) }
            return try await status.state == "playing"
        }
        return program
    }

    /// The output of `sleeves status`.
    var status: PlayingStatus {
        get async throws {
            let result = try await sleeves("status", "--format", "json")
            guard result.status == 0 else { throw SleevesCommand.Failed(result: result) }
            return try JSONDecoder().decode(PlayingStatus.self, from: Data(result.output.utf8))
        }
    }

    /// Runs `playerctl` on Sleeves's player.
    ///
    /// - Returns: What it prints, without the line's end; `nil` if it fails.
    @discardableResult
    func playerctl(_ words: String...) async throws -> String? {
        let program = try scene.start(Tool.playerControl.path, ["--player=sleeves"] + words, environment: environment)
        guard try await program.finish() == 0 else { return nil }
        return program.outputText.trimmingCharacters(in: .newlines)
    }

    /// The names of the players on the bus.
    var players: [String] {
        get async throws {
            let program = try scene.start(Tool.playerControl.path, ["--list-all"], environment: environment)
            _ = try await program.finish()
            return program.outputText.split(separator: "\n").map(String.init)
        }
    }

    /// The name of the first player, once there is one.
    var player: String {
        get async throws { try await Eventually.value("there is a player") { try await players.first } }
    }

    /// Calls a method of the object with MPRIS's interfaces.
    func call(_ method: String, _ arguments: String..., player: String) async throws -> Program {
        let words = ["call", "--session", "--dest", "org.mpris.MediaPlayer2.\(player)", "--object-path", "/org/mpris/MediaPlayer2"]
        let program = try scene.start(Tool.busCalls.path, words + ["--method", method] + arguments, environment: environment)
        _ = try await program.finish()
        return program
    }

    /// Starts to write down the signals of a player.
    func monitor(_ player: String) async throws -> Program {
        let words = ["monitor", "--session", "--dest", "org.mpris.MediaPlayer2.\(player)"]
        let program = try scene.start(Tool.busCalls.path, words, environment: environment)
        try await Eventually.holds("the monitor listens") { program.outputText.contains("is owned by") }
        return program
    }
}

/// The JSON form of `sleeves status`.
struct PlayingStatus: Decodable, Equatable {
    let state: String
    let album: String?
    let albumId: String?
    let title: String?
    let artist: String?
    let position: Double?
    let duration: Double?
    let volume: Double?
}
