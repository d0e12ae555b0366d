public import struct FoundationEssentials.Date

/// One copy of a record. ``CopyField`` declares what is done with each value.
public struct CopyRecord: Sendable, Hashable {
    /// The format, if the copy is another pressing than the album's release: `LP`.
    public var format: String?
    /// The label of the copy's pressing.
    public var label: String?
    /// The catalogue number of the copy's pressing.
    public var catalogueNumber: String?
    /// The date when the copy's pressing was released: `1964`, `1964-05-04`.
    public var released: String?
    /// The country of the copy's pressing.
    public var country: String?
    /// The barcode of the copy's pressing.
    public var barcode: String?
    /// The condition of the record.
    public var mediaCondition: String?
    /// The condition of the sleeve.
    public var sleeveCondition: String?
    /// The rating, from one to five.
    public var rating: Int?
    /// The place where the copy is kept.
    public var place: String?
    /// The catalogue folder in which the copy is filed.
    public var folder: String?
    /// The date when the copy was added to the collection.
    public var added: Date?
    /// The day when the copy was bought: `2019-05-17`, `2019`.
    public var bought: String?
    /// The shop or the person from whom the copy was bought.
    public var seller: String?
    /// The price that was paid, with its currency.
    public var price: String?
    /// The person who has borrowed the copy.
    public var lentTo: String?
    /// The day since when the copy is lent.
    public var lentSince: String?
    /// The owner's notes.
    public var notes: String?

    /// Creates a copy with these values.
    public init(
        folder: String? = nil,
        added: Date? = nil,
        mediaCondition: String? = nil,
        sleeveCondition: String? = nil,
        rating: Int? = nil,
        notes: String? = nil
    ) {
        self.folder = folder
        self.added = added
        self.mediaCondition = mediaCondition
        self.sleeveCondition = sleeveCondition
        self.rating = rating
        self.notes = notes
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
        for field in CopyField.all {
            let key = Key(stringValue: field.name)
            switch field.value {
            case .text(let path): self[keyPath: path] = try container.decodeIfPresent(String.self, forKey: key)
            case .number(let path): self[keyPath: path] = try container.decodeIfPresent(Int.self, forKey: key)
            case .moment(let path): self[keyPath: path] = try container.decodeIfPresent(Date.self, forKey: key)
            }
        }
    }

    /// Encodes the values that are known.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for field in CopyField.all {
            let key = Key(stringValue: field.name)
            switch field.value {
            case .text(let path): try container.encodeIfPresent(self[keyPath: path], forKey: key)
            case .number(let path): try container.encodeIfPresent(self[keyPath: path], forKey: key)
            case .moment(let path): try container.encodeIfPresent(self[keyPath: path], forKey: key)
            }
        }
    }
}
