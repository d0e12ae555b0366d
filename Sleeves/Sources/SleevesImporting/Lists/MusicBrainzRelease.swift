public import SleevesModel

/// A release that MusicBrainz has answered with, in a search or by itself.
public struct MusicBrainzRelease: Sendable, Hashable, Identifiable {
    /// The identifier in MusicBrainz.
    package let release: MusicBrainzID
    /// The release as an album of a library.
    public let album: CompleteAlbum
    /// Whether the Cover Art Archive has its front. Only the answer with a single release says so.
    package let hasFront: Bool

    /// The identifier in MusicBrainz, as text.
    public var id: String { release.text }

    /// Reads a release from MusicBrainz' JSON; `nil` if it has no identifier, no title or no artist.
    package init?(_ value: JSONValue) {
        var entry = JSONEntry(entry: value)
        guard let id = value["id"].text.flatMap(MusicBrainzID.init), var album = entry.musicBrainzAlbum() else { return nil }
        album.source = .record
        (release, self.album) = (id, album)
        hasFront = value["cover-art-archive"]["front"] == .boolean(true)
    }

    /// Returns the releases of a search, the likeliest first; `nil` if the bytes are no answer of MusicBrainz.
    package static func found(in bytes: [UInt8]) -> [MusicBrainzRelease]? {
        guard case .list(let entries)? = JSONParser.value(of: bytes)?["releases"] else { return nil }
        return entries.compactMap(MusicBrainzRelease.init)
    }
}
