public import struct FoundationEssentials.Date

/// A record's release, as a catalogue or the tags of files describe it, and the copies that a catalogue names.
public struct ReleaseRecord: Sendable, Hashable {
    /// The known values of the fields that ``ReleaseField`` declares.
    private var values = ReleaseValues()
    /// The number of the release in Discogs.
    public var discogsID: Int?
    /// The titles of single discs, by their numbers.
    public var discSubtitles: [Int: String]
    /// The owned copies, as a catalogue describes them. ``CompleteAlbum/copies`` has the user's edits.
    public var copies: [CopyRecord]

    /// Creates a release with these values.
    public init(
        discogsID: Int? = nil,
        labels: [String] = [],
        catalogueNumber: String? = nil,
        format: String? = nil,
        country: String? = nil,
        barcode: String? = nil,
        originalYear: Int? = nil,
        reissue: String? = nil,
        composers: [String] = [],
        conductors: [String] = [],
        discSubtitles: [Int: String] = [:],
        copies: [CopyRecord] = []
    ) {
        self.discogsID = discogsID
        self.discSubtitles = discSubtitles
        self.copies = copies
        for (field, values) in [(.labels, labels), (.composers, composers), (.conductors, conductors)] as [(ReleaseField, [String])] {
            self[field] = values
        }
        let texts: [(ReleaseField, String?)] = [
            (.catalogueNumber, catalogueNumber), (.format, format), (.country, country), (.barcode, barcode), (.reissue, reissue),
            (.originalYear, originalYear.map(String.init)),
        ]
        for (field, text) in texts { self[field] = text.map { [$0] } ?? [] }
    }

    /// The values of a field: at most one, unless it is a list.
    public subscript(field: ReleaseField) -> [String] {
        get { values[field] }
        set { values[field] = newValue }
    }

    /// The known values, in the order of the fields' numbers.
    package var entries: [ReleaseValues.Entry] { values.entries }

    /// Returns the values of a field on one line, for reading; `nil` if there are none.
    public func text(_ field: ReleaseField) -> String? {
        let values = self[field]
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    private subscript(first field: ReleaseField) -> String? {
        get { self[field].first }
        set { self[field] = newValue.map { [$0] } ?? [] }
    }

    /// The labels, each once.
    public var labels: [String] {
        get { self[.labels] }
        set { self[.labels] = newValue }
    }

    /// The catalogue number, as printed on the spine.
    public var catalogueNumber: String? {
        get { self[first: .catalogueNumber] }
        set { self[first: .catalogueNumber] = newValue }
    }

    /// The format, as the catalogue writes it: `2xLP, Album`.
    public var format: String? {
        get { self[first: .format] }
        set { self[first: .format] = newValue }
    }

    /// The country of release, as the catalogue writes it: `UK`.
    public var country: String? {
        get { self[first: .country] }
        set { self[first: .country] = newValue }
    }

    /// The barcode, as printed on the sleeve.
    public var barcode: String? {
        get { self[first: .barcode] }
        set { self[first: .barcode] = newValue }
    }

    /// The year of the first release in any edition.
    public var originalYear: Int? {
        get { self[first: .originalYear].flatMap { Int($0) } }
        set { self[first: .originalYear] = newValue.map(String.init) }
    }

    /// The date of this release as `1998-05-04`, or only its year, if the work was first released in an earlier year.
    public var reissue: String? {
        get { self[first: .reissue] }
        set { self[first: .reissue] = newValue }
    }

    /// The composers, each once.
    public var composers: [String] { self[.composers] }

    /// The conductors, each once.
    public var conductors: [String] { self[.conductors] }

    /// The date when the first copy was added to the collection.
    public var firstAdded: Date? { copies.compactMap(\.added).min() }

    /// Returns the release with another one's edition, if nothing is known of its own, and with what that says of the work.
    package func completed(by other: ReleaseRecord) -> ReleaseRecord {
        // A date of its own is that of the files, which have no edition in a catalogue.
        let isKnown = discogsID != nil || entries.contains { $0.field.isOfEdition && $0.field != .reissue }
        var release = self
        if !isKnown {
            for field in ReleaseField.allCases where field.isOfEdition && self[field].isEmpty { release[field] = other[field] }
            release.discogsID = other.discogsID
        }
        for field in ReleaseField.allCases where !field.isOfEdition && self[field].isEmpty { release[field] = other[field] }
        return release
    }
}

extension ReleaseRecord: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ name: StaticString) { stringValue = name.description }
    }

    /// The names in JSON of what isn't a field.
    static let (copiesKey, discogsKey, discsKey): (StaticString, StaticString, StaticString) = ("copies", "discogsID", "discSubtitles")

    /// The members in JSON that this version knows.
    package static let memberNames = Set(
        ReleaseField.allCases.map(\.name) + [copiesKey, discogsKey, discsKey].map(\.description))

    /// Decodes a release that any version wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            discogsID: try container.decodeIfPresent(Int.self, forKey: Key(Self.discogsKey)),
            discSubtitles: try container.decodeIfPresent([Int: String].self, forKey: Key(Self.discsKey)) ?? [:],
            copies: try container.decode([CopyRecord].self, forKey: Key(Self.copiesKey)))
        for field in ReleaseField.allCases {
            let key = Key(field.key)
            let values: [String]? =
                switch field.kind {
                case .list: try container.decodeIfPresent([String].self, forKey: key)
                case .year: try container.decodeIfPresent(Int.self, forKey: key).map { [String($0)] }
                case .text, .day: try container.decodeIfPresent(String.self, forKey: key).map { [$0] }
                }
            if let values { self[field] = values }
        }
    }

    /// Encodes the lists of labels and copies, and of the other values only those that are known: so a release that an earlier version wrote
    /// has the same text again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        if labels.isEmpty { try container.encode(labels, forKey: Key(ReleaseField.labels.key)) }
        for entry in entries {
            let key = Key(entry.field.key)
            switch entry.field.kind {
            case .list: try container.encode(entry.values, forKey: key)
            case .year: try container.encodeIfPresent(entry.values.first.flatMap { Int($0) }, forKey: key)
            case .text, .day: try container.encodeIfPresent(entry.values.first, forKey: key)
            }
        }
        try container.encodeIfPresent(discogsID, forKey: Key(Self.discogsKey))
        if !discSubtitles.isEmpty { try container.encode(discSubtitles, forKey: Key(Self.discsKey)) }
        try container.encode(copies, forKey: Key(Self.copiesKey))
    }
}

extension ReleaseRecord: JSONWritable {
    package func write(to object: inout JSONText) {
        var fields = ReleaseField.byName[...]
        func writeFields(before name: StaticString?) {
            while let field = fields.first, name.map({ field.name < $0.description }) ?? true {
                fields.removeFirst()
                let values = self[field]
                switch field.kind {
                case .list: if !values.isEmpty || field == .labels { object.write(field.key, values) }
                case .year: object.write(field.key, values.first.flatMap { Int($0) })
                case .text, .day: object.write(field.key, values.first)
                }
            }
        }
        writeFields(before: Self.copiesKey)
        object.write(Self.copiesKey, copies)
        writeFields(before: Self.discsKey)
        if !discSubtitles.isEmpty { object.write(Self.discsKey, discSubtitles) }
        writeFields(before: Self.discogsKey)
        object.write(Self.discogsKey, discogsID)
        writeFields(before: nil)
    }
}
