/// The orders a list of albums can be shown in.
public enum AlbumSort: String, Sendable, Hashable, Codable, CaseIterable {
    /// By artist, then year, then title. "The Beatles" stand under B.
    case artist
    /// By title, then artist. "The Wall" stands under W.
    case title
    /// The oldest release first; albums without a year at the end.
    case year
    /// What came into the library last stands first.
    case added

    /// The columns to order by. Always ends in a unique column, so that an order is the same each time.
    var orderClause: String {
        switch self {
        case .artist: "artistSort, year IS NULL, year, titleSort, id"
        case .title: "titleSort, artistSort, year IS NULL, year, id"
        case .year: "year IS NULL, year, artistSort, titleSort, id"
        case .added: "added DESC, artistSort, year IS NULL, year, titleSort, id"
        }
    }
}
