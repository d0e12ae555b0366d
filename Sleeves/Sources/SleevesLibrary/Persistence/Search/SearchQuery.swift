internal import GRDB

/// What somebody looks for: words that must all begin a word of an album, whatever their case and diacritics.
struct SearchQuery: Hashable {
    /// The question as FTS5 understands it. Everything that was typed stands between quotation marks, so nothing of it is an operator.
    let expression: String

    /// More words than this tell nothing more.
    private static let wordLimit = 64

    /// - Parameter text: What was typed.
    /// - Returns: `nil` where nothing is looked for.
    init?(_ text: String?) {
        var known: Set<SearchTokens> = []
        let words = SearchTokens.words(of: FoldedText(text ?? "")).filter { known.insert($0).inserted }
        if words.isEmpty { return nil }
        expression = words.prefix(Self.wordLimit).map(Self.condition).joined(separator: " AND ")
    }

    private static func condition(_ word: SearchTokens) -> String {
        let phrase = beginning(word.tokens.joined(separator: " "))
        return word.joined.map { "(\(phrase) OR \(beginning($0)))" } ?? phrase
    }

    /// What begins with this, the last word of it whole or not.
    private static func beginning(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\""))\" *"
    }

    /// Those of some albums that are found, in the order in which they are given.
    ///
    /// - Parameter numbers: Their row numbers.
    func matches(among numbers: [Int64], in database: Database) throws -> [Int64] {
        let statement = try database.cachedStatement(sql: "SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?")
        let found = try Int64.fetchCursor(statement, arguments: [expression])
        // A flag for each row number that there can be: half of a large library may be found, and a set of those is slow to make.
        var isFound = [Bool](repeating: false, count: Int(numbers.max() ?? -1) + 1)
        while let number = try found.next() {
            if isFound.indices.contains(Int(number)) { isFound[Int(number)] = true }
        }
        return numbers.filter { isFound[Int($0)] }
    }
}
