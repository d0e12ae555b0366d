public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Saves the result of the search for an album's cover.
    ///
    /// - Returns: Whether the album is in the library. It may have been removed during the search.
    @discardableResult
    public func setCover(_ cover: CoverStatus, for id: AlbumID) throws(PersistencyError) -> Bool {
        try write { database in try Self.setCover(cover, of: id, in: database) }
    }

    @discardableResult
    static func setCover(_ cover: CoverStatus, of id: AlbumID, in database: Database) throws -> Bool {
        try database.run(
            "UPDATE album SET coverState = ?, coverDigest = ?, coverProblem = NULL WHERE id = ?",
            [cover.name, cover.digest?.rawValue, id.rawValue])
        return database.changesCount > 0
    }

    /// Returns the number of these albums that have their cover.
    package func countOfCovers(of ids: [AlbumID]) throws(PersistencyError) -> Int {
        try read { database in
            let sql = "SELECT count(*) FROM album WHERE \(CoverStatus.isShown) AND id IN (SELECT value FROM json_each(?))"
            return try Int.fetchOne(database, sql: sql, arguments: [try StoredJSON.encode(ids)]) ?? 0
        }
    }
}
