internal import SleevesModel

/// The values of an album's facets as the table `albumText` has them: a line each, which begins with a letter for the kind.
struct FacetLines {
    private(set) var text = ""

    init(artist: String, genre: String?, year: Int?, folder: String?, release: ReleaseRecord?) {
        add(.artist, artist)
        for genre in Self.genres(in: genre ?? "") { add(.genre, genre) }
        if let year { add(.year, String(year)) }
        for label in release?.labels ?? [] { add(.label, label) }
        for format in Self.formats(in: release?.format ?? "") { add(.format, format) }
        if let folder { add(.folder, folder) }
    }

    private mutating func add(_ kind: StoredFacetKind, _ value: String) {
        let value = Self.line(value)
        guard !value.isEmpty else { return }
        text += "\(kind.rawValue)\(value)\n"
    }

    /// Returns a value as a line contains it.
    static func line(_ value: String) -> String {
        value.utf8.contains(0x0A) ? value.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ") : value
    }

    /// Discogs' name of a single genre.
    private static let folk = ["Folk", "World", "& Country"]

    /// Returns the genres of an album. Importers write several with commas, and other programs with semicolons.
    static func genres(in text: String) -> [String] {
        var genres = parts(of: text)
        if let start = genres.indices.first(where: { Array(genres[$0...].prefix(3)) == folk }) {
            genres.replaceSubrange(start..<start + 3, with: [folk.joined(separator: ", ")])
        }
        return genres
    }

    /// Returns the parts of a format without the numbers of discs: "LP", "Album" and "CD" of `2xLP, Album + CD`.
    static func formats(in text: String) -> [String] {
        var known: Set<String> = []
        return text.split(separator: " + ").flatMap { parts(of: String($0)) }.compactMap { part in
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            let rest = part.dropFirst(digits.count)
            let format = !digits.isEmpty && (rest.hasPrefix("x") || rest.hasPrefix("×")) ? String(rest.dropFirst()).trimmed() : part
            return !format.isEmpty && known.insert(format).inserted ? format : nil
        }
    }

    private static func parts(of text: String) -> [String] {
        text.split { $0 == "," || $0 == ";" }.map { $0.trimmed() }.filter { !$0.isEmpty }
    }
}

/// The kinds of facets that the database stores by name.
enum StoredFacetKind: Character, CaseIterable {
    case artist = "a"
    case genre = "g"
    case year = "y"
    case label = "l"
    case format = "f"
    case folder = "d"
}
