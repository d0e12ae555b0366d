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

    /// What its source says of what was changed by hand.
    var unedited: SourceValues?
    /// The number of its row, by which it stands among albums that are sorted alike.
    var number: Int64?

    /// The album's identifier.
    public var id: AlbumID { album.id }

    /// The record the album would be imported from, without what was changed by hand.
    var sourceRecord: AlbumRecord {
        var record = album.record(tracks: tracks, release: release)
        unedited?.apply(to: &record)
        return record
    }
}
