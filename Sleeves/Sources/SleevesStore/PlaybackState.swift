public import SleevesModel

/// The track that was playing, and the position in it. It is restored, paused, when the window opens again.
public struct PlaybackState: Sendable, Hashable, Codable {
    /// The largest number of albums that are saved.
    public static let albumLimit = 200

    /// The albums of the queue, in playing order. They may have been removed since.
    public var albums: [AlbumID]
    /// The path of the current track's file.
    public var path: String
    /// The beginning of the current track in that file, if it is a part of it, as in ``FileSegment/start``.
    public var segmentStart: Int?
    /// The position in that track, in seconds.
    public var seconds: Double

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - albums: The albums of the queue, in playing order. Of more than ``albumLimit``, those around the current one are kept.
    ///   - current: The index of the album that plays.
    ///   - path: The path of the current track's file.
    ///   - segmentStart: The beginning of the current track in that file, if it is a part of it.
    ///   - seconds: The position in that track.
    public init(albums: [AlbumID], current: Int = 0, path: String, segmentStart: Int? = nil, seconds: Double) {
        // Mostly what follows, since it is about to be heard.
        let start = max(0, min(current - Self.albumLimit / 4, albums.count - Self.albumLimit))
        self.albums = Array(albums.dropFirst(start).prefix(Self.albumLimit))
        self.path = path
        self.segmentStart = segmentStart
        self.seconds = seconds
    }

    private enum CodingKeys: String, CodingKey {
        case albums, path, segmentStart, seconds
    }

    /// Decodes a state. Absurd values are rejected or limited.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let albums = try container.decode([AlbumID].self, forKey: .albums)
        let path = try container.decode(String.self, forKey: .path)
        guard !albums.isEmpty, path.hasPrefix("/") else {
            throw DecodingError.dataCorruptedError(forKey: .path, in: container, debugDescription: "no album, or no absolute path")
        }
        let seconds = try container.decodeIfPresent(Double.self, forKey: .seconds) ?? 0
        let start = try container.decodeIfPresent(Int.self, forKey: .segmentStart).flatMap { (0...Int(Int32.max)).contains($0) ? $0 : nil }
        self.init(albums: albums, path: path, segmentStart: start, seconds: (0..<1_000_000).contains(seconds) ? seconds : 0)
    }
}
