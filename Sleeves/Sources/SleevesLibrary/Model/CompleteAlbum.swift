/// An album with all that there is to know of it: what importers make, exporters write, and undo puts back as it was.
///
/// What a list shows is in ``album``, and can be read and set here directly: `complete.title`.
@dynamicMemberLookup
public struct CompleteAlbum: Sendable, Hashable, Identifiable, Codable {
    /// The album without its tracks, with what was changed by hand.
    public var album: AlbumRecord
    /// In playing order. Empty where the source lists none.
    public var tracks: [TrackRecord]
    /// What a collector's catalogue says of the record, where the album comes from one.
    public var release: ReleaseRecord?
    /// What the person has changed by hand.
    public var edits: AlbumEdits?

    /// What its source says of what was changed by hand.
    var unedited: SourceValues?
    /// The number of its row, by which it stands among albums that are sorted alike.
    var number: Int64?

    /// An album with its tracks, which it counts.
    public init(_ album: AlbumRecord, tracks: [TrackRecord] = [], release: ReleaseRecord? = nil) {
        self.album = album
        self.tracks = tracks
        self.release = release
        if !tracks.isEmpty { self.album.trackCount = tracks.count }
    }

    /// The album's identifier.
    public var id: AlbumID {
        get { album.id }
        set { album.id = newValue }
    }

    /// The album as its source has it, without what was changed by hand.
    var sourceRecord: CompleteAlbum {
        var source = self
        unedited?.apply(to: &source.album)
        (source.edits, source.unedited) = (nil, nil)
        return source
    }

    /// What a list shows of the album.
    public subscript<Value>(dynamicMember member: WritableKeyPath<AlbumRecord, Value>) -> Value {
        get { album[keyPath: member] }
        set { album[keyPath: member] = newValue }
    }
}
