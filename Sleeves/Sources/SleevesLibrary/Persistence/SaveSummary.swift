/// What one ``PersistencyManager/save(_:at:)`` did, counted in albums.
public struct SaveSummary: Sendable, Hashable {
    /// Albums that were not in the library before.
    public var inserted: Int
    /// Albums that were there, and now say something else.
    public var updated: Int
    /// Albums that were there just like this.
    public var unchanged: Int

    /// A summary with these numbers.
    public init(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) {
        self.inserted = inserted
        self.updated = updated
        self.unchanged = unchanged
    }

    /// How many albums were given to be saved.
    public var total: Int { inserted + updated + unchanged }
}
