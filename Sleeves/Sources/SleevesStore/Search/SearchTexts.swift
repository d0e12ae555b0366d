/// The searchable forms of some texts: the tokens of each on a line, and then the words that are joined.
struct SearchTexts {
    private var tokens = ""
    private var joined = ""
    private var last = ""
    /// The texts that were added once: the first of them, and the others, of which there are few.
    private var once: [String] = []
    private var others: Set<String> = []

    /// The lines, each with a line feed at its end.
    var lines: String { tokens + joined + last }

    /// Adds a text, unless it is missing or empty.
    ///
    /// - Parameter isFrequent: Whether many albums probably have the same text. Its forms are remembered.
    mutating func add(_ text: String?, isFrequent: Bool = false) {
        guard let text, !text.isEmpty else { return }
        add(isFrequent ? Self.frequent[text] : Forms(FoldedText(text)))
    }

    /// Adds a text, unless it is missing or empty, or was added so before.
    mutating func addOnce(_ text: String?, isFrequent: Bool = false) {
        guard let text, !once.contains(text) else { return }
        if once.count < 16 { once.append(text) } else if !others.insert(text).inserted { return }
        add(text, isFrequent: isFrequent)
    }

    /// Adds a folded text.
    mutating func add(_ folded: FoldedText) {
        add(Forms(folded))
    }

    /// Adds the tokens of a text, after all others.
    mutating func addLast(_ line: String) {
        last += line
        last += "\n"
    }

    private mutating func add(_ forms: Forms) {
        tokens += forms.tokens
        joined += forms.joined
    }

    /// The searchable forms of a text.
    private struct Forms {
        let tokens: String
        let joined: String

        init(_ folded: FoldedText) {
            tokens = SearchTokens.text(of: folded) + "\n"
            // Only signs between letters make words that are joined.
            joined = folded.isPlain ? "" : SearchTokens.words(of: folded).compactMap(\.joined).map { " \($0)\n" }.joined()
        }
    }

    private static let frequent = FrequentTexts { Forms(FoldedText($0)) }
}

extension String {
    /// The letters and digits of the text.
    var withoutSigns: String {
        guard utf8.allSatisfy({ $0 < 0x80 }) else { return filter { $0.isLetter || $0.isNumber } }
        return String(decoding: utf8.filter { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }, as: UTF8.self)
    }
}
