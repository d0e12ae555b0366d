internal import SQLite

/// What somebody looks for: words that must all begin a word of an album, whatever their case and diacritics. The word `cover:missing`
/// stands for albums without a cover.
struct SearchQuery: Hashable {
    /// The question as FTS5 understands it. Everything that was typed stands between quotation marks, so nothing of it is an operator.
    /// `nil` where no words are looked for.
    private let expression: String?
    /// Whether only albums without a cover are looked for.
    private let isForMissingCovers: Bool

    private static let missingCovers = "cover:missing"

    /// More words than this tell nothing more.
    private static let wordLimit = 64

    /// - Parameter text: What was typed.
    /// - Returns: `nil` where nothing is looked for.
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

    /// What begins with this, the last word of it whole or not.
    private static func beginning(_ text: String) -> String {
        "\"\(text.replacing("\"", with: "\"\""))\" *"
    }

    /// What is true of the rows of the table `album` that are found.
    var condition: String {
        let found = expression == nil ? "1" : "number IN (SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?)"
        return isForMissingCovers ? "\(found) AND NOT \(CoverStatus.isShown)" : found
    }

    /// The arguments of ``condition``.
    var arguments: StatementArguments { expression.map { [$0] } ?? [] }

    /// Those of some albums that are found, in the order in which they are given.
    ///
    /// - Parameter numbers: Their row numbers.
    func matches(among numbers: [Int64], in database: Database) throws -> [Int64] {
        let sql =
            isForMissingCovers
            ? "SELECT number FROM album WHERE \(condition)" : "SELECT rowid FROM albumSearch WHERE albumSearch MATCH ?"
        let statement = try database.cachedStatement(sql: sql)
        let greatest = numbers.max() ?? -1
        // In a library that somebody else has made, row numbers may be anything.
        guard (numbers.min() ?? 0) >= 0, greatest / 16 <= numbers.count + 100_000 else {
            let found = Set(try Int64.fetchAll(statement, arguments: arguments))
            return numbers.filter(found.contains)
        }
        // A flag for each row number that there can be: half of a large library may be found, and a set of those is slow to make.
        var isFound = [Bool](repeating: false, count: Int(greatest) + 1)
        try Row.forEach(statement, arguments: arguments) { row in
            let number: Int = try row[0]
            if isFound.indices.contains(number) { isFound[number] = true }
        }
        return numbers.filter { isFound[Int($0)] }
    }
}
