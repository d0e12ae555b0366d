public import struct FoundationEssentials.Date

/// What a collector's catalogue says of a record beside the album on it: the pressing, and the copies that they own.
public struct ReleaseRecord: Sendable, Hashable, Codable {
    /// The number of the release at Discogs.
    public var discogsID: Int?
    /// Each label once.
    public var labels: [String]
    /// As it stands on the spine.
    public var catalogueNumber: String?
    /// As the catalogue writes it: `2xLP, Album`.
    public var format: String?
    /// Where it was released, as the catalogue writes it: `UK`.
    public var country: String?
    /// One for each copy that is owned.
    public var copies: [CopyRecord]

    /// A release with what is known of it.
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

    /// When the first copy came into the collection.
    public var firstAdded: Date? { copies.compactMap(\.added).min() }
}

/// One copy of a record.
public struct CopyRecord: Sendable, Hashable, Codable {
    /// The folder of the catalogue that it is filed in.
    public var folder: String?
    /// When it came into the collection.
    public var added: Date?
    /// The state of the record.
    public var mediaCondition: String?
    /// The state of its sleeve.
    public var sleeveCondition: String?
    /// One to five.
    public var rating: Int?
    /// What its owner wrote.
    public var notes: String?

    /// A copy with what is known of it.
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
