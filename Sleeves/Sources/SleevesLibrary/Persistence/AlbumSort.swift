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

    /// The columns to order by, each order with an index of its own. Ends in what no two albums share, so that an order is the same each
    /// time.
    var orderClause: String {
        switch self {
        case .artist: "artistSort, year IS NULL, year, titleSort, number"
        case .title: "titleSort, artistSort, year IS NULL, year, number"
        case .year: "year IS NULL, year, artistSort, titleSort, number"
        case .added: "added DESC, artistSort, year IS NULL, year, titleSort, number"
        }
    }
}
