internal import SQLite

/// A search that first looks for the closest matches, and then for further ones if those are few.
final class PartialSearch {
    private let parts: [SearchPart]
    private let texts: TextSnapshot
    private let database: Database
    /// The ranks of all texts for the first part, which each step needs.
    private var first: [SearchRank?] = []
    private var firstStep: SearchRank?

    init(_ parts: [SearchPart], texts: TextSnapshot, database: Database) {
        self.parts = parts
        self.texts = texts
        self.database = database
    }

    /// Returns the ranks of the albums that match all parts.
    ///
    /// - Parameter worst: The worst rank to look for. Ranks up to `detail` are looked for together.
    func ranks(_ worst: SearchRank) throws -> NumberTable<SearchRank?> {
        var total = NumberTable<SearchRank?>(absent: nil)
        for (index, part) in parts.enumerated() {
            if index == 0 {
                try extendFirst(to: worst, part)
                for (slot, rank) in first.enumerated() where rank != nil && texts.isCurrent[slot] { total[texts.numbers[slot]] = rank }
                continue
            }
            let places = texts.numbers.indices.filter { texts.isCurrent[$0] && total[texts.numbers[$0]] != nil }
            if places.isEmpty { break }
            var ranks = [SearchRank?](repeating: nil, count: texts.numbers.count)
            for step in Self.steps where step <= worst { try find(part, step, places, &ranks) }
            for slot in places {
                let number = texts.numbers[slot]
                total[number] = ranks[slot].flatMap { rank in total[number].map { max($0, rank) } }
            }
        }
        return total
    }

    private func extendFirst(to worst: SearchRank, _ part: SearchPart) throws {
        if first.isEmpty { first = [SearchRank?](repeating: nil, count: texts.numbers.count) }
        for step in Self.steps where step <= worst && firstStep.map({ step > $0 }) ?? true {
            try find(part, step, nil, &first)
            firstStep = step
        }
    }

    private static let steps = [SearchRank.detail, .track, .typingError]

    /// Looks for a part with one kind of rank, among some texts or all.
    private func find(_ part: SearchPart, _ step: SearchRank, _ places: [Int]?, _ ranks: inout [SearchRank?]) throws {
        switch step {
        case .word, .beginning, .inside, .detail:
            if let years = part.years { try find(years, &ranks) }
            // Once another part has been found, few texts are left to look at.
            for section in part.findsDetails || places != nil ? [TextSnapshot.Section.album, .details] : [.album] {
                texts.find(
                    Array(part.tokens.utf8), in: section, findsInside: part.findsInside, isComplete: part.isComplete, among: places,
                    ranks: &ranks)
                if let joined = part.joined {
                    texts.find(
                        Array(joined.utf8), in: section, findsInside: false, isComplete: part.isComplete, among: places, ranks: &ranks)
                }
                for variant in part.variants {
                    texts.find(
                        Array(variant.tokens.utf8), in: section, findsInside: false, isComplete: variant.isComplete, among: places,
                        ranks: &ranks)
                }
            }
        case .track:
            // A frequent word is in many tracks, which take time to read.
            guard part.findsTracks, places?.allSatisfy({ ranks[$0] != nil }) != true else { return }
            let statement = try database.cachedStatement(sql: "SELECT rowid FROM trackSearch WHERE trackSearch MATCH ?")
            try Row.forEach(statement, arguments: [part.expression]) { row in texts.mark(try row[0], as: .track, in: &ranks) }
        case .typingError:
            guard let word = part.plain.flatMap(TypedWord.init) else { return }
            texts.find(near: word, among: places, ranks: &ranks)
        }
    }

    private func find(_ years: ClosedRange<Int>, _ ranks: inout [SearchRank?]) throws {
        let statement = try database.cachedStatement(sql: "SELECT number FROM album WHERE (year IS NULL) = 0 AND year BETWEEN ? AND ?")
        try Row.forEach(statement, arguments: [years.lowerBound, years.upperBound]) { row in
            texts.mark(try row[0], as: .word, in: &ranks)
        }
    }
}
