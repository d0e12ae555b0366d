internal import SleevesModel

/// The values of an album's facets as the table `albumText` has them: a line each, which begins with a letter for the kind.
struct FacetLines {
    private(set) var text = ""
    private var lines: [String] = []

    init(artist: String, genre: String?, year: Int?, folder: String?, labels: [String], formats: [String], copies: [CopyRecord]) {
        add(.artist, artist)
        for genre in AlbumFacet.genres(in: genre ?? "") { add(.genre, genre) }
        if let year { add(.year, String(year)) }
        for label in labels { add(.label, label) }
        for format in formats { add(.format, format) }
        if let folder { add(.folder, folder) }
        for place in copies.compactMap { $0[.place] } { add(.place, place) }
        if copies.contains(where: { $0[.lentTo] != nil }) { add(.lent, "1") }
        if copies.contains(where: \.isWanted) { add(.wanted, "1") }
    }

    private mutating func add(_ kind: StoredFacetKind, _ value: String) {
        let value = Self.line(value)
        let line = String(kind.rawValue) + value + "\n"
        guard !value.isEmpty, !lines.contains(line) else { return }
        lines.append(line)
        text += line
    }

    /// Returns a value as a line contains it.
    static func line(_ value: String) -> String {
        value.utf8.contains(0x0A) ? value.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ") : value
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
    case place = "p"
    case lent = "b"
    case wanted = "w"
}
