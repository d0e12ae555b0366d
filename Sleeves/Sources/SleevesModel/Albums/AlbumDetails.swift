/// What the library knows about an album beyond what a list shows.
public struct AlbumDetails: Sendable, Hashable {
    /// The tracks in playing order; empty if the album's source lists none.
    public var tracks: [TrackRecord]
    /// A collector's catalogue entry for the record, if the album came from one.
    public var release: ReleaseRecord?
    /// A disconnected folder with files of the album, if any.
    public var awayFolder: String?

    package init(tracks: [TrackRecord], release: ReleaseRecord?, awayFolder: String?) {
        self.tracks = tracks
        self.release = release
        self.awayFolder = awayFolder
    }
}
