public import SleevesModel
internal import SleevesCovers
internal import SQLite

extension PersistencyManager {
    /// Sets a cover that the user has chosen instead of the source's. Imports don't replace it.
    ///
    /// - Parameters:
    ///   - digest: A picture in ``chosenCovers``; `nil` for the source's cover.
    ///   - id: The album. If the library doesn't contain it, nothing happens.
    /// - Returns: The previously chosen cover.
    @discardableResult
    public func chooseCover(_ digest: CoverDigest?, for id: AlbumID) throws(PersistencyError) -> CoverDigest? {
        try write { database in try Self.chooseCover(digest, for: id, in: database) }
    }

    static func chooseCover(_ digest: CoverDigest?, for id: AlbumID, in database: Database) throws -> CoverDigest? {
        let before = try album(id, in: database)?.chosenCover
        try database.run("UPDATE album SET chosenCover = ? WHERE id = ?", [digest?.rawValue, id.rawValue])
        return before
    }

    /// Deletes chosen covers and kept pictures that are referenced by no album, no kept album without files, and no undoable change. Call it occasionally, in
    /// the background.
    ///
    /// - Returns: The number of deleted files.
    @discardableResult
    public func removeUnusedChosenCovers() throws(PersistencyError) -> Int {
        // In this order, a cover that is replaced meanwhile is found among the changes.
        let chosen = try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT chosenCover FROM album WHERE chosenCover IS NOT NULL
                    UNION SELECT chosenCover FROM keptAlbum WHERE chosenCover IS NOT NULL
                    UNION \(Self.keptPictures(in: "album")) UNION \(Self.keptPictures(in: "keptAlbum"))
                    """)
        }
        let used = try undoableCovers().union(chosen.compactMap(CoverDigest.init(rawValue:)))
        return chosenCovers.removeUnused(besides: used)
    }

    /// Returns the query for the digests of the pictures that the user keeps, among the edits in a table.
    static func keptPictures(in table: String) -> String {
        """
        SELECT copy.key FROM \(table), json_each(CASE WHEN json_valid(edits) THEN edits ELSE '{}' END, '$.copies') AS copy
        WHERE \(CopyEdits.haveAnyPicture) AND json_extract(copy.value, '$.picture') IS NOT NULL
        """
    }
}
