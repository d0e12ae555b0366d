public import struct FoundationEssentials.Date

/// An album as a plain value: importers create it, the library stores it, and lists show it.
///
/// ``CompleteAlbum`` adds its tracks; ``Album`` is the observable object that a window shows. A record may cross threads.
public struct AlbumRecord: Sendable, Hashable, Identifiable, Codable {
    /// The identifier, which stays the same when the same album is imported again.
    public var id: AlbumID
    /// The album's title.
    public var title: String
    /// The artist under which the album is filed; "Various Artists" for a compilation.
    public var artist: String
    /// The sort form of the title, if the source has one.
    public var titleSortName: String?
    /// The sort form of the artist, if the source has one: "Beatles, The".
    public var artistSortName: String?
    /// The year of release, as four digits, if known.
    public var year: Int?
    /// The genre, if known.
    public var genre: String?
    /// The number of tracks, if the source lists them.
    public var trackCount: Int?
    /// The address of the cover, if the source has one.
    public var coverURL: String?
    /// A cover among the user's own files, if there is one.
    public var localCover: LocalCover?
    /// The source of the album.
    public var source: AlbumSource
    /// The folder of the album's first file, if the album was read from files.
    public var folder: String?
    /// The date when the album was added to the collection, to the millisecond: as its list says, or when the first of its files came. Every
    /// album in the library has one.
    public var added: Date?

    // Values that only the library knows.

    /// The result of the search for the cover.
    public var cover = CoverStatus.missing
    /// The picture that the user has chosen instead, if any.
    public var chosenCover: CoverDigest?
    /// The cover to show: the chosen one, or else the one that was found.
    public var shownCover: CoverStatus { chosenCover.map(CoverStatus.present) ?? cover }

    /// Creates an album with these values.
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

extension AlbumRecord {
    /// Returns whether the user has no copy of the album, but wishes to: all copies are wishes. Files are a copy, and so is an album of a list that
    /// describes none.
    ///
    /// - Parameters:
    ///   - release: The album's release.
    ///   - copies: The copies, with the user's edits.
    package func isWanted(_ release: ReleaseRecord?, copies: [CopyRecord]) -> Bool {
        source != .folder && release?.copies.isEmpty == false && !copies.isEmpty && copies.allSatisfy(\.isWanted)
    }
}

/// One track of an album.
public struct TrackRecord: Sendable, Hashable, Codable {
    /// The track's title.
    public var title: String
    /// The performer, if different from the album's artist.
    public var artist: String?
    /// The disc's number, from 1.
    public var disc: Int?
    /// The track's number on its disc, from 1.
    public var number: Int?
    /// The playing time in seconds, if known.
    public var seconds: Int?
    /// The audio file's absolute path.
    public var path: String?
    /// The part of the file that the track is; `nil` for the whole file.
    public var segment: FileSegment?

    /// Creates a track with these values.
    public init(
        title: String,
        artist: String? = nil,
        disc: Int? = nil,
        number: Int? = nil,
        seconds: Int? = nil,
        path: String? = nil,
        segment: FileSegment? = nil
    ) {
        self.title = title
        self.artist = artist
        self.disc = disc
        self.number = number
        self.seconds = seconds
        self.path = path
        self.segment = segment
    }

    /// The track without its place on this machine.
    package var withoutFile: TrackRecord {
        var track = self
        (track.path, track.segment) = (nil, nil)
        return track
    }
}

/// The source of an album.
public enum AlbumSource: String, Sendable, Hashable, Codable {
    case folder
    case discogs
    case json
    /// The user, who has added the record by itself.
    case record
}

/// A cover among the user's own files.
public enum LocalCover: Sendable, Hashable, Codable {
    /// Inside the audio file at this path.
    case embedded(path: String)
    /// A picture file at this path.
    case file(path: String)
}
