/// What the person has changed of an album by hand. `nil` is what they left as its source has it.
public struct AlbumEdits: Sendable, Hashable, Codable {
    /// Another title.
    public var title: String?
    /// Another artist to file the album under.
    public var artist: String?
    /// Another year of release.
    public var year: Int?
    /// Another genre.
    public var genre: String?

    /// Changes; without arguments, none.
    public init(title: String? = nil, artist: String? = nil, year: Int? = nil, genre: String? = nil) {
        self.title = title
        self.artist = artist
        self.year = year
        self.genre = genre
    }

    /// Whether anything was changed.
    public var isEmpty: Bool { self == AlbumEdits() }

    /// Puts the changes into what a source says. A sort name belongs to the name that the source gave.
    func apply(to record: inout AlbumRecord) {
        if let title {
            record.title = title
            record.titleSortName = nil
        }
        if let artist {
            record.artist = artist
            record.artistSortName = nil
        }
        record.year = year ?? record.year
        record.genre = genre ?? record.genre
    }
}

extension AlbumEdits {
    /// What is left without what is blank and what the source says too.
    func differing(from source: SourceValues) -> AlbumEdits {
        func differing(_ text: String?, from source: String?) -> String? {
            text?.cleaned().flatMap { $0 == source ? nil : $0 }
        }
        return AlbumEdits(
            title: differing(title, from: source.title),
            artist: differing(artist, from: source.artist),
            year: year == source.year ? nil : year,
            genre: differing(genre, from: source.genre)
        )
    }
}

/// What an album's source says of the things that a person can change by hand: what is left when the changes are taken back.
struct SourceValues: Codable, Hashable {
    var title: String
    var artist: String
    var titleSortName: String?
    var artistSortName: String?
    var year: Int?
    var genre: String?

    init(_ record: AlbumRecord) {
        title = record.title
        artist = record.artist
        titleSortName = record.titleSortName
        artistSortName = record.artistSortName
        year = record.year
        genre = record.genre
    }

    func apply(to record: inout AlbumRecord) {
        record.title = title
        record.artist = artist
        record.titleSortName = titleSortName
        record.artistSortName = artistSortName
        record.year = year
        record.genre = genre
    }
}
