/// What the library knows of an album beyond what a list shows.
public struct AlbumDetails: Sendable, Hashable {
    /// In playing order. Empty where the album's source lists none.
    public var tracks: [TrackRecord]
    /// What a collector's catalogue says of the record, where the album came from one.
    public var release: ReleaseRecord?
    /// The folder with files of the album that isn't connected now, if there is one.
    public var awayFolder: String?
}
