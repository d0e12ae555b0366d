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
