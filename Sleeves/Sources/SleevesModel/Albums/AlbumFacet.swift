/// A value that albums have in common, exactly: not a search for words.
///
/// Names match regardless of case; accents distinguish them. Folders match byte by byte.
public enum AlbumFacet: Sendable, Hashable, Codable {
    /// The albums that are filed under this artist.
    case artist(String)
    /// The albums with this genre. An album may have several: "Rock, Pop".
    case genre(String)
    /// The albums of the ten years from this one on: `1970`.
    case decade(Int)
    /// The albums of this year.
    case year(Int)
    /// The albums on this label.
    case label(String)
    /// The albums with this part in their format: "LP" for `2xLP, Album`.
    case format(String)
    /// The albums with this value in a field of their release that is one of ``ReleaseField/facets``.
    case release(field: ReleaseField, value: String)
    /// The albums whose first file is in this folder.
    case folder(String)
    /// The albums with a copy in this place.
    case place(String)
    /// The albums with a copy whose record is in this condition or a better one, a grade of ``CopyField/mediaCondition``.
    case condition(String)
    /// The albums that the user, or else the list of a copy, rates with so many stars or more.
    case rating(Int)
    /// The albums that the user likes most.
    case favourite
    /// The albums with a copy that was bought in this year.
    case bought(Int)
    /// The albums with a copy that has this value in a field of the user's own.
    case own(field: String, value: String)
    /// The albums with a copy that is lent.
    case lent
    /// The albums with a copy that the user wishes to have. Without this facet, a filter lets no album pass that is only a wish.
    case wanted
    /// The albums with another one of the same title and artist: they may be the same record, from a folder and from a list.
    case duplicate
    /// The albums without a cover.
    case withoutCover
    /// The albums whose cover has fewer than 300 pixels in each direction.
    case smallCover
    /// The albums without a picture of their back, beside their files or among those that the user keeps.
    case withoutBack
    /// The albums whose tracks' numbers show that some are missing.
    case tracksMissing

    /// The kinds of facets.
    public enum Kind: Sendable, Hashable {
        case artist, genre, decade, year, label, format, folder, rating, favourite, place, condition, bought, lent, wanted, duplicate,
            withoutCover, smallCover, withoutBack, tracksMissing
        /// The values of a field of the release.
        case release(ReleaseField)
        /// The values of the user's own field with this name.
        case own(String)

        /// The kinds that every library has.
        public static let known: [Kind] =
            [
                .artist, .genre, .decade, .year, .label, .format, .folder, .rating, .favourite, .place, .condition, .bought, .lent, .wanted,
                .duplicate, .withoutCover, .smallCover, .withoutBack, .tracksMissing,
            ] + ReleaseField.facets.map(release)
    }

    /// The kind of the facet.
    public var kind: Kind {
        switch self {
        case .artist: .artist
        case .genre: .genre
        case .decade: .decade
        case .year: .year
        case .label: .label
        case .format: .format
        case .folder: .folder
        case .place: .place
        case .rating: .rating
        case .favourite: .favourite
        case .condition: .condition
        case .bought: .bought
        case .release(let field, _): .release(field)
        case .own(let field, _): .own(field)
        case .lent: .lent
        case .wanted: .wanted
        case .duplicate: .duplicate
        case .withoutCover: .withoutCover
        case .smallCover: .smallCover
        case .withoutBack: .withoutBack
        case .tracksMissing: .tracksMissing
        }
    }

    /// The first year of a decade, the year, or that of the purchase; `nil` for other kinds.
    public var firstYear: Int? {
        switch self {
        case .decade(let year), .year(let year), .bought(let year): year
        default: nil
        }
    }

    /// Returns the first year of a year's decade; `nil` for a year that isn't one of our era with up to four digits.
    public static func decade(of year: Int) -> Int? {
        (0...9999).contains(year) ? year / 10 * 10 : nil
    }
}

/// Facets that combine to a filter for albums.
///
/// ## Behavior
/// - An album passes if it has a facet of each kind in the filter: facets of one kind are alternatives.
/// - An album of which the user only wishes to have a copy passes if the filter asks for ``AlbumFacet/wanted``.
/// - Decoding skips facets that this version doesn't know.
public struct AlbumFilter: Sendable, Hashable, Codable {
    /// The facets; none lets every album of the library pass.
    public var facets: Set<AlbumFacet>

    /// Creates a filter.
    public init(_ facets: Set<AlbumFacet> = []) {
        self.facets = facets
    }

    /// Whether every album of the library passes.
    public var isEmpty: Bool { facets.isEmpty }

    /// Returns the filter without the facets of a kind.
    public func removing(_ kind: AlbumFacet.Kind) -> AlbumFilter {
        AlbumFilter(facets.filter { $0.kind != kind })
    }

    /// Returns the filter without a facet that it has, or with one that it hasn't. A condition or a rating takes the place of another one: it includes
    /// all better ones.
    public func toggling(_ facet: AlbumFacet) -> AlbumFilter {
        if facets.contains(facet) { return AlbumFilter(facets.subtracting([facet])) }
        return AlbumFilter((facet.kind == .condition || facet.kind == .rating ? removing(facet.kind) : self).facets.union([facet]))
    }

    /// Decodes a filter that any version wrote.
    public init(from decoder: any Decoder) throws {
        self.init(Set(decoder.readableElements()))
    }

    /// Encodes the facets as an array.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Array(facets))
    }
}
