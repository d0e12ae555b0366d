/// The library's knowledge of an album beyond the content of lists.
public struct AlbumDetails: Sendable, Hashable {
    /// The tracks in playing order; empty if the album's source lists none.
    public var tracks: [TrackRecord]
    /// The release and the owned copies, if anything is known of them.
    public var release: ReleaseRecord?
    /// A disconnected folder with files of the album, if any.
    public var awayFolder: String?
    /// The names of the machines that the album's files are on, if they are only on others.
    public var machines: [String]
    /// The reason why the album's files are one album; `nil` if it has none here, or the reason goes without saying.
    public var origin: AlbumOrigin?

    package init(tracks: [TrackRecord], release: ReleaseRecord?, awayFolder: String?, machines: [String] = [], origin: AlbumOrigin? = nil) {
        (self.machines, self.origin) = (machines, origin)
        self.tracks = tracks
        self.release = release
        self.awayFolder = awayFolder
    }
}
