public import struct FoundationEssentials.Date

/// An album as the library keeps it: what its record says, but for the tracks, and what the library itself knows.
///
/// Tracks are left out so that a list of thousands of albums stays small; ask ``PersistencyManager/tracks(of:)`` for them.
public struct StoredAlbum: Sendable, Hashable, Identifiable, Codable {
    /// Stays the same when the same album is imported again.
    public var id: AlbumID
    /// As its source spells it.
    public var title: String
    /// The name the album is filed under.
    public var artist: String
    /// How the title is sorted, where its source says so.
    public var titleSortName: String?
    /// How the artist is sorted, where its source says so.
    public var artistSortName: String?
    /// The year of release, where it is known.
    public var year: Int?
    /// As its source spells it, where it is known.
    public var genre: String?
    /// How many tracks the album has, or `nil` where its source lists none.
    public var trackCount: Int?
    /// An address the cover can be fetched from, where the source names one.
    public var coverURL: String?
    /// A picture among the person's own files, where there is one.
    public var localCover: LocalCover?
    /// Where the album came from.
    public var source: AlbumSource
    /// The folder of the album's first file, for albums read from files.
    public var folder: String?
    /// What became of the search for its cover.
    public var cover: CoverStatus
    /// The picture that the person has chosen instead, if they have.
    public var chosenCover: CoverDigest?
    /// What is shown: the chosen cover, or else what was found.
    public var shownCover: CoverStatus { chosenCover.map(CoverStatus.present) ?? cover }
    /// When the album first came into the library, to the millisecond.
    public var added: Date

    /// An album with these values.
    public init(
        id: AlbumID,
        title: String,
        artist: String,
        titleSortName: String? = nil,
        artistSortName: String? = nil,
        year: Int? = nil,
        genre: String? = nil,
        trackCount: Int? = nil,
        coverURL: String? = nil,
        localCover: LocalCover? = nil,
        source: AlbumSource,
        folder: String? = nil,
        cover: CoverStatus = .missing,
        chosenCover: CoverDigest? = nil,
        added: Date
    ) {
        self.id = id
        self.title = title
        self.artist = artist
        self.titleSortName = titleSortName
        self.artistSortName = artistSortName
        self.year = year
        self.genre = genre
        self.trackCount = trackCount
        self.coverURL = coverURL
        self.localCover = localCover
        self.source = source
        self.folder = folder
        self.cover = cover
        self.chosenCover = chosenCover
        self.added = added
    }

    /// A new album of the library, its cover not looked for yet.
    public init(_ record: AlbumRecord, added: Date) {
        self.init(
            id: record.id,
            title: record.title,
            artist: record.artist,
            titleSortName: record.titleSortName,
            artistSortName: record.artistSortName,
            year: record.year,
            genre: record.genre,
            trackCount: record.trackCount,
            coverURL: record.coverURL,
            localCover: record.localCover,
            source: record.source,
            folder: record.folder,
            added: added
        )
    }

    /// The record this album would be imported from, with its tracks and what a catalogue says of it.
    public func record(tracks: [TrackRecord], release: ReleaseRecord? = nil) -> AlbumRecord {
        AlbumRecord(
            id: id,
            title: title,
            artist: artist,
            titleSortName: titleSortName,
            artistSortName: artistSortName,
            year: year,
            genre: genre,
            tracks: tracks,
            coverURL: coverURL,
            localCover: localCover,
            source: source,
            folder: folder,
            release: release
        )
    }
}
