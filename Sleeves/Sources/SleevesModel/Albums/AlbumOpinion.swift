/// The user's opinion of an album, whatever copies there are.
public struct AlbumOpinion: Sendable, Hashable {
    /// The rating, from one to five: the user's own, or else the best one of a copy. `nil` if there is none.
    public var rating: Int?
    /// Whether the album is one of the user's favourites.
    public var isFavourite = false

    /// Creates an opinion; without arguments, none.
    public init(rating: Int? = nil, isFavourite: Bool = false) {
        (self.rating, self.isFavourite) = (rating, isFavourite)
    }

    /// Returns the opinion, with the best rating of some copies if the user hasn't rated the album itself.
    package func completed(by copies: [CopyRecord]) -> AlbumOpinion {
        AlbumOpinion(rating: rating ?? copies.compactMap(\.rating).max(), isFavourite: isFavourite)
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
}
