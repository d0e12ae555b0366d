import Localization
import SleevesLibrary

/// What the person wants to see of the library.
struct AlbumQuery: Sendable, Equatable {
    /// The words that were typed; blank for all albums.
    var search: String
    /// The order.
    var sort: AlbumSort
    /// Counts the changes of the library, so that the same words are looked for again.
    var libraryVersion = 0

    /// Whether anything is looked for.
    var isSearch: Bool { !search.allSatisfy(\.isWhitespace) }
}

/// What a query has found.
struct FoundAlbums: Sendable {
    let query: AlbumQuery
    let albums: AlbumList
    /// How many albums the library has.
    let total: Int
    /// The album that was chosen when the search began, with its place where it was found.
    let chosen: (album: AlbumID, index: Int?)?

    /// How many albums there are, in words; empty for an empty library.
    var countText: String {
        guard query.isSearch else {
            return total == 0 ? "" : localized(one: "{count} album", other: "{count} albums", count: total)
        }
        let found = ["found": String(albums.count)]
        return localized(one: "{found} of {count} album", other: "{found} of {count} albums", count: total, found)
    }
}

/// Letters that were typed in the strip.
struct ArtistJump: Sendable, Equatable {
    let typed: TypedLetters.Jump
    /// Where the strip stood.
    let index: Int
    let albums: AlbumList
}
