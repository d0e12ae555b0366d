/// The closeness of an album to a search. The closest albums come first.
enum SearchRank: UInt8, Comparable, CaseIterable {
    /// Each word is a word of the album.
    case word
    /// Each word at least begins one.
    case beginning
    /// A word is inside one.
    case inside
    /// A word is only in the notes, numbers, formats and names that the album's page shows beside its own.
    case detail
    /// A word is only in the titles of the tracks.
    case track
    /// A word is only found with a typing error.
    case typingError

    static func < (left: SearchRank, right: SearchRank) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Returns the better one of two ranks; no rank is the worst.
    static func better(_ left: SearchRank?, _ right: SearchRank?) -> SearchRank? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }
}
