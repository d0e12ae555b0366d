internal import SleevesModel

extension AlbumSort {
    /// The columns to sort by; each order has its own index. The last column is unique, so that an order is always the same. For a random
    /// order, those of the order that is shuffled.
    var orderClause: String {
        switch self {
        case .artist: "artistSort, year IS NULL, year, titleSort, number"
        case .title: "titleSort, artistSort, year IS NULL, year, number"
        case .year: "year IS NULL, year, artistSort, titleSort, number"
        case .added: "added DESC, artistSort, year IS NULL, year, titleSort, number"
        case .random: "number"
        }
    }
}
