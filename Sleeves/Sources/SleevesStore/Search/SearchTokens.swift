/// Text cut into the tokens that a search compares: runs of letters and digits, and each sign by itself.
///
/// Scripts without spaces are cut into single characters, so that a part of a title is found anywhere. Stored and searched texts are cut
/// alike, so each typed word is a phrase of tokens.
///
/// SQLite's FTS5 only ever sees tokens separated by spaces, so its own tokenizer, and any change to it, doesn't affect what a search finds.
struct SearchTokens: Hashable {
    /// The tokens in the order of the text. None contains white space.
    private(set) var tokens: [String] = []
    /// The letters and digits without the signs between them: `acdc` for `AC/DC`. `nil` if that equals the tokens.
    private(set) var joined: String?

    /// - Parameters:
    ///   - word: Folded text without white space.
    ///   - isLiteral: Whether a word for "and" stays as it is.
    init(word: String, isLiteral: Bool = false) {
        if !isLiteral, Conjunction.contains(word) {
            tokens = [Conjunction.token]
            return
        }
        // Nearly every word.
        if !word.isEmpty, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }) {
            tokens = [word]
            return
        }
        var kind = Kind.sign
        var runs = 0
        var letters = ""
        for scalar in word.unicodeScalars {
            let next = Kind(scalar)
            switch next {
            case .mark where !tokens.isEmpty, .letter where kind == .letter:
                tokens[tokens.count - 1].unicodeScalars.append(scalar)
            default:
                tokens.append(Conjunction.contains(scalar) ? Conjunction.token : String(scalar))
                if next == .letter { runs += 1 }
            }
            if next != .sign { letters.unicodeScalars.append(scalar) }
            // A mark belongs to the character before it.
            if next != .mark { kind = next }
        }
        if runs > 1 { joined = letters }
    }

    /// Whether the word is one token of letters and digits, in a script with spaces.
    var isPlainWord: Bool {
        guard tokens.count == 1, joined == nil, let first = tokens[0].unicodeScalars.first else { return false }
        return Kind(first) == .letter
    }

    /// Returns the words of a text, each cut into tokens.
    static func words(of text: FoldedText) -> [SearchTokens] {
        text.words.map { SearchTokens(word: $0) }
    }

    /// Returns the tokens of some words, with a space before each.
    static func text(of words: [SearchTokens]) -> String {
        var text = ""
        for word in words {
            for token in word.tokens {
                text += " "
                text += token
            }
        }
        return text
    }

    /// Returns the tokens of a text, with a space before each.
    static func text(of folded: FoldedText) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(folded.value.utf8.count * 2)
        var isInWord = false
        // Where the current word begins, if it has nothing but letters so far.
        var start: Int? = 0
        func endWord() {
            if let start, Conjunction.ends(text, from: start + 1) { text.replaceSubrange((start + 1)..., with: Conjunction.token.utf8) }
        }
        for byte in folded.value.utf8 {
            guard byte < 0x80 else { return Self.text(of: words(of: folded)) }
            let isLetter = (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
            if byte == 0x20 {
                endWord()
                start = text.count
            } else {
                if !isLetter || !isInWord { text.append(0x20) }
                if !isLetter { start = nil }
                text.append(byte == UInt8(ascii: "+") ? UInt8(ascii: "&") : byte)
            }
            isInWord = isLetter
        }
        endWord()
        return String(decoding: text, as: UTF8.self)
    }

    private enum Kind {
        case letter
        /// A character of a script without spaces.
        case ideograph
        case mark
        case sign

        init(_ scalar: Unicode.Scalar) {
            // The common case; looking up properties is the largest cost.
            if scalar.isASCII {
                self = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) ? .letter : .sign
                return
            }
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
                .otherNumber:
                self = Self.unspaced.contains { $0.contains(scalar.value) } ? .ideograph : .letter
            default: self = .sign
            }
        }

        /// Thai and Lao, Myanmar, Khmer; kana and ideographs; Hangul, whose compounds are written as one.
        private static let unspaced: [ClosedRange<UInt32>] = [
            0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3021...0x30FF, 0x3105...0x312F, 0x31A0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD,
        ]
    }
}
