internal import SleevesModel

/// Text folded for searching and sorting: without case and diacritics, with plain spaces and quotes.
///
/// "Björk", "BJÖRK" and "bjork" fold to the same text, and so do "Strauß" and "Strauss". The database stores folded text, so a change of
/// the rules needs a migration that folds it anew.
package struct FoldedText: Sendable, Hashable {
    package let value: String

    package init(_ text: String) {
        if let plain = Self.folded(ascii: text) {
            value = plain
            return
        }
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count + 8)
        var spaceIsDue = false
        for scalar in text.lowercased().normalized(.compatibilityDecomposed).unicodeScalars where !Self.isDropped(scalar) {
            if Self.isSpace(scalar) {
                spaceIsDue = !folded.isEmpty
                continue
            }
            if spaceIsDue { folded.append(0x20) }
            spaceIsDue = false
            if scalar.isASCII {
                folded.append(UInt8(scalar.value))
            } else {
                folded += (Self.plainForms[scalar] ?? String(scalar)).utf8
            }
        }
        // Meaningful marks, such as the voicing marks of kana, were split off above and are recombined with their letters here.
        value = String(decoding: folded, as: UTF8.self).normalized(.composed)
    }

    /// Returns the folded form of a text that is only ASCII, as most are; `nil` for others.
    private static func folded(ascii text: String) -> String? {
        var text = text
        return text.withUTF8 { bytes in
            guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
            return String(unsafeUninitializedCapacity: bytes.count) { folded in
                var (count, spaceIsDue) = (0, false)
                for byte in bytes {
                    if byte <= 0x20 || byte == 0x7F {
                        spaceIsDue = count > 0
                        continue
                    }
                    if spaceIsDue {
                        folded[count] = 0x20
                        count += 1
                    }
                    spaceIsDue = false
                    folded[count] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                    count += 1
                }
                return count
            }
        }
    }

    /// The words, in order.
    var words: [String] { value.utf8.split(separator: 0x20).map { String(Substring($0)) } }

    /// Whether the text has nothing but plain letters, digits and spaces.
    var isPlain: Bool {
        value.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x20 }
    }

    /// The text to sort by: without leading punctuation, and without a leading English article that other words follow. Numbers are marked with
    /// their lengths (see ``NumberedText``).
    ///
    /// Only English articles are removed: "Los Lobos" and "Die Ärzte" sort under L and D, and "die" is an English word too.
    package var sortKey: String { NumberedText.marked(filed) }

    /// The beginnings of the sort keys of all texts that begin with this one.
    package var sortKeyBeginnings: [String] { filed.isEmpty ? [] : NumberedText.beginnings(of: filed) }

    /// Returns the first character of the text that a sort key stands for.
    package static func firstCharacter(ofSortKey key: String) -> Character? { NumberedText.first(of: key) }

    /// The text without what it isn't sorted by.
    private var filed: String {
        if hasPlainStart { return value }
        var key = value.drop { !$0.isLetter && !$0.isNumber }
        if key.isEmpty { key = value[...] }
        for article in ["the ", "a ", "an "] where key.hasPrefix(article) {
            let rest = key.dropFirst(article.count)
            let start = rest.firstIndex { $0.isLetter || $0.isNumber }
            return String(start.map { rest[$0...] } ?? rest)
        }
        return String(key)
    }

    /// Whether the text begins with a plain letter or digit, and surely not with an article.
    private var hasPlainStart: Bool {
        var bytes = value.utf8.makeIterator()
        guard let first = bytes.next() else { return false }
        switch first {
        case UInt8(ascii: "a"): return bytes.next().map { $0 != 0x20 && $0 != UInt8(ascii: "n") } ?? false
        case UInt8(ascii: "t"): return bytes.next().map { $0 < 0x80 && $0 != UInt8(ascii: "h") } ?? false
        default: return (0x61...0x7A).contains(first) || (0x30...0x39).contains(first)
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// Returns whether a scalar is a combining mark of the European scripts, or invisible.
    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x80: false
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
