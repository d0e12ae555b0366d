public import FoundationEssentials
internal import Localization

/// A value of a copy, declared once: from this follow how it is stored, shared, imported, exported, searched, edited and shown.
///
/// To add a field, add a case, in the order in which the fields are shown; the compiler asks for its declaration.
public enum CopyField: UInt8, Sendable, CaseIterable {
    /// The copy is a wish: the user hasn't got it.
    case wanted
    // The pressing, where it is another than the album's release.
    case format, label, catalogueNumber, released, country, barcode
    // The condition, and how the owner likes it.
    case mediaCondition, sleeveCondition, rating
    // The place.
    case place, folder, added
    // The purchase.
    case bought, seller, price
    // The loan.
    case lentTo, lentSince
    case notes

    private var declaration: Declaration {
        switch self {
        case .wanted: .init("wanted", localized("Wanted"), .mark, column: "Wanted", search: .never)
        case .format: .init("format", localized("Format"), column: "Copy Format", search: .commonWords, isPublic: true)
        case .label: .init("label", localized("Label"), column: "Copy Label", search: .commonWords, isPublic: true)
        case .catalogueNumber:
            .init("catalogueNumber", localized("Catalogue Number"), column: "Copy Catalog#", search: .number, isPublic: true)
        case .released: .init("released", localized("Released"), .day, column: "Copy Released", isPublic: true)
        case .country: .init("country", localized("Country"), column: "Copy Country", search: .commonWords, isPublic: true)
        case .barcode: .init("barcode", localized("Barcode"), column: "Copy Barcode", search: .number, isPublic: true)
        case .mediaCondition:
            .init(
                "mediaCondition", localized("Condition"), column: "Collection Media Condition", or: ["mediacondition"], search: .never,
                usual: Self.grades, isPublic: true)
        case .sleeveCondition:
            .init(
                "sleeveCondition", localized("Sleeve Condition"), column: "Collection Sleeve Condition",
                or: ["sleevecondition", "packagesleevecondition"],
                search: .never, usual: Self.grades + ["Generic", "No Cover"], isPublic: true)
        case .rating:
            .init(
                "rating", localized("Rating"), .rating, column: "Rating", search: .never, usual: ["5", "4", "3", "2", "1"], isPublic: true)
        case .place: .init("place", localized("Place"), column: "Place", or: ["location"], search: .commonWords)
        case .folder: .init("folder", localized("Filed In"), column: "CollectionFolder", or: ["folder"], search: .commonWords)
        case .added: .init("added", localized("Added"), .moment, column: "Date Added", or: ["added", "addeddate"], search: .never)
        case .bought: .init("bought", localized("Bought"), .day, column: "Bought", or: ["purchasedate"])
        case .seller:
            .init("seller", localized("Bought From"), column: "Bought From", or: ["purchasestore", "store"], search: .commonWords)
        case .price: .init("price", localized("Price"), column: "Price", or: ["purchaseprice"], search: .never)
        case .lentTo: .init("lentTo", localized("Lent To"), column: "Lent To", or: ["loanedto"], search: .commonWords)
        case .lentSince: .init("lentSince", localized("Lent Since"), .day, column: "Lent Since", or: ["loandate"])
        case .notes: .init("notes", localized("Notes"), column: "Collection Notes", or: ["notes"])
        }
    }

    /// The kinds of values.
    public enum Kind: Sendable, Hashable {
        /// A line of text.
        case text
        /// A day, or only its month or year, as ISO 8601 writes it.
        case day
        /// A number from one to five.
        case rating
        /// A moment, to the millisecond, as lists tell it. The user doesn't edit it.
        case moment
        /// A statement that is true of the copy. Its only value is ``CopyField/yes``.
        case mark
    }

    /// The ways in which a value is searched.
    package enum Search: Sendable {
        case never
        /// By its words.
        case words
        /// By its words, which many copies have in common.
        case commonWords
        /// By its words, with and without the signs and spaces in it.
        case number
    }

    /// The declaration of a field.
    private struct Declaration: Sendable {
        let key: StaticString
        let label: @Sendable () -> String
        let kind: Kind
        let column: String
        let otherColumns: [String]
        let search: Search
        let usual: [String]
        let isPublic: Bool

        init(
            _ key: StaticString, _ label: @autoclosure @escaping @Sendable () -> String, _ kind: Kind = .text, column: String,
            or otherColumns: [String] = [], search: Search = .words, usual: [String] = [], isPublic: Bool = false
        ) {
            (self.key, self.label, self.kind, self.column) = (key, label, kind, column)
            (self.otherColumns, self.search, self.usual, self.isPublic) = (otherColumns, search, usual, isPublic)
        }
    }

    /// The grades of records and sleeves, the best first, as dealers and Discogs name them.
    private static let grades = [
        "Mint (M)", "Near Mint (NM or M-)", "Very Good Plus (VG+)", "Very Good (VG)", "Good Plus (G+)", "Good (G)", "Fair (F)", "Poor (P)",
    ]

    /// The names of the grades as people write them, folded: the whole name, the word before the parentheses, and the letters in them.
    private static let gradesByName = Dictionary(
        grades.enumerated().flatMap { index, grade in
            let parts = grade.split(whereSeparator: { "()".contains($0) }).map { String($0).trimmed() }
            let letters = parts.dropFirst().flatMap { $0.components(separatedBy: " or ") }
            return ([grade] + parts.prefix(1) + letters).map { ($0.caseFolded(), index) }
        },
        uniquingKeysWith: { first, _ in first })

    /// Returns the grade that a text names: `Very Good Plus (VG+)` for `vg+`; `nil` if it isn't one.
    public static func grade(named text: String) -> String? { place(ofGrade: text).map { grades[$0] } }

    /// Returns the place of the grade that a text names: 0 for the best; `nil` if it isn't one.
    package static func place(ofGrade text: String) -> Int? { gradesByName[text.trimmed().caseFolded()] }

    /// The declarations, by the numbers of the fields.
    private static let declarations = allCases.map(\.declaration)
    private var declared: Declaration { Self.declarations[index] }

    /// The position among all fields.
    package var index: Int { Int(rawValue) }
    /// The name in JSON, in shared registers and on the command line.
    public var name: String { declared.key.description }
    package var key: StaticString { declared.key }
    /// The localized name.
    public var label: String { declared.label() }
    /// The kind of the value.
    public var kind: Kind { declared.kind }
    /// The name of the column in exported tables.
    package var column: String { declared.column }
    /// Other names that imported tables have for the column, in lower case and only letters and digits.
    package var otherColumns: [String] { declared.otherColumns }
    package var search: Search { declared.search }
    /// Values to choose from, whatever a library has; empty if there are none.
    public var usualValues: [String] { declared.usual }

    /// Whether a page for others shows the value without being asked to. The owner's notes, prices, places and loans are nobody else's business.
    package var isPublic: Bool { declared.isPublic }

    /// The fields that the user edits, in their order.
    public static let edited = allCases.filter { $0.kind != .moment }
    /// The fields in the order of their names.
    package static let byName = allCases.sorted { $0.name < $1.name }
    private static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// Returns the field with a name; `nil` if there is none.
    package static func named(_ name: String) -> CopyField? { named[name] }

    /// Returns the field with a name as the user writes it: `lent-to`, `Lent To`; `nil` if there is none.
    public static func matching(_ name: String) -> CopyField? {
        func compared(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let name = compared(name)
        return edited.first { compared($0.name) == name || compared($0.label) == name }
    }
}

// MARK: Values as texts

extension CopyField {
    /// Returns a value that the user has entered as it is stored, or `nil` if it isn't one of this kind.
    package func checked(_ text: String) -> String? {
        guard let text = text.cleaned(), text.utf8.count <= Self.limit else { return nil }
        return switch kind {
        case .text: text
        case .day: Self.day(text)
        case .rating: Int(text).flatMap { (1...5).contains($0) ? String($0) : nil }
        case .moment: nil
        case .mark: text.caseFolded() == Self.yes ? Self.yes : nil
        }
    }

    /// The value of a mark.
    public static let yes = "yes"

    /// Returns the problem with a value that the user has entered, and its remedy; `nil` if it is valid. An empty one is.
    public func problem(with text: String) -> String? {
        if text.cleaned() == nil || checked(text) != nil { return nil }
        return switch kind {
        case .text, .moment: localized("This is too long. Shorten it.")
        case .day: localized("Enter a day such as 2025-03-27, a month such as 2025-03, or a year.")
        case .rating: localized("Enter a number from 1 to 5.")
        case .mark: localized("Enter “{value}”, or leave it empty.", ["value": Self.yes])
        }
    }

    /// Returns a copy's value for reading; `nil` if it isn't known.
    public func text(in copy: CopyRecord) -> String? {
        switch kind {
        case .text, .day: copy[self]
        case .mark: copy[self].map { _ in localized("Yes") }
        case .rating: copy.rating.map { localized("{rating} of 5", ["rating": String($0)]) }
        case .moment: copy.added?.formatted(Date.ISO8601FormatStyle().year().month().day())
        }
    }

    /// The values of a copy that isn't lent any more.
    public static let returned: [CopyField: String] = [lentTo: "", lentSince: ""]
    /// The values of a wish that has come true.
    public static let got: [CopyField: String] = [wanted: ""]

    /// Returns the noon of a whole day, in the user's time zone; `nil` for a month or a year.
    public static func noon(ofDay day: String) -> Date? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return Calendar(identifier: .gregorian).date(
            from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 12))
    }

    /// Returns the day of a moment in the user's time zone, as it is stored.
    static func day(of date: Date) -> String {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        return day("\(parts.year ?? 0)-\(parts.month ?? 0)-\(parts.day ?? 0)") ?? ""
    }

    /// The maximum length of a value, in bytes.
    private static let limit = 4 << 10

    /// Returns a day, a month or a year in the form of ISO 8601; `nil` if it isn't one.
    private static func day(_ text: String) -> String? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4, numbers[0] >= 1000 else { return nil }
        guard numbers.count > 1 else { return text }
        guard (1...12).contains(numbers[1]) else { return nil }
        guard numbers.count > 2 else { return String(isoDate: numbers) }
        let (year, month) = (numbers[0], numbers[1])
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...length).contains(numbers[2]) else { return nil }
        return String(isoDate: numbers)
    }
}
