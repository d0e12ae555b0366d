internal import SQLite

extension PersistencyManager {
    /// Shows a cover that the person has chosen instead of what an album's source has. No import takes it back.
    ///
    /// - Parameters:
    ///   - digest: A picture that ``chosenCovers`` keeps; `nil` for what the source has.
    ///   - id: The album. Where the library has none of this name, nothing happens.
    /// - Returns: What was chosen before.
    @discardableResult
    public func chooseCover(_ digest: CoverDigest?, for id: AlbumID) throws(PersistencyError) -> CoverDigest? {
        try write { database in try Self.chooseCover(digest, for: id, in: database) }
    }

    static func chooseCover(_ digest: CoverDigest?, for id: AlbumID, in database: Database) throws -> CoverDigest? {
        let before = try album(id, in: database)?.chosenCover
        try database.cachedStatement(sql: "UPDATE album SET chosenCover = ? WHERE id = ?")
            .execute(arguments: [digest?.rawValue, id.rawValue])
        return before
    }

    /// Deletes chosen covers that no album, none whose files are gone, and no change that can be undone refers to. For once in a while, in the background.
    ///
    /// - Returns: How many files were deleted.
    @discardableResult
    public func removeUnusedChosenCovers() throws(PersistencyError) -> Int {
        // In this order: an album's cover that is replaced meanwhile is then among the changes.
        let chosen = try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT chosenCover FROM album WHERE chosenCover IS NOT NULL
                    UNION SELECT chosenCover FROM keptAlbum WHERE chosenCover IS NOT NULL
                    """)
        }
        let used = try undoableCovers().union(chosen.compactMap(CoverDigest.init(rawValue:)))
        return chosenCovers.removeUnused(besides: used)
    }
}
