public import struct FoundationEssentials.Date

/// A collector's catalogue entry for a record: the pressing, and the owned copies.
public struct ReleaseRecord: Sendable, Hashable, Codable {
    /// The number of the release in Discogs.
    public var discogsID: Int?
    /// The labels, each once.
    public var labels: [String]
    /// The catalogue number, as printed on the spine.
    public var catalogueNumber: String?
    /// The format, as the catalogue writes it: `2xLP, Album`.
    public var format: String?
    /// The country of release, as the catalogue writes it: `UK`.
    public var country: String?
    /// The owned copies.
    public var copies: [CopyRecord]

    /// Creates a release with these values.
    public init(
        discogsID: Int? = nil,
        labels: [String] = [],
        catalogueNumber: String? = nil,
        format: String? = nil,
        country: String? = nil,
        copies: [CopyRecord] = []
    ) {
        self.discogsID = discogsID
        self.labels = labels
        self.catalogueNumber = catalogueNumber
        self.format = format
        self.country = country
        self.copies = copies
    }

    /// The date when the first copy was added to the collection.
    public var firstAdded: Date? { copies.compactMap(\.added).min() }
}

/// One copy of a record.
public struct CopyRecord: Sendable, Hashable, Codable {
    /// The catalogue folder in which the copy is filed.
    public var folder: String?
    /// The date when the copy was added to the collection.
    public var added: Date?
    /// The condition of the record.
    public var mediaCondition: String?
    /// The condition of the sleeve.
    public var sleeveCondition: String?
    /// The rating, from one to five.
    public var rating: Int?
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
