public import FoundationEssentials
internal import Localization

/// A value of a copy, declared once: from this follow how it is stored, shared, imported, exported, searched, edited and shown.
///
/// To add a field, add a property to ``CopyRecord``, and its declaration here, which ``all`` lists.
public struct CopyField: Sendable, Identifiable {
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
    }

    /// The place of the value in a record.
    package enum Value: Sendable {
        case text(WritableKeyPath<CopyRecord, String?> & Sendable)
        case number(WritableKeyPath<CopyRecord, Int?> & Sendable)
        case moment(WritableKeyPath<CopyRecord, Date?> & Sendable)
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

    /// The name in JSON, in shared registers and on the command line.
    public var name: String { key.description }
    package let key: StaticString
    /// The kind of the value.
    public let kind: Kind
    package let value: Value
    /// The name of the column in exported tables.
    package let column: String
    /// Other names that imported tables have for the column, in lower case and only letters and digits.
    package let otherColumns: [String]
    package let search: Search
    private let text: @Sendable () -> String
    /// The position in ``all``.
    package var index: Int { Self.indices[name] ?? 0 }

    /// The localized name.
    public var label: String { text() }

    /// The identity, which is the name.
    public var id: String { name }

    /// Declares a text, or a day.
    private init(
        _ key: StaticString, _ path: WritableKeyPath<CopyRecord, String?> & Sendable, kind: Kind = .text,
        _ label: @autoclosure @escaping @Sendable () -> String, column: String, or otherColumns: [String] = [], search: Search = .words
    ) {
        self.init(key, kind, .text(path), label, column, otherColumns, search)
    }

    /// Declares a rating.
    private init(
        _ key: StaticString, _ path: WritableKeyPath<CopyRecord, Int?> & Sendable, _ label: @autoclosure @escaping @Sendable () -> String,
        column: String
    ) {
        self.init(key, .rating, .number(path), label, column, [], .never)
    }

    /// Declares a moment.
    private init(
        _ key: StaticString, _ path: WritableKeyPath<CopyRecord, Date?> & Sendable, _ label: @autoclosure @escaping @Sendable () -> String,
        column: String, or otherColumns: [String]
    ) {
        self.init(key, .moment, .moment(path), label, column, otherColumns, .never)
    }

    private init(
        _ key: StaticString, _ kind: Kind, _ value: Value, _ label: @escaping @Sendable () -> String, _ column: String,
        _ otherColumns: [String], _ search: Search
    ) {
        (self.key, self.kind, self.value, self.column, self.search) = (key, kind, value, column, search)
        self.otherColumns = otherColumns
        text = label
    }

    // MARK: The fields

    // The pressing, where it is another than the album's release.
    package static let format = CopyField("format", \.format, localized("Format"), column: "Copy Format", search: .commonWords)
    package static let label = CopyField("label", \.label, localized("Label"), column: "Copy Label", search: .commonWords)
    package static let catalogueNumber = CopyField(
        "catalogueNumber", \.catalogueNumber, localized("Catalogue Number"), column: "Copy Catalog#", search: .number)
    package static let released = CopyField("released", \.released, kind: .day, localized("Released"), column: "Copy Released")
    package static let country = CopyField("country", \.country, localized("Country"), column: "Copy Country", search: .commonWords)
    package static let barcode = CopyField("barcode", \.barcode, localized("Barcode"), column: "Copy Barcode", search: .number)
    // The condition, and how the owner likes it.
    package static let mediaCondition = CopyField(
        "mediaCondition", \.mediaCondition, localized("Condition"),
        column: "Collection Media Condition",
        or: ["mediacondition"], search: .never)
    package static let sleeveCondition = CopyField(
        "sleeveCondition", \.sleeveCondition, localized("Sleeve Condition"),
        column: "Collection Sleeve Condition", or: ["sleevecondition"], search: .never)
    package static let rating = CopyField("rating", \.rating, localized("Rating"), column: "Rating")
    // The place.
    package static let place = CopyField("place", \.place, localized("Place"), column: "Place", or: ["location"], search: .commonWords)
    package static let folder = CopyField(
        "folder", \.folder, localized("Filed In"), column: "CollectionFolder", or: ["folder"], search: .commonWords)
    package static let added = CopyField("added", \.added, localized("Added"), column: "Date Added", or: ["added"])
    // The purchase.
    package static let bought = CopyField("bought", \.bought, kind: .day, localized("Bought"), column: "Bought", or: ["purchasedate"])
    package static let seller = CopyField("seller", \.seller, localized("Bought From"), column: "Bought From", or: ["purchasestore"])
    package static let price = CopyField("price", \.price, localized("Price"), column: "Price", or: ["purchaseprice"], search: .never)
    // The loan.
    package static let lentTo = CopyField("lentTo", \.lentTo, localized("Lent To"), column: "Lent To", or: ["loanedto"])
    package static let lentSince = CopyField(
        "lentSince", \.lentSince, kind: .day, localized("Lent Since"), column: "Lent Since", or: ["loandate"])
    package static let notes = CopyField("notes", \.notes, localized("Notes"), column: "Collection Notes", or: ["notes"])

    /// The fields, in the order in which they are shown.
    public static let all = [
        format, label, catalogueNumber, released, country, barcode, mediaCondition, sleeveCondition, rating, place, folder, added, bought,
        seller, price, lentTo, lentSince, notes,
    ]

    /// The fields that the user edits, in their order.
    public static let edited = all.filter { $0.kind != .moment }
    /// The fields in the order of their names.
    package static let byName = all.sorted { $0.name < $1.name }
    private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let indices = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.name, $0) })

    /// Returns the field with a name; `nil` if there is none.
    package static func named(_ name: String) -> CopyField? { named[name] }

    /// Returns the field with a name as the user writes it: `lent-to`, `Lent To`; `nil` if there is none.
    public static func matching(_ name: String) -> CopyField? {
        func compared(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
        let name = compared(name)
        return edited.first { compared($0.name) == name || compared($0.label) == name }
    }
}

extension CopyField: Hashable {
    /// Whether two fields are the same.
    public static func == (left: CopyField, right: CopyField) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
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
        }
    }

    /// Returns the problem with a value that the user has entered, and its remedy; `nil` if it is valid. An empty one is.
    public func problem(with text: String) -> String? {
        if text.cleaned() == nil || checked(text) != nil { return nil }
        return switch kind {
        case .text, .moment: localized("This is too long. Shorten it.")
        case .day: localized("Enter a day such as 2025-03-27, a month such as 2025-03, or a year.")
        case .rating: localized("Enter a number from 1 to 5.")
        }
    }

    /// The values of a copy that isn't lent any more.
    public static let returned: [CopyField: String] = [lentTo: "", lentSince: ""]

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
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard numbers.count > 1 else { return text }
        guard (1...12).contains(numbers[1]) else { return nil }
        guard numbers.count > 2 else { return "\(numbers[0])-\(padded(numbers[1]))" }
        let (year, month) = (numbers[0], numbers[1])
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        guard (1...length).contains(numbers[2]) else { return nil }
        return "\(year)-\(padded(month))-\(padded(numbers[2]))"
    }
}

extension CopyRecord {
    /// The value of a field as the user enters it; `nil` for a moment, and if there is none. Setting an invalid value sets none.
    public package(set) subscript(field: CopyField) -> String? {
        get {
            switch field.value {
            case .text(let path): self[keyPath: path]
            case .number(let path): self[keyPath: path].map(String.init)
            case .moment: nil
            }
        }
        set {
            switch field.value {
            case .text(let path): self[keyPath: path] = newValue.flatMap(field.checked)
            case .number(let path): self[keyPath: path] = newValue.flatMap(field.checked).flatMap { Int($0) }
            case .moment: break
            }
        }
    }
}
