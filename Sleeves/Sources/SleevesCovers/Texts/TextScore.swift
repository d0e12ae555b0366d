internal import SleevesModel

/// A count of the characters that texts would have in an encoding, by how usual they are in names.
///
/// The characters of East Asian encodings are ordered by use: the usual ones have first bytes of their own.
struct TextScore {
    private var usual = 0
    private var unusual = 0
    /// Of the letters of Cyrillic, the number of vowels.
    private var vowels = 0
    /// The length of the longest word of Cyrillic.
    private var longestWord = 0
    private let isCyrillic: Bool
    private let least: Int

    /// - Returns: `nil` if the texts can't be in the encoding.
    init?(_ sample: TextSample, _ encoding: TextEncoding) {
        isCyrillic = encoding == .cyrillic
        least = isCyrillic ? 5 : sample.hasNothingWestern ? 3 : 4
        for text in sample.texts {
            if isCyrillic {
                countLetters(text)
            } else {
                guard countPairs(text, encoding) else { return nil }
            }
        }
    }

    /// The share of usual characters.
    var share: Double { Double(usual) / Double(max(usual + unusual, 1)) }

    /// Whether the texts are likely to be in the encoding.
    var isPlausible: Bool {
        usual >= least && share >= 0.86 && (!isCyrillic || vowels * 5 >= usual && longestWord >= 4)
    }

    /// Whether the texts are also certain without a proposal.
    var isSurelyPlausible: Bool { usual >= 5 && share >= 0.9 }

    // MARK: Cyrillic

    private mutating func countLetters(_ text: [UInt8]) {
        var isAfterSmall = false
        var word = 0
        for (index, byte) in text.enumerated() {
            let isCapital = (0xC0...0xDF).contains(byte) || byte == 0xA8
            let isSmall = byte >= 0xE0 || byte == 0xB8
            switch byte {
            // A capital in the middle of a word is unusual, and so is a word with Latin letters.
            case _ where isCapital && isAfterSmall: unusual += 1
            case _ where (isCapital || isSmall) && Self.isBesideLatin(index, text): unusual += 1
            case _ where isCapital || isSmall:
                usual += 1
                if Self.vowels.contains(byte | 0x20) || byte == 0xA8 || byte == 0xB8 { vowels += 1 }
            // Quotation marks, dashes and the sign for a number.
            case 0..<0x80, 0x84, 0x85, 0x91...0x97, 0x99, 0xA0, 0xAB, 0xAE, 0xB9, 0xBB: break
            default: unusual += 1
            }
            isAfterSmall = isSmall
            word = isCapital || isSmall ? word + 1 : 0
            longestWord = max(longestWord, word)
        }
    }

    private static func isBesideLatin(_ index: Int, _ text: [UInt8]) -> Bool {
        func isLatin(_ index: Int) -> Bool { text.indices.contains(index) && (0x61...0x7A).contains(text[index] | 0x20) }
        return isLatin(index - 1) || isLatin(index + 1)
    }

    /// The small letters а, е, и, о, у, ы, э, ю and я.
    private static let vowels: Set<UInt8> = [0xE0, 0xE5, 0xE8, 0xEE, 0xF3, 0xFB, 0xFD, 0xFE, 0xFF]

    // MARK: East Asia

    /// - Returns: Whether the text can be in the encoding.
    private mutating func countPairs(_ text: [UInt8], _ encoding: TextEncoding) -> Bool {
        var index = 0
        while index < text.count {
            let first = text[index]
            index += 1
            if first < 0x80 { continue }
            // Half-width katakana.
            if encoding == .japanese, (0xA1...0xDF).contains(first) {
                unusual += 1
                continue
            }
            // The texts of ID3v1 are cut at a fixed length, maybe within a character.
            guard index < text.count else { return text.count >= Self.shortest }
            guard let isUsual = Self.isUsual(first, text[index], in: encoding) else { return false }
            if isUsual == .usual { usual += 1 } else if isUsual == .unusual { unusual += 1 }
            index += 1
        }
        return true
    }

    /// The length of the shortest field of ID3v1, in bytes.
    private static let shortest = 28

    private enum Use {
        case usual, sign, unusual
    }

    /// Returns how usual a character of two bytes is; `nil` if it is none of the encoding's.
    ///
    /// Source: GB 2312, level 1; Big5, level 1; JIS X 0208, kana and level 1; KS X 1001, Hangul.
    private static func isUsual(_ first: UInt8, _ second: UInt8, in encoding: TextEncoding) -> Use? {
        guard (0x40...0xFE).contains(second), second != 0x7F else { return nil }
        switch encoding {
        case .simplifiedChinese:
            guard (0x81...0xFE).contains(first) else { return nil }
            guard second >= 0xA1 else { return .unusual }
            return (0xB0...0xD7).contains(first) ? .usual : (0xA1...0xA3).contains(first) ? .sign : .unusual
        case .korean:
            guard (0x81...0xFE).contains(first) else { return nil }
            guard second >= 0xA1 else { return .unusual }
            return (0xB0...0xC8).contains(first) ? .usual : (0xA1...0xA3).contains(first) ? .sign : .unusual
        case .traditionalChinese:
            guard (0x81...0xFE).contains(first), second <= 0x7E || second >= 0xA1 else { return nil }
            return (0xA4...0xC6).contains(first) ? .usual : (0xA1...0xA3).contains(first) ? .sign : .unusual
        case .japanese:
            guard (0x81...0x9F).contains(first) || (0xE0...0xFC).contains(first), second <= 0xFC else { return nil }
            switch first {
            case 0x82 where second >= 0x9F, 0x83 where second <= 0x96, 0x88...0x97: return .usual
            case 0x81, 0x82: return .sign
            default: return .unusual
            }
        case .western, .cyrillic: return nil
        }
    }
}
