/// An order of a list of albums: its grouping, the value by which each group is sorted, and the direction.
///
/// ## Behavior
/// - Albums without a year come last in the order by year, in both directions; so do albums without the value that they are grouped by.
/// - A random order depends only on its seed: it stays the same until it is shuffled again, also while albums come and go.
/// - Decoding never fails: unknown and invalid values become the defaults. A plain text is the name of an ``AlbumSort``.
public struct AlbumOrder: Sendable, Hashable, Codable {
    /// The value that the list is sorted by.
    public var sort: AlbumSort
    /// Whether the last album of the order comes first.
    public var isReversed: Bool
    /// The seed of a random order; other orders ignore it.
    public var seed: UInt64
    /// The value that the list is grouped by, if any.
    public var grouping: ListGrouping?

    /// Creates an order.
    public init(_ sort: AlbumSort = .artist, isReversed: Bool = false, seed: UInt64 = 0, groupedBy grouping: ListGrouping? = nil) {
        self.sort = sort
        self.isReversed = isReversed
        self.seed = seed
        self.grouping = grouping
    }

    /// Returns a new random order.
    public static func shuffled() -> AlbumOrder {
        AlbumOrder(.random, seed: .random(in: .min ... .max))
    }

    private enum CodingKeys: String, CodingKey {
        case sort, isReversed, seed, grouping
    }

    /// Decodes an order that any version wrote.
    public init(from decoder: any Decoder) throws {
        if let name = try? decoder.singleValueContainer().decode(String.self) {
            self.init(AlbumSort(rawValue: name) ?? .artist)
            return
        }
        self.init()
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else { return }
        if let name = try? container.decode(String.self, forKey: .sort) { sort = AlbumSort(rawValue: name) ?? .artist }
        isReversed = (try? container.decode(Bool.self, forKey: .isReversed)) ?? false
        seed = (try? container.decode(UInt64.self, forKey: .seed)) ?? 0
        grouping = (try? container.decode(String.self, forKey: .grouping)).flatMap(ListGrouping.init)
    }

    /// Returns the place of a number in a random order: a number that looks random, and is the same for the same seed.
    ///
    /// The mixing function is that of SplitMix64 (Steele, Lea and Flood, 2014).
    package func randomKey(of number: UInt64) -> UInt64 {
        var mixed = number &+ seed &* 0xD134_2543_DE82_EF95 &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
