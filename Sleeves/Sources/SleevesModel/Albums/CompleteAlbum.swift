/// An album with everything that is known about it: importers create it, exporters write it, and undo restores it.
///
/// Lists show the values of ``album``, which can be read and set here directly: `complete.title`.
@dynamicMemberLookup
public struct CompleteAlbum: Sendable, Hashable, Identifiable, Codable {
    /// The album without its tracks, with the user's edits.
    public var album: AlbumRecord
    /// The tracks in playing order; empty if the source lists none.
    public var tracks: [TrackRecord]
    /// The release and the copies that lists name, if anything is known of them.
    public var release: ReleaseRecord?
    /// The user's edits.
    public var edits: AlbumEdits?
    /// The records whose copies this album shows among its own, because the user has joined them; empty where nobody asks for them. They are
    /// albums of their own for imports, exports and undo.
    public package(set) var joined: [CompleteAlbum] = []

    /// Values that only newer versions understand, by the names of their fields, on their way from or to an export. Those of `release` and
    /// `tracks` are JSON with the members that this version doesn't know, at their places.
    package var newerValues: [String: String]?
    /// The identifier of the album in the library that exported a table's row; `nil` for any other source. The album itself has another one, unless it
    /// comes from a list of Discogs: files and other lists determine it.
    package var exportedID: AlbumID?
    /// The user's own fields whose kinds are known, for the values of the copies: on their way from an export, or where they are asked for.
    package var ownFields: [OwnField] = []
    /// The source's values of what the user has edited.
    package var unedited: SourceValues?
    /// The row number, which determines the position among albums that sort alike.
    package var number: Int64?

    /// Creates an album with its tracks, and counts them.
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

    private enum CodingKeys: CodingKey {
        case album, tracks, release, edits, newerValues, unedited, number
    }

    /// The owned copies, with the user's edits: those of lists, then those that the user has added, then those of the joined records.
    public var copies: [AlbumCopy] {
        let own = (edits?.copies ?? CopyEdits()).copies(besides: release?.copies ?? []).map { $0.typed(by: ownFields) }
        return joined.reduce(own) { copies, record in
            copies
                + record.copies.map { copy in
                    var copy = copy
                    (copy.album, copy.edition) = (record.id, record.edition)
                    return copy
                }
        }
    }

    /// The user's opinion of the album.
    public var opinion: AlbumOpinion {
        let edits = edits?.copies ?? CopyEdits()
        let own = edits.opinion.completed(by: edits.copies(besides: release?.copies ?? []).map(\.record))
        return own.completed(by: joined.map(\.opinion))
    }

    /// The pictures that the user keeps of the album and of the joined records, with what they show.
    public var pictures: [CoverDigest: AlbumPicture.Kind] {
        joined.reduce(edits?.copies.pictures ?? [:]) { pictures, record in pictures.merging(record.pictures) { own, _ in own } }
    }

    /// The pictures in the library's folder that the album needs to be what it is.
    package var neededPictures: [CoverDigest] {
        [album.cover.digest, album.chosenCover].compactMap(\.self) + (edits?.copies.pictures.keys.map(\.self) ?? [])
    }

    private var edition: String? {
        let label = [release?.labels.joined(separator: ", "), release?.catalogueNumber].compactMap { $0?.cleaned() }.joined(separator: " ")
        let parts = [label, release?.format, release?.country, album.year.map(String.init)].compactMap { $0?.cleaned() }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The release with the user's edits.
    public var editedRelease: ReleaseRecord? { edits.applied(to: release) }

    /// The release to show: the album's own, or what a joined record says of it, with the user's edits.
    public var shownRelease: ReleaseRecord? {
        guard let record = joined.lazy.compactMap(\.editedRelease).first else { return editedRelease }
        return edits.applied(to: release?.completed(by: record) ?? record)
    }

    /// Whether the user has no copy, but wishes to.
    public var isWanted: Bool {
        let listed = release?.copies ?? []
        return album.isWanted(release, copies: edits?.copies.copies(besides: listed).map(\.record) ?? listed)
    }

    /// The album as its source has it, without the user's edits.
    package var sourceRecord: CompleteAlbum {
        var source = self
        unedited?.apply(to: &source.album)
        (source.edits, source.unedited) = (nil, nil)
        return source
    }

    /// Accesses a value of the album that lists show.
    public subscript<Value>(dynamicMember member: WritableKeyPath<AlbumRecord, Value>) -> Value {
        get { album[keyPath: member] }
        set { album[keyPath: member] = newValue }
    }
}
