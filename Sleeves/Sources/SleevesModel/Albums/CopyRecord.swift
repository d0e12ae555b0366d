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
        package let field: CopyField
        package fileprivate(set) var value: Value
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
            let place = entries.firstIndex { $0.field.rawValue >= field.rawValue } ?? entries.count
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
            self[stored: field] = field.kind == .rating ? text.flatMap { Int($0) }.map(Value.number) : text.map(Value.text)
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
            guard let field = CopyField.named(key.stringValue) else { continue }
            self[stored: field] =
                switch field.kind {
                case .text, .day, .mark: try container.decodeIfPresent(String.self, forKey: key).map(Value.text)
                case .rating: try container.decodeIfPresent(Int.self, forKey: key).map(Value.number)
                case .moment: try container.decodeIfPresent(Date.self, forKey: key).map(Value.moment)
                }
        }
    }

    /// Encodes the values that are known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for entry in entries {
            let key = Key(stringValue: entry.field.name)
            switch entry.value {
            case .text(let text): try container.encode(text, forKey: key)
            case .number(let number): try container.encode(number, forKey: key)
            case .moment(let date): try container.encode(date, forKey: key)
            }
        }
    }
}
