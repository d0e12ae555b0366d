internal import Localization

/// A value of an album's release, declared once: from this follow how it is read from tags and lists, stored, shared, exported, searched and
/// shown.
///
/// To add a field, declare it with a number of its own, and add it to ``allCases``, in the order in which fields are shown. A migration takes what
/// newer versions have shared of it, and makes the next import read tags again. A value of a copy is a ``CopyField``.
public struct ReleaseField: Sendable, CaseIterable {
    // The work.
    /// The year of the first release in any edition.
    public static let originalYear = ReleaseField(
        0, "originalYear", localized("Original Year"), .year, column: "Original Year",
        or: ["originaldate", "originalreleasedate", "originalreleaseyear"])
    /// The date of this release as `1998-05-04`, or only its year, if the work was first released in an earlier year.
    public static let reissue = ReleaseField(
        1, "reissue", localized("Reissued"), .day, column: "Reissued", or: ["reissue", "reissuedate"], isOfEdition: true)
    /// The composers, each once.
    public static let composers = ReleaseField(
        2, "composers", localized("Composer"), .list(separator: "; "), column: "Composer", or: ["composers"], tags: ["COMPOSER"],
        isFacet: true,
        isEdited: true)
    /// The conductors, each once.
    public static let conductors = ReleaseField(
        3, "conductors", localized("Conductor"), .list(separator: "; "), column: "Conductor", or: ["conductors"], tags: ["CONDUCTOR"],
        isFacet: true, isEdited: true)

    // The edition.
    /// The labels, each once.
    public static let labels = ReleaseField(
        4, "labels", localized("Label"), .list(separator: ", "), column: "Label", or: ["labels"],
        tags: ["LABEL", "RECORDLABEL", "RECORD LABEL", "ORGANIZATION", "PUBLISHER"], search: .heading, isOfEdition: true,
        sharing: .withRelease)
    /// The catalogue number, as printed on the spine.
    public static let catalogueNumber = ReleaseField(
        5, "catalogueNumber", localized("Catalogue Number"), column: "Catalog#", or: ["catalogue", "catalognumber", "catno"],
        tags: [
            "CATALOGNUMBER", "CATALOG NUMBER", "CATALOGUENUMBER", "CATALOGUE NUMBER", "CATALOGNO", "CATALOG #", "CATALOG", "CATALOGID",
            "LABELNO",
        ],
        search: .number, isOfEdition: true, sharing: .withRelease)
    /// The barcode, as printed on the sleeve.
    public static let barcode = ReleaseField(
        6, "barcode", localized("Barcode"), column: "Barcode", or: ["upc", "ean", "gtin"],
        tags: ["BARCODE", "UPC", "EAN", "EAN/UPC", "UPC/EAN", "EAN/UPN", "EAN13", "GTIN"], search: .number, isOfEdition: true)
    /// The format, as a catalogue writes it: `2xLP, Album`.
    public static let format = ReleaseField(
        7, "format", localized("Format"), column: "Format", search: .commonWords, isOfEdition: true, sharing: .withRelease)
    /// The country of release, as a catalogue writes it: `UK`.
    public static let country = ReleaseField(
        8, "country", localized("Country"), column: "Country", or: ["releasecountry"], search: .commonWords, isFacet: true,
        isOfEdition: true, sharing: .withRelease)

    /// All fields, in the order in which they are shown.
    public static let allCases: [ReleaseField] = [
        originalYear, reissue, composers, conductors, labels, catalogueNumber, barcode, format, country,
    ]

    /// The kinds of values.
    public enum Kind: Sendable, Hashable {
        /// A line of text.
        case text
        /// Lines of text, each once. On one line, they are separated by this text.
        case list(separator: String)
        /// A year.
        case year
        /// A day, or only its year, as ISO 8601 writes it.
        case day
    }

    /// The ways in which a value is searched.
    package enum Search: Sendable {
        /// By its words, which weigh as much as those of the title.
        case heading
        /// By its words.
        case words
        /// By its words, which many albums have in common.
        case commonWords
        /// By its words, with and without the signs and spaces in it.
        case number
    }

    /// The ways in which machines share a value.
    package enum Sharing: Sendable {
        /// In a register of its own. Earlier versions would drop a value that they don't know from the release's register.
        case byItself
        /// In the register of the release, as the first version that shared albums did.
        case withRelease
    }

    /// The declaration of a field.
    private final class Declaration: Sendable {
        let key: StaticString
        let name: String
        let label: @Sendable () -> String
        let kind: Kind
        let column: String
        let otherColumns: [String]
        let tags: [String]
        let search: Search
        let isFacet: Bool
        let isEdited: Bool
        let isOfEdition: Bool
        let sharing: Sharing

        init(
            _ key: StaticString, _ label: @escaping @Sendable () -> String, _ kind: Kind, column: String, or otherColumns: [String],
            tags: [String], search: Search, isFacet: Bool, isEdited: Bool, isOfEdition: Bool,
            sharing: Sharing
        ) {
            (self.key, name, self.label, self.kind) = (key, key.description, label, kind)
            (self.column, self.otherColumns, self.tags, self.search) = (column, otherColumns, tags, search)
            (self.isFacet, self.isEdited, self.isOfEdition, self.sharing) = (isFacet, isEdited, isOfEdition, sharing)
        }
    }

    /// The number of the field, by which values are sorted and stored for a moment.
    package let number: Int
    private let declared: Declaration

    private init(
        _ number: Int, _ key: StaticString, _ label: @autoclosure @escaping @Sendable () -> String, _ kind: Kind = .text, column: String,
        or otherColumns: [String] = [], tags: [String] = [], search: Search = .words, isFacet: Bool = false, isEdited: Bool = false,
        isOfEdition: Bool = false, sharing: Sharing = .byItself
    ) {
        self.number = number
        declared = Declaration(
            key, label, kind, column: column, or: otherColumns, tags: tags, search: search, isFacet: isFacet,
            isEdited: isEdited, isOfEdition: isOfEdition, sharing: sharing)
    }

    /// The name in JSON and in shared registers.
    public var name: String { declared.name }
    /// The name of the user's edits in shared registers.
    package var editedName: String { "edited" + name.prefix(1).uppercased() + name.dropFirst() }
    /// The name in JSON.
    package var key: StaticString { declared.key }
    /// The localized name.
    public var label: String { declared.label() }
    /// The kind of the value.
    public var kind: Kind { declared.kind }
    /// The name of the column in exported tables.
    package var column: String { declared.column }
    /// Other names that imported tables have for the column, in lower case and only letters and digits.
    package var otherColumns: [String] { declared.otherColumns }
    /// The names among a file's tags, as TagLib's property maps have them for each format; the first with a value counts. Empty if tags don't have
    /// the field, or it is more than one of their values.
    package var tags: [String] { declared.tags }
    package var search: Search { declared.search }
    /// Whether albums are filtered by the value, as ``AlbumFacet/release(field:value:)``. Labels and formats have facets of their own.
    public var isFacet: Bool { declared.isFacet }
    /// Whether the value is that of the edition, and not of the work in any.
    package var isOfEdition: Bool { declared.isOfEdition }
    package var sharing: Sharing { declared.sharing }
    package var isList: Bool { if case .list = kind { true } else { false } }
    /// Whether the value is a year or a day.
    public var isDate: Bool { kind == .year || kind == .day }

    /// The fields that are read from tags.
    package static let tagged = allCases.filter { !$0.tags.isEmpty }
    /// The fields in the order of their names.
    package static let byName = allCases.sorted { $0.name < $1.name }
    /// The fields that the user edits: texts and lists.
    public static let edited = allCases.filter(\.declared.isEdited)
    /// The fields by whose values albums are filtered.
    public static let facets = allCases.filter(\.isFacet)
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// Returns the field with a name; `nil` if there is none.
    package static func named(_ name: String) -> ReleaseField? { named[name] }

    /// Returns the field with a name as the user writes it: `catalogue-number`, `Catalogue Number`; `nil` if there is none.
    public static func matching(_ name: String) -> ReleaseField? {
        let compact = name.lettersAndDigits
        return allCases.first { [$0.name, $0.label, $0.column].map(\.lettersAndDigits).contains(compact) }
    }

    /// Returns the field with a number of its own; `nil` if there is none.
    package static func numbered(_ number: Int) -> ReleaseField? { allCases.first { $0.number == number } }

    /// Returns values on one line; `nil` if there are none.
    package func text(of values: [String]) -> String? {
        if case .list(let separator) = kind { return values.isEmpty ? nil : values.joined(separator: separator) }
        return values.first
    }

    /// Returns the values that a line names, each once.
    package func values(in text: String) -> [String] {
        guard case .list(let separator) = kind else { return text.cleaned().map { [$0] } ?? [] }
        var known: Set<String> = []
        return text.split(separator: separator.trimmed()).compactMap { String($0).cleaned() }.filter { known.insert($0).inserted }
    }

    /// Returns an edited line as it is stored; empty for no values.
    package func line(_ text: String) -> String { self.text(of: values(in: text)) ?? "" }

    /// The maximum length of a value that the user enters, in bytes.
    private static let limit = 4 << 10

    /// Returns the problem with a value that the user has entered, and its remedy; `nil` if it is valid. An empty one is.
    public func problem(with text: String) -> String? {
        line(text).utf8.count <= Self.limit ? nil : localized("This is too long. Shorten it.")
    }

    /// Returns the values that a shared register of the field's own has; none if it can't be read.
    package func values(inRegister text: String) -> [String] {
        switch kind {
        case .list: return ((try? StoredJSON.decode([String].self, from: text)) ?? []).compactMap { $0.cleaned() }
        case .text: return text.cleaned().map { [$0] } ?? []
        case .year: return Int(text).flatMap { (1...9_999).contains($0) ? [String($0)] : nil } ?? []
        case .day: return text.cleaned().map { [String($0.prefix(10))] } ?? []
        }
    }
}

extension ReleaseField: Hashable {
    /// Returns whether two fields have one number.
    public static func == (a: ReleaseField, b: ReleaseField) -> Bool { a.number == b.number }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension ReleaseField: Codable {
    /// Decodes the name of a field that this version knows.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let field = Self.named(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "A release has no such field.")
        }
        self = field
    }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
