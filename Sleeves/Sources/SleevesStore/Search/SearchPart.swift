/// A part of a search query: a word, a phrase or a decade.
struct SearchPart: Hashable {
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

    /// The number of letters from which on a part may be inside a word: fewer are inside too many.
    private static let shortest = 3

    /// Whether the part may begin inside a word.
    var findsInside: Bool { plain.map { $0.unicodeScalars.count >= Self.shortest } ?? false }

    /// Whether tracks with the part are few enough to be looked for.
    var findsTracks: Bool { plain == nil || findsInside }

    /// The length in bytes.
    var length: Int { tokens.utf8.count }

    /// - Parameter word: Folded text without white space.
    init(word: String) {
        let cut = SearchTokens(word: word)
        tokens = cut.tokens.joined(separator: " ")
        joined = cut.joined
        isComplete = false
        plain = cut.isPlainWord ? word : nil
        years = Self.decade(word)
    }

    private init(phrase words: [String], isComplete: Bool) {
        tokens = words.flatMap { SearchTokens(word: $0).tokens }.joined(separator: " ")
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

    /// Returns the parts of a text. A phrase begins with a quote before a word and ends with one after a word, or with the text.
    static func parts(of text: FoldedText) -> [SearchPart] {
        var parts: [SearchPart] = []
        var words = text.words[...]
        while let word = words.popFirst() {
            guard word.hasPrefix("\""), word.utf8.count > 1 else {
                parts.append(SearchPart(word: word))
                continue
            }
            var phrase = [String(word.dropFirst())]
            while !phrase[phrase.count - 1].hasSuffix("\""), let next = words.popFirst() { phrase.append(next) }
            let isComplete = phrase[phrase.count - 1].hasSuffix("\"")
            if isComplete { phrase[phrase.count - 1].removeLast() }
            let part = SearchPart(phrase: phrase, isComplete: isComplete)
            // Quotes around nothing are signs like others.
            parts.append(part.tokens.isEmpty ? SearchPart(word: word) : part)
        }
        return parts
    }

    /// The FTS5 expression for tracks with the part. The user's input is quoted, so none of it is an operator.
    var expression: String {
        func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" + (isComplete ? "" : " *") }
        return joined.map { "\(quoted(tokens)) OR \(quoted($0))" } ?? quoted(tokens)
    }
}
