extension AlbumFacet {
    /// Discogs' name of a single genre.
    private static let folk = ["Folk", "World", "& Country"]

    /// Returns the genres that an album's genre names. Importers write several with commas, and other programs with semicolons.
    public static func genres(in text: String) -> [String] {
        var genres = parts(of: text)
        if let start = genres.indices.first(where: { Array(genres[$0...].prefix(3)) == folk }) {
            genres.replaceSubrange(start..<start + 3, with: [folk.joined(separator: ", ")])
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
