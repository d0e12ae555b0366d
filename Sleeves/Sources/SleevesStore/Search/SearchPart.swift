/// A part of a search query: a word, a phrase or a decade.
struct SearchPart: Hashable {
    /// Tokens that are searched for beside those of the part.
    struct Variant: Hashable {
        let tokens: String
        let isComplete: Bool
    }

    /// The tokens, with spaces between them.
    let tokens: String
    /// The letters and digits without the signs between them, if that differs.
    let joined: String?
    /// Whether the part must end where a word ends.
    let isComplete: Bool
    /// The word, if it is nothing but letters and digits. It may then be inside a word, and have a typing error.
    let plain: String?
    /// The years of the decade that the part names.
    let years: ClosedRange<Int>?
    /// The part with other words for "and".
    let variants: [Variant]

    /// The number of letters from which on a part may be inside a word: fewer are inside too many.
    private static let shortest = 3

    /// Whether the part may begin inside a word.
    var findsInside: Bool { plain.map { $0.unicodeScalars.count >= Self.shortest } ?? false }

    /// Whether tracks with the part are few enough to be looked for.
    var findsTracks: Bool { plain == nil || findsInside }

    /// Whether details with the part are few enough to be looked for.
    var findsDetails: Bool { plain.map { $0.unicodeScalars.count > 1 } ?? true }

    /// The length in bytes.
    var length: Int { tokens.utf8.count }

    /// - Parameters:
    ///   - word: Folded text without white space.
    ///   - ands: The words for "and" in the user's language.
    init(word: String, ands: [String] = []) {
        // A word for "and" may also be the beginning of another word.
        let cut = SearchTokens(word: word, isLiteral: true)
        let own = cut.tokens.joined(separator: " ")
        tokens = own
        joined = cut.joined
        isComplete = false
        plain = cut.isPlainWord ? word : nil
        years = Self.decade(word)
        let isAnd = Conjunction.contains(word) || own == Conjunction.token || ands.contains(word)
        variants = isAnd ? ([Conjunction.token] + ands).filter { $0 != own }.map { Variant(tokens: $0, isComplete: true) } : []
    }

    private init(phrase words: [String], isComplete: Bool, ands: [String]) {
        func text(_ and: String, lastIsLiteral: Bool) -> String {
            words.enumerated().flatMap { index, word in
                if lastIsLiteral, index == words.count - 1 { return SearchTokens(word: word, isLiteral: true).tokens }
                let tokens = ands.contains(word) ? [Conjunction.token] : SearchTokens(word: word).tokens
                return tokens == [Conjunction.token] ? [and] : tokens
            }.joined(separator: " ")
        }
        let literal = words.flatMap { SearchTokens(word: $0).tokens }.joined(separator: " ")
        tokens = isComplete ? literal : text(Conjunction.token, lastIsLiteral: true)
        let others = ([Conjunction.token] + ands).map { text($0, lastIsLiteral: false) }
        variants = Set(others).subtracting([tokens]).sorted().map { Variant(tokens: $0, isComplete: isComplete) }
        joined = nil
        self.isComplete = isComplete
        plain = nil
        years = nil
    }

    /// Returns the years of a decade: `1970s`, `70s`.
    private static func decade(_ word: String) -> ClosedRange<Int>? {
        guard word.hasSuffix("0s"), word.utf8.dropLast(1).allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(word.dropLast())
        else { return nil }
        switch word.utf8.count {
        // The century of recorded music until this one has as many decades.
        case 3: return number >= 30 ? 1900 + number...1909 + number : 2000 + number...2009 + number
        case 5: return number...number + 9
        default: return nil
        }
    }

    /// Returns the parts of a text. A phrase begins with a quote before a word and ends with one after a word, or with the text. After other words,
    /// a quote, a dash or a bracket may be the beginning of what the user is typing, and narrows nothing.
    ///
    /// - Parameter ands: The words for "and" in the user's language.
    static func parts(of text: FoldedText, ands: [String]) -> [SearchPart] {
        var parts: [SearchPart] = []
        var words = text.words[...]
        if let last = words.last, words.count > 1, ["\"", "-", "/", "(", "["].contains(last) { words.removeLast() }
        while let word = words.popFirst() {
            guard word.hasPrefix("\""), word.utf8.count > 1 else {
                parts.append(SearchPart(word: word, ands: ands))
                continue
            }
            var phrase = [String(word.dropFirst())]
            while !phrase[phrase.count - 1].hasSuffix("\""), let next = words.popFirst() { phrase.append(next) }
            let isComplete = phrase[phrase.count - 1].hasSuffix("\"")
            if isComplete { phrase[phrase.count - 1].removeLast() }
            let part = SearchPart(phrase: phrase, isComplete: isComplete, ands: ands)
            // Quotes around nothing are signs like others.
            parts.append(part.tokens.isEmpty ? SearchPart(word: word, ands: ands) : part)
        }
        return parts
    }

    /// The FTS5 expression for tracks with the part. The user's input is quoted, so none of it is an operator.
    var expression: String {
        func quoted(_ text: String, isComplete: Bool) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" + (isComplete ? "" : " *") }
        return all.map { quoted($0.tokens, isComplete: $0.isComplete) }.joined(separator: " OR ")
    }

    /// The tokens, the joined letters and the variants.
    private var all: [Variant] {
        [tokens, joined].compactMap { $0.map { Variant(tokens: $0, isComplete: isComplete) } } + variants
    }
}
