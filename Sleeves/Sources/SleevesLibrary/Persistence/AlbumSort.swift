/// The orders of a list of albums.
public enum AlbumSort: String, Sendable, Hashable, Codable, CaseIterable {
    /// By artist, then year, then title. "The Beatles" sort under B.
    case artist
    /// By title, then artist. "The Wall" sorts under W.
    case title
    /// By year, the oldest release first; albums without a year at the end.
    case year
    /// By date, the most recently added album first.
    case added

    /// The columns to sort by; each order has its own index. The last column is unique, so that an order is always the same.
    var orderClause: String {
        switch self {
        case .artist: "artistSort, year IS NULL, year, titleSort, number"
        case .title: "titleSort, artistSort, year IS NULL, year, number"
        case .year: "year IS NULL, year, artistSort, titleSort, number"
        case .added: "added DESC, artistSort, year IS NULL, year, titleSort, number"
        }
    }
}
