extension AlbumFacet {
    /// The parts of Discogs' name of a single genre, in lower case. Other programs write the sign as a word.
    private static let folk = [["folk", "world", "& country"], ["folk", "world", "and country"]]

    /// Returns the genres that an album's genre names. Importers write several with commas, and other programs with semicolons.
    public static func genres(in text: String) -> [String] {
        let parts = parts(of: text)
        guard parts.count > 2 else { return parts }
        var genres: [String] = []
        var rest = parts[...]
        while let genre = rest.first {
            let isFolk = folk.contains(rest.prefix(3).map { $0.lowercased() })
            genres.append(isFolk ? rest.prefix(3).joined(separator: ", ") : genre)
            rest = rest.dropFirst(isFolk ? 3 : 1)
        }
        return genres
    }

    /// Returns the parts of a format, `2xLP`, `Album` and `CD` of `2xLP, Album + CD`, and the formats without the numbers of discs:
    /// `LP`, `Album` and `CD`.
    public static func formats(in text: String) -> [(part: String, format: String)] {
        let media = text.utf8.contains(UInt8(ascii: "+")) ? text.split(separator: " + ").map(String.init) : [text]
        return media.flatMap(parts).compactMap { part in
            guard let first = part.utf8.first, (0x30...0x39).contains(first) else { return (part, part) }
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            let rest = part.dropFirst(digits.count)
            let format = !digits.isEmpty && (rest.hasPrefix("x") || rest.hasPrefix("×")) ? String(rest.dropFirst()).trimmed() : part
            return format.isEmpty ? nil : (part, format)
        }
    }

    private static func parts(of text: String) -> [String] {
        text.utf8.split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }.map { Substring($0).trimmed() }.filter { !$0.isEmpty }
    }
}
