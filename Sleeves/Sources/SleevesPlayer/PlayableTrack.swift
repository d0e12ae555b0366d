public import SleevesModel

/// A track that can be played: a file of an album in the library, or a part of one.
public struct PlayableTrack: Sendable, Hashable {
    /// The album.
    public var album: AlbumID
    /// The album's title.
    public var albumTitle: String
    /// The album's artist.
    public var albumArtist: String
    /// The track's title.
    public var title: String
    /// The performer.
    public var artist: String
    /// The disc's number, from 1, if known.
    public var disc: Int?
    /// The track's number on its disc, from 1, if known.
    public var number: Int?
    /// The playing time, if known.
    public var duration: Duration?
    /// The absolute path of the audio file.
    public var path: String
    /// The part of the file; `nil` for the whole file.
    public var segment: FileSegment?

    /// Creates a track of an album; `nil` if the track has no file.
    public init?(_ track: TrackRecord, of album: AlbumRecord) {
        guard let path = track.path else { return nil }
        self.album = album.id
        albumTitle = album.title
        albumArtist = album.artist
        title = track.title
        artist = track.artist ?? album.artist
        disc = track.disc
        number = track.number
        duration = track.seconds.map { .seconds($0) }
        self.path = path
        segment = track.segment
    }

    /// Returns whether another track follows this one in the same file.
    func isFollowedInFile(by other: PlayableTrack) -> Bool {
        guard path == other.path, let segment, let next = other.segment else { return false }
        return segment.isFollowed(by: next)
    }
}
