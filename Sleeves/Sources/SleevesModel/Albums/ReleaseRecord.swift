public import struct FoundationEssentials.Date

/// A record's release, as a catalogue or the tags of files describe it, and the copies that a catalogue names.
public struct ReleaseRecord: Sendable, Hashable {
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
    /// The barcode, as printed on the sleeve.
    public var barcode: String?
    /// The year of the first release in any edition.
    public var originalYear: Int?
    /// The date of this release as `1998-05-04`, or only its year, if the work was first released in an earlier year.
    public var reissue: String?
    /// The composers, each once.
    public var composers: [String]
    /// The conductors, each once.
    public var conductors: [String]
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
        self.labels = labels
        self.catalogueNumber = catalogueNumber
        self.format = format
        self.country = country
        self.barcode = barcode
        self.originalYear = originalYear
        self.reissue = reissue
        self.composers = composers
        self.conductors = conductors
        self.discSubtitles = discSubtitles
        self.copies = copies
    }

    /// The date when the first copy was added to the collection.
    public var firstAdded: Date? { copies.compactMap(\.added).min() }

    /// Returns the release with another one's edition, if nothing is known of its own.
    package func completed(by other: ReleaseRecord) -> ReleaseRecord {
        let isKnown = !labels.isEmpty || [catalogueNumber, format, country, barcode].contains { $0 != nil } || discogsID != nil
        var release = self
        if !isKnown {
            (release.labels, release.catalogueNumber, release.format) = (other.labels, other.catalogueNumber, other.format)
            (release.country, release.barcode, release.discogsID) = (other.country, other.barcode, other.discogsID)
        }
        release.originalYear = originalYear ?? other.originalYear
        release.reissue = reissue ?? (isKnown ? nil : other.reissue)
        return release
    }
}

extension ReleaseRecord: Codable {
    private enum CodingKeys: String, CodingKey {
        case discogsID, labels, catalogueNumber, format, country, copies, barcode, originalYear, reissue, composers, conductors
        case discSubtitles
    }

    /// Decodes a release that any version wrote.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            discogsID: try container.decodeIfPresent(Int.self, forKey: .discogsID),
            labels: try container.decode([String].self, forKey: .labels),
            catalogueNumber: try container.decodeIfPresent(String.self, forKey: .catalogueNumber),
            format: try container.decodeIfPresent(String.self, forKey: .format),
            country: try container.decodeIfPresent(String.self, forKey: .country),
            barcode: try container.decodeIfPresent(String.self, forKey: .barcode),
            originalYear: try container.decodeIfPresent(Int.self, forKey: .originalYear),
            reissue: try container.decodeIfPresent(String.self, forKey: .reissue),
            composers: try container.decodeIfPresent([String].self, forKey: .composers) ?? [],
            conductors: try container.decodeIfPresent([String].self, forKey: .conductors) ?? [],
            discSubtitles: try container.decodeIfPresent([Int: String].self, forKey: .discSubtitles) ?? [:],
            copies: try container.decode([CopyRecord].self, forKey: .copies)
        )
    }

    /// Encodes the lists of labels and copies, and of the other values only those that are known: so a release that an earlier version wrote
    /// has the same text again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(discogsID, forKey: .discogsID)
        try container.encode(labels, forKey: .labels)
        try container.encodeIfPresent(catalogueNumber, forKey: .catalogueNumber)
        try container.encodeIfPresent(format, forKey: .format)
        try container.encodeIfPresent(country, forKey: .country)
        try container.encode(copies, forKey: .copies)
        try container.encodeIfPresent(barcode, forKey: .barcode)
        try container.encodeIfPresent(originalYear, forKey: .originalYear)
        try container.encodeIfPresent(reissue, forKey: .reissue)
        if !composers.isEmpty { try container.encode(composers, forKey: .composers) }
        if !conductors.isEmpty { try container.encode(conductors, forKey: .conductors) }
        if !discSubtitles.isEmpty { try container.encode(discSubtitles, forKey: .discSubtitles) }
    }
}
