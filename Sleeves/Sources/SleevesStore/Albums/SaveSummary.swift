/// The result of a ``PersistencyManager/save(_:at:)``, counted in albums.
public struct SaveSummary: Sendable, Hashable {
    /// The number of new albums.
    public var inserted: Int
    /// The number of changed albums.
    public var updated: Int
    /// The number of unchanged albums.
    public var unchanged: Int
    /// The number of albums removed because their files are gone, or because the list that named them doesn't any more.
    public var removed: Int
    /// The number of albums skipped because the user has removed them.
    public var leftOut: Int

    /// Creates a summary with these numbers.
    public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, removed: Int = 0, leftOut: Int = 0) {
        self.inserted = inserted
        self.updated = updated
        self.unchanged = unchanged
        self.removed = removed
        self.leftOut = leftOut
    }

    /// The number of given albums that are in the library now.
    public var total: Int { inserted + updated + unchanged }

    /// Whether a list of the albums would change.
    package var changesAnything: Bool { inserted + updated + removed > 0 }

    /// Returns the sum of two summaries.
    package static func + (left: SaveSummary, right: SaveSummary) -> SaveSummary {
        SaveSummary(
            inserted: left.inserted + right.inserted,
            updated: left.updated + right.updated,
            unchanged: left.unchanged + right.unchanged,
            removed: left.removed + right.removed,
            leftOut: left.leftOut + right.leftOut
        )
    }
}
