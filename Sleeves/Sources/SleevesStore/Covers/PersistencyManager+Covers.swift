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
}
