/// The facts about an album's copies that a list shows where they are unusual.
public struct AlbumSigns: Sendable, Hashable {
    /// The number of records that the user has.
    public var copies = 0
    /// Whether one of them is lent.
    public var isLent = false
    /// Whether the user wishes to have a copy.
    public var isWanted = false

    /// Creates the signs of an album without copies.
    public init() {}

    /// Adds the signs of other copies.
    package static func += (signs: inout AlbumSigns, others: AlbumSigns) {
        signs.copies += others.copies
        signs.isLent = signs.isLent || others.isLent
        signs.isWanted = signs.isWanted || others.isWanted
    }
}
