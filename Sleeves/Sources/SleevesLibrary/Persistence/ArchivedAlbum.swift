/// A memento of an album that was taken out of the library: enough to put it back as it was, cover and date included.
///
/// It can be encoded, so that a later run of the program can undo the removal.
public struct ArchivedAlbum: Sendable, Hashable, Identifiable, Codable {
    /// The album as it was, without its tracks.
    public var album: StoredAlbum
    /// In playing order.
    public var tracks: [TrackRecord]
    /// What a collector's catalogue says of the record.
    public var release: ReleaseRecord?
    /// What the person has changed by hand.
    public var edits: AlbumEdits?

    /// A memento of these values.
    public init(album: StoredAlbum, tracks: [TrackRecord], release: ReleaseRecord? = nil, edits: AlbumEdits? = nil) {
        self.album = album
        self.tracks = tracks
        self.release = release
        self.edits = edits
    }

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// The record the album would be imported from.
    public var record: AlbumRecord { album.record(tracks: tracks, release: release) }
}
