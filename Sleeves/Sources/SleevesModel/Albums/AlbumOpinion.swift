/// The user's opinion of an album, whatever copies there are.
public struct AlbumOpinion: Sendable, Hashable {
    /// The user's rating of the album, from one to five; `nil` for none.
    public var rating: Int?
    /// Whether the album is one of the user's favourites.
    public var isFavourite = false
    /// The best rating of a copy, which counts while the user hasn't rated the album itself.
    public package(set) var copyRating: Int?
    /// The rating that counts.
    public var shownRating: Int? { rating ?? copyRating }

    /// Creates an opinion; without arguments, none.
    public init(rating: Int? = nil, isFavourite: Bool = false) {
        (self.rating, self.isFavourite) = (rating, isFavourite)
    }

    /// Returns the opinion with the ratings of copies.
    package func completed(by copies: [CopyRecord]) -> AlbumOpinion {
        var opinion = self
        opinion.copyRating = copies.compactMap(\.rating).max()
        return opinion
    }

    /// Returns the opinion of an album that shows records of which the user has others: the best of their ratings counts where it has none.
    package func completed(by records: [AlbumOpinion]) -> AlbumOpinion {
        var opinion = self
        opinion.isFavourite = isFavourite || records.contains(where: \.isFavourite)
        if opinion.shownRating == nil { opinion.copyRating = records.compactMap(\.shownRating).max() }
        return opinion
    }
}

/// The opinion stands among the values of copies, under an identifier that no copy has: so it is stored, exported and shared as they are, value by
/// value, also by versions that don't know it.
extension CopyEdits {
    private static let album = CopyID(rawValue: "album")
    private static let favourite = "favourite"

    /// The user's own opinion of the album.
    package var opinion: AlbumOpinion {
        get {
            AlbumOpinion(
                rating: self[Self.album, CopyField.rating.name].flatMap(CopyField.rating.checked).flatMap { Int($0) },
                isFavourite: self[Self.album, Self.favourite] == CopyField.yes)
        }
        set {
            self[Self.album, CopyField.rating.name] = newValue.rating.map(String.init)
            self[Self.album, Self.favourite] = newValue.isFavourite ? CopyField.yes : nil
        }
    }

    /// Whether anything is said of a copy.
    package var areOfCopies: Bool { values.contains { $0.key != Self.album && $0.key.picture == nil } }
}
