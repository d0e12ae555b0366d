public import struct FoundationEssentials.Date

/// One copy of a record: the values that are known, by the fields that ``CopyField`` declares.
public struct CopyRecord: Sendable, Hashable {
    /// A value as the field's kind has it.
    package enum Value: Sendable, Hashable {
        /// A text, or a day.
        case text(String)
        /// A rating.
        case number(Int)
        case moment(Date)
    }

    /// A known value.
    package struct Entry: Sendable, Hashable {
        package fileprivate(set) var field: CopyField
        package fileprivate(set) var value: Value

        /// Returns whether the field, its kind and the value are the same.
        package static func == (a: Entry, b: Entry) -> Bool { a.field == b.field && a.field.kind == b.field.kind && a.value == b.value }
    }

    /// The known values, of which most copies have few, in the order of the fields.
    package private(set) var entries: [Entry] = []

    /// Creates a copy with these values.
    public init(
        folder: String? = nil,
        added: Date? = nil,
        mediaCondition: String? = nil,
        sleeveCondition: String? = nil,
        rating: Int? = nil,
        notes: String? = nil,
        isWanted: Bool = false
    ) {
        let texts: [(CopyField, String?)] = [
            (.folder, folder), (.mediaCondition, mediaCondition), (.sleeveCondition, sleeveCondition), (.notes, notes),
        ]
        for (field, text) in texts { self[stored: field] = text.map(Value.text) }
        (self.added, self.rating, self.isWanted) = (added, rating, isWanted)
    }

    /// The value of a field, unchecked; `nil` if it isn't known.
    package subscript(stored field: CopyField) -> Value? {
        get { entries.first { $0.field == field }?.value }
        set {
            let place = entries.firstIndex { $0.field >= field } ?? entries.count
            let isKnown = place < entries.count && entries[place].field == field
            switch newValue {
            case let value? where isKnown: entries[place].value = value
            case let value?: entries.insert(Entry(field: field, value: value), at: place)
            case nil: if isKnown { entries.remove(at: place) }
            }
        }
    }

    /// The value of a field as the user enters it; `nil` for a moment, and if there is none. Setting an invalid value sets none.
    public package(set) subscript(field: CopyField) -> String? {
        get {
            switch self[stored: field] {
            case .text(let text): text
            case .number(let number): String(number)
            case .moment, nil: nil
            }
        }
        set {
            guard field.kind != .moment else { return }
            let text = newValue.flatMap(field.checked)
            self[stored: field] = field == .rating ? text.flatMap { Int($0) }.map(Value.number) : text.map(Value.text)
        }
    }

    /// The rating, from one to five.
    public var rating: Int? {
        get { if case .number(let rating) = self[stored: .rating] { rating } else { nil } }
        set { self[stored: .rating] = newValue.map(Value.number) }
    }

    /// Whether the user only wishes to have the copy.
    public var isWanted: Bool {
        get { self[stored: .wanted] != nil }
        set { self[stored: .wanted] = newValue ? .text(CopyField.yes) : nil }
    }

    /// The date when the copy was added to the collection.
    public var added: Date? {
        get { if case .moment(let date) = self[stored: .added] { date } else { nil } }
        set { self[stored: .added] = newValue.map(Value.moment) }
    }
}

// MARK: The user's own fields

extension CopyRecord {
    /// The name in JSON of an object with the values of own fields.
    package static let ownKey: StaticString = "own"

    /// The values of the user's own fields, by their names.
    package var own: [String: String] {
        var values: [String: String] = [:]
        for entry in entries.reversed() {
            guard let field = entry.field.own else { break }
            if case .text(let text) = entry.value { values[field.name] = text }
        }
        return values
    }

    /// The own fields in which the copy has values.
    public var ownFields: [OwnField] { entries.compactMap(\.field.own) }

    /// The maximum number of own fields of a copy that a list or another program may name.
    package static let ownLimit = 100

    /// Sets values of own fields, by names that anyone may have written: those that can't be names are left out, and so is what exceeds the limit.
    package mutating func setOwn(_ values: [String: String]) {
        for (name, text) in values.sorted(by: { $0.key < $1.key }).prefix(Self.ownLimit) {
            if let field = OwnField(name) { self[.own(field)] = text }
        }
    }

    /// Returns the copy with the kinds of own fields that a library knows.
    package func typed(by fields: [OwnField]) -> CopyRecord {
        guard !fields.isEmpty, entries.last?.field.own != nil else { return self }
        var copy = self
        for index in copy.entries.indices.reversed() {
            guard let own = copy.entries[index].field.own else { break }
            if let known = fields.first(where: { $0 == own }) { copy.entries[index].field = .own(known) }
        }
        return copy
    }
}

extension CopyRecord: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes a copy that any version wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for key in container.allKeys {
            if key.stringValue == Self.ownKey.description { setOwn(try container.decode([String: String].self, forKey: key)) }
            guard let field = CopyField.named(key.stringValue) else { continue }
            self[stored: field] =
                switch field.kind {
                case .text, .day, .number, .mark: try container.decodeIfPresent(String.self, forKey: key).map(Value.text)
                case .rating: try container.decodeIfPresent(Int.self, forKey: key).map(Value.number)
                case .moment: try container.decodeIfPresent(Date.self, forKey: key).map(Value.moment)
                }
        }
    }

    /// Encodes the values that are known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let own = own
        if !own.isEmpty { try container.encode(own, forKey: Key(stringValue: Self.ownKey.description)) }
        for entry in entries where entry.field.own == nil {
            let key = Key(stringValue: entry.field.name)
            switch entry.value {
            case .text(let text): try container.encode(text, forKey: key)
            case .number(let number): try container.encode(number, forKey: key)
            case .moment(let date): try container.encode(date, forKey: key)
            }
        }
    }
}
