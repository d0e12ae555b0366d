internal import SleevesModel

/// The values of an album's facets as the table `albumText` has them: a line each, which begins with a letter for the kind.
struct FacetLines {
    private(set) var text = ""

    init(
        artist: String, genre: String?, year: Int?, folder: String?, release: ReleaseRecord?, labels: [String], formats: [String],
        copies: [CopyRecord], opinion: AlbumOpinion
    ) {
        add(.artist, [artist])
        add(.genre, AlbumFacet.genres(in: genre ?? ""))
        if let year { add(.year, [String(year)]) }
        add(.label, labels)
        add(.format, formats)
        let values = release?.entries.filter(\.field.isFacet).flatMap { entry in
            entry.values.map { FieldValue(field: entry.field.name, value: $0).text }
        }
        add(.release, values ?? [])
        if let folder { add(.folder, [folder]) }
        add(copies)
        if let rating = opinion.completed(by: copies).shownRating { add(.rating, [String(rating)]) }
        if opinion.isFavourite { add(.favourite, ["1"]) }
    }

    /// The maximum number of values of a kind.
    private static let limit = 10_000

    private static let grades = FrequentTexts { CopyField.place(ofGrade: $0) }

    /// Adds the lines of the copies' values. Of the conditions of those that the user has, the best one.
    private mutating func add(_ copies: [CopyRecord]) {
        var (places, years, own): ([String], [String], [String]) = ([], [], [])
        var (grade, owned): (Int?, Int) = (nil, 0)
        var (isLent, isWanted) = (false, false)
        for copy in copies {
            let isWish = copy.isWanted
            if !isWish { owned += 1 }
            for entry in copy.entries {
                guard case .text(let text) = entry.value else { continue }
                switch entry.field {
                case .place: places.append(text)
                case .mediaCondition where !isWish: if let place = Self.grades[text] { grade = min(place, grade ?? place) }
                case .bought where !isWish: years.append(String(text.prefix(4)))
                case .lentTo: isLent = true
                case .wanted: isWanted = true
                default: if let field = entry.field.own { own.append(FieldValue(field: field.name, value: text).text) }
                }
            }
        }
        add(.place, places)
        if let grade { add(.condition, [CopyField.mediaCondition.usualValues[grade]]) }
        add(.bought, years)
        add(.own, own)
        if isLent { add(.lent, ["1"]) }
        if isWanted { add(.wanted, ["1"]) }
        if owned > 0 { add(.copies, [String(owned)]) }
    }

    /// Returns what the lines tell of an album's copies.
    static func signs(in text: String) -> AlbumSigns {
        var signs = AlbumSigns()
        for (kind, value) in values(in: text) {
            switch kind {
            case .lent: signs.isLent = true
            case .wanted: signs.isWanted = true
            case .copies: signs.copies = Int(value) ?? 0
            default: break
            }
        }
        return signs
    }

    /// Returns the values of own fields that the lines name.
    static func ownValues(in text: String) -> [FieldValue] {
        values(in: text).compactMap { $0.kind == .own ? FieldValue($0.value) : nil }
    }

    private static func values(in text: String) -> [(kind: StoredFacetKind, value: Substring)] {
        text.utf8.split(separator: 0x0A).compactMap { line in
            let kind = line.first.map { Character(Unicode.Scalar($0)) }.flatMap(StoredFacetKind.init)
            return kind.map { ($0, Substring(line.dropFirst())) }
        }
    }

    /// Adds a line for each of the values, once.
    private mutating func add(_ kind: StoredFacetKind, _ values: [String]) {
        let lines = values.map(Self.line)
        // To compare each with all others takes long only where there are many, as in a list that someone has made for that.
        let areMany = lines.count > 16
        let once = areMany ? Set(lines).sorted().prefix(Self.limit) : lines[...]
        for (index, line) in once.enumerated() where !line.isEmpty && (areMany || !lines[..<index].contains(line)) {
            text.append(kind.rawValue)
            text += line
            text += "\n"
        }
    }

    /// Returns a value as a line contains it.
    static func line(_ value: String) -> String {
        // Bytes, for "\r\n" is one character.
        value.utf8.contains(0x0A) ? String(decoding: value.utf8.map { $0 == 0x0A ? 0x20 : $0 }, as: UTF8.self) : value
    }
}

/// A value of a field of the release, or of the user's own, as a line contains it.
struct FieldValue {
    let field: String
    let value: String

    /// The longest value, in characters. Albums are filtered by the beginning of a longer one: all values are in memory.
    private static let limit = 100

    /// Whether the line has the whole value.
    var isWhole: Bool { value.count < Self.limit || !value.hasSuffix("…") }

    init(field: String, value: String) {
        (self.field, self.value) = (field, value.count > Self.limit ? value.prefix(Self.limit - 1) + "…" : value)
    }

    /// Parses the text of a line; `nil` if it is another one.
    init?(_ text: some StringProtocol) {
        guard let end = text.firstIndex(of: Self.separator) else { return nil }
        self.init(field: String(text[..<end]), value: String(text[text.index(after: end)...]))
    }

    var text: String { "\(field)\(Self.separator)\(value)" }

    /// A sign that no name and no other value contains.
    static let separator: Character = "\u{1F}"
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
    case release = "v"
    case own = "o"
    case rating = "r"
    case favourite = "h"
    case lent = "b"
    case wanted = "w"
    /// The number of copies that the user has, which lists show. Nothing is filtered by it.
    case copies = "n"

    /// Whether the values are always those of an album's work, and not of the copies.
    var isOfWork: Bool { self == .artist || self == .genre || self == .year }
}
