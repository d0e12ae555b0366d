internal import SleevesModel

/// The values of an album's facets as the table `albumText` has them: a line each, which begins with a letter for the kind.
struct FacetLines {
    private(set) var text = ""

    init(artist: String, genre: String?, year: Int?, folder: String?, labels: [String], formats: [String], copies: [CopyRecord]) {
        add(.artist, [artist])
        add(.genre, AlbumFacet.genres(in: genre ?? ""))
        if let year { add(.year, [String(year)]) }
        add(.label, labels)
        add(.format, formats)
        if let folder { add(.folder, [folder]) }
        add(.place, copies.compactMap { $0[.place] })
        if let best = Self.bestCondition(of: copies) { add(.condition, [best]) }
        add(.bought, copies.compactMap { $0[.bought] }.map { String($0.prefix(4)) })
        if copies.contains(where: { $0[.lentTo] != nil }) { add(.lent, ["1"]) }
        if copies.contains(where: \.isWanted) { add(.wanted, ["1"]) }
    }

    /// Returns the best grade that a copy of the album has.
    private static func bestCondition(of copies: [CopyRecord]) -> String? {
        let conditions = copies.compactMap { $0[.mediaCondition] }
        if conditions.isEmpty { return nil }
        let grades = Set(conditions.compactMap(CopyField.grade))
        return CopyField.mediaCondition.usualValues.first(where: grades.contains)
    }

    /// Adds a line for each of the values, once.
    private mutating func add(_ kind: StoredFacetKind, _ values: [String]) {
        for (index, value) in values.enumerated() {
            let line = Self.line(value)
            if line.isEmpty || index > 0 && values[..<index].contains(where: { Self.line($0) == line }) { continue }
            text.append(kind.rawValue)
            text += line
            text += "\n"
        }
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
    case condition = "c"
    case bought = "k"
    case lent = "b"
    case wanted = "w"
}
