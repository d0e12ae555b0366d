/// The values that a list of albums can be sorted by. ``AlbumOrder`` adds the direction.
public enum AlbumSort: String, Sendable, Hashable, Codable, CaseIterable {
    /// By artist, then year, then title. "The Beatles" stand under B.
    case artist
    /// By title, then artist. "The Wall" stands under W.
    case title
    /// The oldest release first; albums without a year at the end.
    case year
    /// The newest albums of the library first.
    case added
    /// In random order, which the seed of an ``AlbumOrder`` determines.
    case random
}
