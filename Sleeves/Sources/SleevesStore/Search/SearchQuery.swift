internal import Localization
internal import SleevesModel
internal import SQLite

/// A search query: words that must all be found, regardless of case and diacritics.
///
/// ## Behavior
/// - Words in quotes are a phrase: `"dark side"`. Without the closing quote, the last word may be incomplete.
/// - The words and signs for "and" are one: `simon and garfunkel` also finds "Simon & Garfunkel".
/// - `1970s` and `70s` also match the albums of the decade, and `cover:missing` those without a cover.
/// - The closest albums come first: see ``SearchRank``.
/// - Notes, numbers, formats and names that an album's page shows count like the album's own words, after all of those.
/// - Track titles count if fewer than a hundred albums match otherwise, and typing errors if fewer than three do.
struct SearchQuery: Hashable {
    private let parts: [SearchPart]
    /// Whether the query matches only albums without a cover.
    private let isForMissingCovers: Bool

    private static let missingCovers = "cover:missing"

    /// The maximum number of words. Further ones add nothing and are ignored.
    private static let wordLimit = 64
    /// Track titles only count if fewer albums match otherwise.
    private static let many = 100
    /// Typing errors only count if fewer albums match otherwise.
    private static let few = 3

    /// - Parameters:
    ///   - text: The user's input.
    ///   - language: The code of the user's language.
    /// - Returns: `nil` if there is nothing to search for.
    init?(_ text: String?, language: String? = Localization.language) {
        let parts = SearchPart.parts(of: FoldedText(text ?? ""), ands: Conjunction.words(of: language))
        let covers = SearchPart(word: Self.missingCovers)
        isForMissingCovers = parts.contains(covers)
        var known: Set<SearchPart> = [covers]
        let words = parts.filter { known.insert($0).inserted }.prefix(Self.wordLimit)
        guard isForMissingCovers || !words.isEmpty else { return nil }
        // The longest one first, because it is likely to leave the fewest albums for the others.
        self.parts = words.sorted { $0.length > $1.length }
    }

    /// Returns those of some albums that match, the closest first, and equally close ones in the given order.
    ///
    /// - Parameters:
    ///   - numbers: The albums to return.
    ///   - all: The row numbers of all albums.
    ///   - joined: The records that some of them show: they are found by those, too.
    func matches(
        among numbers: [Int64], of all: [Int64], _ texts: AlbumTexts, joined: [JoinedRecords.Pair] = [], in database: Database
    ) throws -> [Int64] {
        let ranks = try ranks(of: all, texts, joined, in: database)
        var found: [[Int64]] = SearchRank.allCases.map { _ in [] }
        for number in numbers {
            if let rank = ranks[number] { found[Int(rank.rawValue)].append(number) }
        }
        return Array(found.joined())
    }

    private func ranks(
        of all: [Int64], _ texts: AlbumTexts, _ joined: [JoinedRecords.Pair], in database: Database
    ) throws -> NumberTable<SearchRank?> {
        var ranks = NumberTable<SearchRank?>(absent: nil)
        if parts.isEmpty {
            for number in all { ranks[number] = .word }
        } else {
            let search = PartialSearch(parts, texts: try texts.snapshot(in: database), database: database)
            func found(_ worst: SearchRank) throws -> NumberTable<SearchRank?> {
                var ranks = try search.ranks(worst)
                for (record, host) in joined {
                    guard let rank = ranks[record] else { continue }
                    if ranks[host].map({ rank.rawValue < $0.rawValue }) ?? true { ranks[host] = rank }
                }
                return ranks
            }
            ranks = try found(.detail)
            func isRarer(than limit: Int) -> Bool {
                var count = 0
                for number in all where ranks[number] != nil {
                    count += 1
                    if count >= limit { return false }
                }
                return true
            }
            if isRarer(than: Self.many) { ranks = try found(.track) }
            if isRarer(than: Self.few) { ranks = try found(.typingError) }
        }
        guard isForMissingCovers else { return ranks }
        let missing = NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: Self.albumsWithoutCover)))
        for number in all where !missing[number] { ranks[number] = nil }
        return ranks
    }

    /// The query for the row numbers of the albums without a cover, which has its own index.
    static let albumsWithoutCover = "SELECT number FROM album WHERE NOT \(CoverStatus.isShown)"
}
