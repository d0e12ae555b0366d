internal import Localization

/// The words and signs for "and", which a search takes for one: "Simon & Garfunkel", "Simon and Garfunkel", "Simon und Garfunkel".
///
/// Stored texts have ``token`` in place of the words that mean "and" to nearly everyone, whatever the language of the program that wrote them.
/// The words that mean "and" only in the user's language are searched for beside it.
enum Conjunction {
    /// The token that stands for all of them.
    static let token = "&"

    /// The words, folded, that stored texts don't have.
    private static let words: Set<String> = ["and", "und", "et", "y"]
    /// The characters that have tokens of their own.
    private static let characters: Set<Unicode.Scalar> = ["&", "+", "和", "与", "與"]
    /// The longest word, in bytes.
    static let longest = 3

    /// Words, folded, that mean "and" in one language and something else in others.
    private static let wordsOfLanguages: [String: [String]] = [
        "bg": ["и"], "bs": ["i"], "ca": ["i"], "cs": ["a"], "da": ["og"], "el": ["και"], "es": ["e"], "et": ["ja"], "eu": ["eta"],
        "fi": ["ja"], "gl": ["e"], "hr": ["i"], "hu": ["es"], "is": ["og"], "it": ["e", "ed"], "ja": ["と"], "lt": ["ir"], "lv": ["un"],
        "nb": ["og"], "nl": ["en"], "nn": ["og"], "no": ["og"], "pl": ["i"], "pt": ["e"], "ro": ["si"], "ru": ["и"], "sk": ["a"],
        "sl": ["in"], "sr": ["и", "i"], "sv": ["och"], "tr": ["ve"], "uk": ["і", "та"],
    ]

    /// The words of a language.
    ///
    /// - Parameter language: The code of the language: `sv`.
    static func words(of language: String?) -> [String] {
        language.flatMap { wordsOfLanguages[$0] } ?? []
    }

    /// Returns whether a folded word means "and" to nearly everyone.
    static func contains(_ word: String) -> Bool { words.contains(word) }

    /// Returns whether a character means "and", alone or between others.
    static func contains(_ character: Unicode.Scalar) -> Bool { characters.contains(character) }

    /// Returns whether the last bytes of a text are such a word.
    static func ends(_ text: [UInt8], from start: Int) -> Bool {
        let count = text.count - start
        guard count > 0, count <= longest else { return false }
        return contains(String(decoding: text[start...], as: UTF8.self))
    }
}
