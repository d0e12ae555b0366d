internal import struct FoundationEssentials.Date

/// An album as plain values: what an importer found, and what the database keeps.
///
/// A record crosses threads freely. ``Album`` is the observable object that a window shows.
public struct AlbumRecord: Sendable, Hashable, Identifiable {
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
    /// In playing order. Empty where the source lists no tracks.
    public var tracks: [TrackRecord]
    /// An address the cover can be fetched from, where the source names one.
    public var coverURL: String?
    /// A picture among the person's own files, where there is one.
    public var localCover: LocalCover?
    /// Where the album came from.
    public var source: AlbumSource
    /// The folder the album's first file is in, for albums read from files.
    public var folder: String?
    /// What a collector's catalogue says of the record, where the album comes from one.
    public var release: ReleaseRecord?
    /// When the album came into the collection, where the source is an export of a library.
    var added: Date?
    /// What was changed by hand, where the source is an export of a library.
    var edits: AlbumEdits?

    /// An album with what is known of it.
    public init(
        id: AlbumID,
        title: String,
        artist: String,
        titleSortName: String? = nil,
        artistSortName: String? = nil,
        year: Int? = nil,
        genre: String? = nil,
        tracks: [TrackRecord] = [],
        coverURL: String? = nil,
        localCover: LocalCover? = nil,
        source: AlbumSource,
        folder: String? = nil,
        release: ReleaseRecord? = nil
    ) {
        self.id = id
        self.title = title
        self.artist = artist
        self.titleSortName = titleSortName
        self.artistSortName = artistSortName
        self.year = year
        self.genre = genre
        self.tracks = tracks
        self.coverURL = coverURL
        self.localCover = localCover
        self.source = source
        self.folder = folder
        self.release = release
    }

    /// How many tracks the album has, or `nil` where the source lists none.
    public var trackCount: Int? { tracks.isEmpty ? nil : tracks.count }
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
