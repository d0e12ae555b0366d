import SleevesLibrary

/// What the details say of an album beyond what the strip knows of it.
struct AlbumContents {
    /// In playing order.
    var tracks: [TrackRecord] = []
    /// What a collector's catalogue says, where the album came from one.
    var release: ReleaseRecord?
    /// The person's own files, where the album was read from such.
    let files: AlbumFiles?
    /// The folder with files of the album that is not connected now, if there is one.
    var awayFolder: String?

    init(tracks: [TrackRecord], release: ReleaseRecord?, awayFolder: String? = nil) {
        self.awayFolder = awayFolder
        self.tracks = tracks
        self.release = release
        files = AlbumFiles(tracks)
    }
}
