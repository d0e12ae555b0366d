/// The user's edits of an album. A value is `nil` if it is the source's.
public struct AlbumEdits: Sendable, Hashable, Codable {
    /// The edited title.
    public var title: String?
    /// The edited artist, under which the album is filed.
    public var artist: String?
    /// The edited year of release; 0 for none.
    public var year: Int?
    /// The edited genre; empty for none.
    public var genre: String?

    /// Creates edits; without arguments, none.
    public init(title: String? = nil, artist: String? = nil, year: Int? = nil, genre: String? = nil) {
        self.title = title
        self.artist = artist
        self.year = year
        self.genre = genre
    }

    /// Whether there are no edits.
    public var isEmpty: Bool { self == AlbumEdits() }

    /// Applies the edits to a source's values. A sort name is valid only for the name that the source gave.
    package func apply(to record: inout AlbumRecord) {
        if let title {
            record.title = title
            record.titleSortName = nil
        }
        if let artist {
            record.artist = artist
            record.artistSortName = nil
        }
        if let year { record.year = year == 0 ? nil : year }
        if let genre { record.genre = genre.isEmpty ? nil : genre }
    }

    /// Returns these edits with other ones, which replace them where they have a value.
    package func replaced(by edits: AlbumEdits) -> AlbumEdits {
        AlbumEdits(
            title: edits.title ?? title, artist: edits.artist ?? artist, year: edits.year ?? year, genre: edits.genre ?? genre)
    }
}

extension AlbumEdits {
    /// Returns these edits with a change taken back. Values that have changed since then, on another machine, stay.
    ///
    /// - Parameters:
    ///   - from: The edits after the change.
    ///   - to: The edits before it.
    package func reverted(from: AlbumEdits, to: AlbumEdits) -> AlbumEdits {
        func reverted<Value: Equatable>(_ value: KeyPath<AlbumEdits, Value>) -> Value {
            self[keyPath: value] == from[keyPath: value] ? to[keyPath: value] : self[keyPath: value]
        }
        return AlbumEdits(title: reverted(\.title), artist: reverted(\.artist), year: reverted(\.year), genre: reverted(\.genre))
    }

    /// Returns the edits without those that are equal to the source's values, and without blank titles and artists.
    package func differing(from source: SourceValues) -> AlbumEdits {
        func differing(_ text: String?, from source: String?) -> String? {
            text?.cleaned().flatMap { $0 == source ? nil : $0 }
        }
        return AlbumEdits(
            title: differing(title, from: source.title),
            artist: differing(artist, from: source.artist),
            year: year == source.year ?? 0 ? nil : year,
            genre: genre.map { $0.cleaned() ?? "" }.flatMap { $0 == source.genre ?? "" ? nil : $0 }
        )
    }
}

/// The source's values of everything that a user can edit. Undoing the edits restores them.
package struct SourceValues: Codable, Hashable, Sendable {
    package var title: String
    package var artist: String
    package var titleSortName: String?
    package var artistSortName: String?
    package var year: Int?
    package var genre: String?

    package init(_ record: AlbumRecord) {
        title = record.title
        artist = record.artist
        titleSortName = record.titleSortName
        artistSortName = record.artistSortName
        year = record.year
        genre = record.genre
    }

    package func apply(to record: inout AlbumRecord) {
        record.title = title
        record.artist = artist
        record.titleSortName = titleSortName
        record.artistSortName = artistSortName
        record.year = year
        record.genre = genre
    }
}
