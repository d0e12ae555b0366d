public import FoundationEssentials
internal import Localization

/// A value of a copy, declared once: from this follow how it is stored, shared, imported, exported, searched, edited and shown.
///
/// To add a field, declare it with a number of its own, and add it to ``allCases``, in the order in which fields are shown. The user's own fields are
/// ``OwnField``s.
public struct CopyField: Sendable, CaseIterable {
    /// The copy is a wish: the user hasn't got it.
    public static let wanted = CopyField(0, "wanted", localized("Wanted"), .mark, column: "Wanted", search: .never)

    // The pressing, where it is another than the album's release.
    /// The medium and the format: `2xLP, Album`.
    public static let format = CopyField(1, "format", localized("Format"), column: "Copy Format", search: .commonWords, isPublic: true)
    /// The label.
    public static let label = CopyField(2, "label", localized("Label"), column: "Copy Label", search: .commonWords, isPublic: true)
    /// The catalogue number.
    public static let catalogueNumber = CopyField(
        3, "catalogueNumber", localized("Catalogue Number"), column: "Copy Catalog#", search: .number, isPublic: true)
    /// The day on which the pressing was released, or its month or year.
    public static let released = CopyField(4, "released", localized("Released"), .day, column: "Copy Released", isPublic: true)
    /// The country of release.
    public static let country = CopyField(5, "country", localized("Country"), column: "Copy Country", search: .commonWords, isPublic: true)
    /// The barcode.
    public static let barcode = CopyField(6, "barcode", localized("Barcode"), column: "Copy Barcode", search: .number, isPublic: true)

    // The condition, and how the owner likes it.
    /// The condition of the record, a grade.
    public static let mediaCondition = CopyField(
        7, "mediaCondition", localized("Condition"), column: "Collection Media Condition", or: ["mediacondition", "condition"],
        search: .never,
        usual: grades, isPublic: true)
    /// The condition of the sleeve, a grade.
    public static let sleeveCondition = CopyField(
        8, "sleeveCondition", localized("Sleeve Condition"), column: "Collection Sleeve Condition",
        or: ["sleevecondition", "packagesleevecondition"], search: .never, usual: grades + ["Generic", "No Cover"], isPublic: true)
    /// The owner's rating, from one to five.
    public static let rating = CopyField(
        9, "rating", localized("Rating"), .rating, column: "Rating", or: ["myrating"], search: .never, isPublic: true)

    // The place.
    /// The place where the copy is: a shelf, a box.
    public static let place = CopyField(10, "place", localized("Place"), column: "Place", or: ["location"], search: .commonWords)
    /// The folder of the list that names the copy.
    public static let folder = CopyField(
        11, "folder", localized("Filed In"), column: "CollectionFolder", or: ["folder"], search: .commonWords)
    /// The moment at which the copy was added to its list.
    public static let added = CopyField(
        12, "added", localized("Added"), .moment, column: "Date Added", or: ["added", "addeddate"], search: .never)

    // The purchase.
    /// The day of the purchase.
    public static let bought = CopyField(13, "bought", localized("Bought"), .day, column: "Bought", or: ["purchasedate"])
    /// The shop or the person that the copy was bought from.
    public static let seller = CopyField(
        14, "seller", localized("Bought From"), column: "Bought From", or: ["purchasestore", "store"], search: .commonWords)
    /// The price, with its currency.
    public static let price = CopyField(15, "price", localized("Price"), column: "Price", or: ["purchaseprice"], search: .never)

    // The loan.
    /// The person who has borrowed the copy.
    public static let lentTo = CopyField(
        16, "lentTo", localized("Lent To"), column: "Lent To", or: ["loanedto", "borrower"], search: .commonWords)
    /// The day since which the copy is lent.
    public static let lentSince = CopyField(17, "lentSince", localized("Lent Since"), .day, column: "Lent Since", or: ["loandate"])

    /// The owner's notes.
    public static let notes = CopyField(18, "notes", localized("Notes"), column: "Collection Notes", or: ["notes", "comments"])

    /// The fields that every library has, in the order in which they are shown.
    public static let allCases: [CopyField] = [
        wanted, format, label, catalogueNumber, released, country, barcode, mediaCondition, sleeveCondition, rating, place, folder, added,
        bought, seller, price, lentTo, lentSince, notes,
    ]

    /// Returns a field of the user's own.
    public static func own(_ field: OwnField) -> CopyField { CopyField(field) }

    /// The kinds of values.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// A line of text.
        case text
        /// A day, or only its month or year, as ISO 8601 writes it.
        case day
        /// A number, such as `180` or `12.5`.
        case number
        /// A number from one to five.
        case rating
        /// A moment, to the millisecond, as lists give it. The user doesn't edit it.
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
    private final class Declaration: Sendable {
        let key: StaticString
        let label: @Sendable () -> String
        let kind: Kind
        let column: String
        let otherColumns: [String]
        let search: Search
        let usual: [String]
        let isPublic: Bool
        let own: OwnField?

        init(
            _ key: StaticString, _ label: @escaping @Sendable () -> String, _ kind: Kind, column: String, or otherColumns: [String],
            search: Search, usual: [String], isPublic: Bool, own: OwnField? = nil
        ) {
            (self.key, self.label, self.kind, self.column, self.own) = (key, label, kind, column, own)
            (self.otherColumns, self.search, self.usual, self.isPublic) = (otherColumns, search, usual, isPublic)
        }
    }

    /// The number of the field, by which copies are sorted and stored for a moment. Own fields have one, the greatest, in common.
    package let number: Int
    private let declared: Declaration

    private init(
        _ number: Int, _ key: StaticString, _ label: @autoclosure @escaping @Sendable () -> String, _ kind: Kind = .text, column: String,
        or otherColumns: [String] = [], search: Search = .words, usual: [String] = [], isPublic: Bool = false
    ) {
        self.number = number
        declared = Declaration(
            key, label, kind, column: column, or: otherColumns, search: search, usual: kind == .rating ? Self.ratings : usual,
            isPublic: isPublic)
    }

    private init(_ field: OwnField) {
        number = Self.ownNumber
        declared = Declaration(
            "", { field.name }, field.kind, column: OwnField.columnPrefix + field.name, or: [],
            search: field.kind == .text ? .commonWords : .words,
            usual: field.kind == .rating ? Self.ratings : field.kind == .mark ? [Self.yes] : [], isPublic: false, own: field)
    }

    private static let ownNumber = 255
    private static let ratings = ["5", "4", "3", "2", "1"]

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

    /// The name in JSON, in shared registers and on the command line.
    public var name: String { own?.key ?? declared.key.description }
    /// The name in JSON of a field that every library has.
    package var key: StaticString { declared.key }
    /// The field of the user's own; `nil` for one that every library has.
    public var own: OwnField? { declared.own }
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
    package static func named(_ name: String) -> CopyField? { named[name] ?? OwnField(key: name).map(own) }

    /// Returns the field with a number of its own; `nil` if there is none.
    package static func numbered(_ number: Int) -> CopyField? { allCases.first { $0.number == number } }

    /// Returns the field with a name as the user writes it: `lent-to`, `Lent To`; `nil` if there is none.
    ///
    /// - Parameter own: The user's own fields.
    public static func matching(_ name: String, own: [OwnField] = []) -> CopyField? {
        let compact = name.lettersAndDigits
        return edited.first { $0.name.lettersAndDigits == compact || $0.label.lettersAndDigits == compact }
            ?? OwnField.named(name, in: own).map(CopyField.own)
    }
}

extension CopyField: Hashable {
    /// Returns whether two fields are the same one. Own fields of one name are, whatever kind they have.
    public static func == (a: CopyField, b: CopyField) -> Bool {
        a.number == b.number && (a.number != ownNumber || a.own?.name == b.own?.name)
    }

    /// Hashes the number and an own field's name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        hasher.combine(own?.name)
    }
}

extension CopyField: Comparable {
    /// Returns whether a field precedes another one in a copy: by its number, own fields by name.
    public static func < (a: CopyField, b: CopyField) -> Bool {
        a.number == b.number ? a.own?.name ?? "" < b.own?.name ?? "" : a.number < b.number
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
        case .number: Self.number(text)
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
        case .number: localized("Enter a number such as 180 or 12.5.")
        case .rating: localized("Enter a number from 1 to 5.")
        case .mark: localized("Enter “{value}”, or leave it empty.", ["value": Self.yes])
        }
    }

    /// Returns a copy's value for reading; `nil` if it isn't known.
    public func text(in copy: CopyRecord) -> String? {
        switch kind {
        case .text, .day, .number: copy[self]
        case .mark: copy[self].map { $0 == Self.yes ? localized("Yes") : $0 }
        case .rating: copy[self].map { Int($0) == nil ? $0 : localized("{rating} of 5", ["rating": $0]) }
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

    /// Returns a number without a sign for thousands, and with a point before decimals; `nil` if it isn't one.
    private static func number(_ text: String) -> String? {
        // "1,000" is a thousand for some, and one for others.
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        if parts.count == 2, parts[1].count == 3, (1...3).contains(parts[0].count), parts[0] != "0" { return nil }
        let text = text.replacing(",", with: ".")
        let isPlain = text.utf8.count <= 20 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
        return isPlain && Double(text)?.isFinite == true ? text : nil
    }

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
