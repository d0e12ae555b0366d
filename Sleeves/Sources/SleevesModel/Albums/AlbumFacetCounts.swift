/// The facets of some albums, each with the number of albums that have it.
///
/// Each list begins with the most frequent facet; equally frequent ones are sorted by name or year.
public struct AlbumFacetCounts: Sendable, Hashable {
    /// A facet and the number of albums that have it.
    public struct Value: Sendable, Hashable {
        /// The facet.
        public let facet: AlbumFacet
        /// The number of albums.
        public let count: Int

        package init(_ facet: AlbumFacet, count: Int) {
            self.facet = facet
            self.count = count
        }
    }

    /// The number of albums that were counted.
    public package(set) var albums = 0
    /// The artists.
    public package(set) var artists: [Value] = []
    /// The genres.
    public package(set) var genres: [Value] = []
    /// The decades.
    public package(set) var decades: [Value] = []
    /// The years.
    public package(set) var years: [Value] = []
    /// The labels.
    public package(set) var labels: [Value] = []
    /// The parts of formats: "LP" and "Album" for `2xLP, Album`.
    public package(set) var formats: [Value] = []
    /// The values of fields of the release.
    public package(set) var release: [ReleaseField: [Value]] = [:]
    /// The folders of the albums' first files.
    public package(set) var folders: [Value] = []
    /// The places of copies.
    public package(set) var places: [Value] = []
    /// The conditions, the best first, each with the albums that have a copy in it or in a better one.
    public package(set) var conditions: [Value] = []
    /// The ratings, the best first, each with the albums that have it or a better one.
    public package(set) var ratings: [Value] = []
    /// The number of favourites.
    public package(set) var favourites = 0
    /// The years of purchases.
    public package(set) var purchases: [Value] = []
    /// The values of the user's own fields, by the names of the fields.
    public package(set) var own: [String: [Value]] = [:]
    /// The number of albums with a copy that is lent.
    public package(set) var lent = 0
    /// The number of albums with a copy that the user wishes to have, whether or not the filter lets them pass.
    public package(set) var wanted = 0
    /// The number of albums with another one of the same title and artist.
    public package(set) var duplicates = 0
    /// The number of albums without a cover.
    public package(set) var withoutCover = 0
    /// The number of albums with a small cover, as far as covers have been measured.
    public package(set) var smallCover = 0
    /// The number of albums without a picture of their back; 0 where no album of the library has one.
    public package(set) var withoutBack = 0
    /// The number of albums whose tracks' numbers show that some are missing.
    public package(set) var tracksMissing = 0

    /// Creates counts of no albums.
    public init() {}

    /// The facets of a kind.
    public subscript(kind: AlbumFacet.Kind) -> [Value] {
        switch kind {
        case .artist: artists
        case .genre: genres
        case .decade: decades
        case .year: years
        case .label: labels
        case .format: formats
        case .folder: folders
        case .place: places
        case .condition: conditions
        case .rating: ratings
        case .favourite: favourites > 0 ? [Value(.favourite, count: favourites)] : []
        case .bought: purchases
        case .release(let field): release[field] ?? []
        case .own(let field): own[field] ?? []
        case .lent: lent > 0 ? [Value(.lent, count: lent)] : []
        case .wanted: wanted > 0 ? [Value(.wanted, count: wanted)] : []
        case .duplicate: duplicates > 0 ? [Value(.duplicate, count: duplicates)] : []
        case .withoutCover: withoutCover > 0 ? [Value(.withoutCover, count: withoutCover)] : []
        case .smallCover: smallCover > 0 ? [Value(.smallCover, count: smallCover)] : []
        case .withoutBack: withoutBack > 0 ? [Value(.withoutBack, count: withoutBack)] : []
        case .tracksMissing: tracksMissing > 0 ? [Value(.tracksMissing, count: tracksMissing)] : []
        }
    }
}
