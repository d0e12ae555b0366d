internal import SleevesModel

/// Text folded for searching and sorting: without case and diacritics, with plain spaces and quotes.
///
/// "Björk", "BJÖRK" and "bjork" fold to the same text, and so do "Strauß" and "Strauss". The database stores folded text, so a change of
/// the rules needs a migration that folds it anew.
package struct FoldedText: Sendable, Hashable {
    package let value: String

    package init(_ text: String) {
        let decomposed = text.lowercased().normalized(.compatibilityDecomposed)
        var folded = String.UnicodeScalarView()
        var spaceIsDue = false
        for scalar in decomposed.unicodeScalars where !Self.isDropped(scalar) {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                spaceIsDue = !folded.isEmpty
                continue
            }
            if spaceIsDue { folded.append(" ") }
            spaceIsDue = false
            if let plain = Self.plainForms[scalar] {
                folded.append(contentsOf: plain.unicodeScalars)
            } else {
                folded.append(scalar)
            }
        }
        // Meaningful marks, such as the voicing marks of kana, were split off above and are recombined with their letters here.
        value = String(folded).normalized(.composed)
    }

    /// The words, in order.
    var words: [String] { value.split(separator: " ").map(String.init) }

    /// The text to sort by: without leading punctuation, and without a leading English article that other words follow.
    ///
    /// Only English articles are removed: "Los Lobos" and "Die Ärzte" sort under L and D, and "die" is an English word too.
    package var sortKey: String {
        var key = value.drop { !$0.isLetter && !$0.isNumber }
        if key.isEmpty { key = value[...] }
        for article in ["the ", "a ", "an "] where key.hasPrefix(article) {
            let rest = key.dropFirst(article.count)
            let start = rest.firstIndex { $0.isLetter || $0.isNumber }
            return String(start.map { rest[$0...] } ?? rest)
        }
        return String(key)
    }

    /// Returns whether a scalar is a combining mark of the European scripts, or invisible.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF: true
        default: scalar.properties.generalCategory == .format
        }
    }

    /// Letters and signs that Unicode doesn't decompose, but that users type in plain letters.
    private static let plainForms: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ς": "σ",
        "‘": "'", "’": "'", "ʼ": "'", "“": "\"", "”": "\"", "‐": "-", "‑": "-", "–": "-", "—": "-", "−": "-",
    ]
}
