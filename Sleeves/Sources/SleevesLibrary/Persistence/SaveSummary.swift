/// What one ``PersistencyManager/save(_:at:)`` did, counted in albums.
public struct SaveSummary: Sendable, Hashable {
    /// Albums that were not in the library before.
    public var inserted: Int
    /// Albums that were there, and now say something else.
    public var updated: Int
    /// Albums that were there just like this.
    public var unchanged: Int
    /// Albums that were there, and whose files are gone.
    public var removed: Int
    /// Albums that were not put in, because the person has taken them out.
    public var leftOut: Int

    /// A summary with these numbers.
    public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, removed: Int = 0, leftOut: Int = 0) {
        self.inserted = inserted
        self.updated = updated
        self.unchanged = unchanged
        self.removed = removed
        self.leftOut = leftOut
    }

    /// How many of the albums that were given are in the library.
    public var total: Int { inserted + updated + unchanged }

    /// Whether a list of the albums would look different now.
    var changesAnything: Bool { inserted + updated + removed > 0 }

    /// Both together.
    static func + (left: SaveSummary, right: SaveSummary) -> SaveSummary {
        SaveSummary(
            inserted: left.inserted + right.inserted,
            updated: left.updated + right.updated,
            unchanged: left.unchanged + right.unchanged,
            removed: left.removed + right.removed,
            leftOut: left.leftOut + right.leftOut
        )
    }
}
