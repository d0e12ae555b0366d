public import struct FoundationEssentials.Date

/// An album as a plain value: what importers find, the library keeps, and lists show.
///
/// ``CompleteAlbum`` has its tracks besides, ``Album`` is the observable object that a window shows. A record crosses threads freely.
public struct AlbumRecord: Sendable, Hashable, Identifiable, Codable {
    /// Stays the same when the same album is imported again.
    public var id: AlbumID
    /// The album's title.
    public var title: String
    /// The name the album is filed under; "Various Artists" for a compilation.
    public var artist: String
    /// How the title is sorted, where its source says so.
    public var titleSortName: String?
    /// How the artist is sorted, where its source says so: "Beatles, The".
    public var artistSortName: String?
    /// The year of release, as four digits, where it is known.
    public var year: Int?
    /// The genre, where it is known.
    public var genre: String?
    /// How many tracks the album has, where the source lists them.
    public var trackCount: Int?
    /// An address the cover can be fetched from, where the source names one.
    public var coverURL: String?
    /// A picture among the person's own files, where there is one.
    public var localCover: LocalCover?
    /// Where the album came from.
    public var source: AlbumSource
    /// The folder the album's first file is in, for albums read from files.
    public var folder: String?
    /// When the album came into the collection, to the millisecond. The library knows it of each of its albums.
    public var added: Date?

    // What the library alone knows.

    /// What became of the search for its cover.
    public var cover = CoverStatus.missing
    /// The picture that the person has chosen instead, if they have.
    public var chosenCover: CoverDigest?
    /// What is shown: the chosen cover, or else what was found.
    public var shownCover: CoverStatus { chosenCover.map(CoverStatus.present) ?? cover }

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
        added: Date? = nil
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
        self.added = added
    }
}

/// One track of an album.
public struct TrackRecord: Sendable, Hashable, Codable {
    /// The track's title.
    public var title: String
    /// The performer, where it differs from the album's artist.
    public var artist: String?
    /// The disc's number, from 1.
    public var disc: Int?
    /// The track's number on its disc, from 1.
    public var number: Int?
    /// Playing time in seconds, where it is known.
    public var seconds: Int?
    /// The audio file's absolute path.
    public var path: String?

    /// A track with what is known of it.
    public init(
        title: String,
        artist: String? = nil,
        disc: Int? = nil,
        number: Int? = nil,
        seconds: Int? = nil,
        path: String? = nil
    ) {
        self.title = title
        self.artist = artist
        self.disc = disc
        self.number = number
        self.seconds = seconds
        self.path = path
    }
}

/// Where an album came from.
public enum AlbumSource: String, Sendable, Hashable, Codable {
    case folder
    case discogs
    case json
}

/// A cover picture that lies among the person's own files.
public enum LocalCover: Sendable, Hashable, Codable {
    /// Inside the audio file at this path.
    case embedded(path: String)
    /// A picture file at this path.
    case file(path: String)
}
