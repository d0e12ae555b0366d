import Foundation

/// Albums of silence, whose tracks are long enough to be paused and to be moved in.
enum SilentMusic {
    /// An album to write.
    struct Album {
        var artist: String
        var title: String
        /// The lengths of the tracks, in seconds; 0 for a moment. Their titles are the album's with a number.
        var seconds: [Int]
    }

    /// Two albums of three tracks.
    static let albums = [
        Album(artist: "Ada", title: "First Light", seconds: [200, 300, 400]),
        Album(artist: "Ben", title: "Second Wind", seconds: [210, 310, 410]),
    ]

    /// Writes albums into a folder, and makes a library of them.
    @MainActor
    static func makeLibrary(of albums: [Album] = albums, in scene: Scene) async throws -> String {
        for album in albums { try write(album, in: scene) }
        return try await SleevesCommand.makeLibrary(of: "\(scene.folder)/Music", in: scene)
    }

    /// Writes an album into the scene's folder of music.
    @MainActor
    static func write(_ album: Album, in scene: Scene) throws {
        try write(album, to: URL(filePath: path(of: 1, on: album, in: scene)).deletingLastPathComponent().path)
    }

    /// Writes an album into a folder of its own.
    static func write(_ album: Album, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (index, seconds) in album.seconds.enumerated() {
            try file(album, number: index + 1, seconds: seconds).write(to: URL(filePath: "\(folder)/\(index + 1).wav"))
        }
    }

    /// The path of a track, counted from 1.
    @MainActor
    static func path(of number: Int, on album: Album, in scene: Scene) -> String {
        "\(scene.folder)/Music/\(album.artist)/\(album.title)/\(number).wav"
    }

    private static func file(_ album: Album, number: Int, seconds: Int) -> Data {
        let rate = 8_000
        let format = words16([1, 1]) + words32([rate, rate * 2]) + words16([2, 16])
        let texts = [("INAM", "\(album.title) \(number)"), ("IART", album.artist), ("IPRD", album.title), ("IPRT", "\(number)")]
        let list = texts.reduce(Data("INFO".utf8)) { $0 + chunk($1.0, Data($1.1.utf8) + [0]) }
        let samples = Data(count: max(seconds * rate * 2, 160))
        return chunk("RIFF", Data("WAVE".utf8) + chunk("fmt ", format) + chunk("data", samples) + chunk("LIST", list))
    }

    private static func chunk(_ name: String, _ contents: Data) -> Data {
        let padding = Data(count: contents.count % 2)
        return Data(name.utf8) + words32([contents.count]) + contents + padding
    }

    private static func words16(_ values: [UInt16]) -> Data {
        Data(values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
    }

    private static func words32(_ values: [Int]) -> Data {
        words16(values.flatMap { [UInt16(truncatingIfNeeded: $0), UInt16(truncatingIfNeeded: $0 >> 16)] })
    }
}
