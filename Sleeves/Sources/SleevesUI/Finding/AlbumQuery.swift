import Localization
import SleevesLibrary

/// The albums that the user wants to see.
struct AlbumQuery: Sendable, Equatable {
    /// The typed words; blank for all albums.
    var search: String
    /// The facets that the albums must have.
    var filter = AlbumFilter()
    /// The order.
    var order = AlbumOrder()
    /// The count of changes of the library, so that the same words are searched again after a change.
    var libraryVersion = 0

    /// Whether the query has search words.
    var isSearch: Bool { !search.allSatisfy(\.isWhitespace) }

    /// The search words; `nil` for none.
    var words: String? { isSearch ? search : nil }

    /// Whether the query has search words or a filter.
    var isNarrowed: Bool { isSearch || !filter.isEmpty }

    /// Whether the query is for wishes.
    var isForWishes: Bool { filter.facets.contains(.wanted) }

    /// Whether another query is for the same albums in any order, as far as the library hasn't changed.
    func isForSameAlbums(as other: AlbumQuery) -> Bool {
        search == other.search && filter == other.filter
    }

    /// Whether another query is for the same albums in the same order, as far as the library hasn't changed.
    func isLike(_ other: AlbumQuery?) -> Bool {
        search == other?.search && filter == other?.filter && order == other?.order
    }
}

/// The result of a query.
struct FoundAlbums: Sendable {
    let query: AlbumQuery
    let albums: AlbumList
    /// The number of albums in the library, or of wishes if the query is for those.
    let total: Int
    /// The number of albums with a copy that the user wishes to have, if the query is for those or finds nothing.
    let wishCount: Int
    /// The album that was chosen when the search began, with its place where it was found.
    let chosen: (album: AlbumID, index: Int?)?

    /// The number of albums as a text; empty for an empty library.
    var countText: String {
        guard query.isNarrowed else {
            return total == 0 ? "" : localized(one: "{count} album", other: "{count} albums", count: total)
        }
        if query.isForWishes, albums.count == total {
            return localized(one: "{count} wanted album", other: "{count} wanted albums", count: total)
        }
        let found = ["found": formatted(albums.count)]
        return localized(one: "{found} of {count} album", other: "{found} of {count} albums", count: total, found)
    }

    /// The number of albums that were found, as screen readers say it.
    var spokenCount: String {
        guard query.isNarrowed else { return countText }
        if albums.isEmpty { return localized("No Albums Found") }
        return localized(one: "{count} album found", other: "{count} albums found", count: albums.count)
    }
}

/// A jump to an album by letters or digits typed among the albums.
struct AlbumJump: Sendable, Equatable {
    let typed: TypedLetters.Jump
    /// The index of the selected album.
    let index: Int
    let albums: AlbumList
    let order: AlbumOrder
}
