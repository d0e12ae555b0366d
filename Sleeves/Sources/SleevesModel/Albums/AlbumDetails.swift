/// The library's knowledge of an album beyond the content of lists.
public struct AlbumDetails: Sendable, Hashable {
    /// The tracks in playing order; empty if the album's source lists none.
    public var tracks: [TrackRecord]
    /// The release, if anything is known of it.
    public var release: ReleaseRecord?
    /// The owned copies, with the user's edits.
    public var copies: [AlbumCopy]
    /// The pictures that the user keeps and that are here, with what they show.
    public var pictures: [CoverDigest: AlbumPicture.Kind]
    /// The user's opinion of the album.
    public var opinion: AlbumOpinion
    /// A disconnected folder with files of the album, if any.
    public var awayFolder: String?
    /// The names of the machines that the album's files are on, if they are only on others.
    public var machines: [String]
    /// The reason why the album's files are one album; `nil` if it has none here, or the reason goes without saying.
    public var origin: AlbumOrigin?

    package init(
        tracks: [TrackRecord], release: ReleaseRecord?, copies: [AlbumCopy],
        pictures: [CoverDigest: AlbumPicture.Kind], opinion: AlbumOpinion, awayFolder: String?,
        machines: [String] = [],
        origin: AlbumOrigin? = nil
    ) {
        (self.copies, self.machines, self.origin) = (copies, machines, origin)
        (self.tracks, self.pictures, self.opinion) = (tracks, pictures, opinion)
        self.release = release
        self.awayFolder = awayFolder
    }
}
