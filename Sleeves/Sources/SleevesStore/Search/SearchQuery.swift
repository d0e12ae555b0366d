internal import SleevesModel
internal import SQLite

/// A search query: words that must all begin a word of an album, regardless of case and diacritics. The word `cover:missing` matches albums
/// without a cover.
struct SearchQuery: Hashable {
    /// The FTS5 expression; `nil` if there are no words. The user's input is quoted, so none of it is an operator.
    private let expression: String?
    /// Whether the query matches only albums without a cover.
    private let isForMissingCovers: Bool

    private static let missingCovers = "cover:missing"

    /// The maximum number of words. Further ones add nothing and are ignored.
    private static let wordLimit = 64

    /// - Parameter text: The user's input.
    /// - Returns: `nil` if there is nothing to search for.
    init?(_ text: String?) {
        let typed = FoldedText(text ?? "").words
        isForMissingCovers = typed.contains(Self.missingCovers)
        var known: Set<SearchTokens> = []
        let words = typed.filter { $0 != Self.missingCovers }.map(SearchTokens.init(word:)).filter { known.insert($0).inserted }
        if words.isEmpty {
            guard isForMissingCovers else { return nil }
            expression = nil
            return
        }
        expression = words.prefix(Self.wordLimit).map(Self.condition).joined(separator: " AND ")
    }

    private static func condition(_ word: SearchTokens) -> String {
        let phrase = beginning(word.tokens.joined(separator: " "))
        return word.joined.map { "(\(phrase) OR \(beginning($0)))" } ?? phrase
    }

    /// Returns an expression for everything that begins with a text; its last word may be incomplete.
    private static func beginning(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\""))\" *"
    }

    /// The SQL condition for matching rows of the table `album`.
    var condition: String {
        let found = expression == nil ? "1" : "number IN (SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?)"
        return isForMissingCovers ? "\(found) AND NOT \(CoverStatus.isShown)" : found
    }

    /// The arguments of ``condition``.
    var arguments: StatementArguments { expression.map { [$0] } ?? [] }

    /// Returns those of some albums that match, in the given order.
    ///
    /// - Parameter numbers: The albums' row numbers.
    func matches(among numbers: [Int64], in database: Database) throws -> [Int64] {
        let sql =
            isForMissingCovers
            ? "SELECT number FROM album WHERE \(condition)" : "SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?"
        let statement = try database.cachedStatement(sql: sql)
        let greatest = numbers.max() ?? -1
        // In an untrusted library, row numbers may be anything.
        guard (numbers.min() ?? 0) >= 0, greatest / 16 <= numbers.count + 100_000 else {
            let found = Set(try Int64.fetchAll(statement, arguments: arguments))
            return numbers.filter(found.contains)
        }
        // A flag for each possible row number: half of a large library may match, and a set of those is slow to make.
        var isFound = [Bool](repeating: false, count: Int(greatest) + 1)
        try Row.forEach(statement, arguments: arguments) { row in
            let number: Int = try row[0]
            if isFound.indices.contains(number) { isFound[number] = true }
        }
        return numbers.filter { isFound[Int($0)] }
    }
}
