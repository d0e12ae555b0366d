public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Saves the result of the search for an album's cover.
    ///
    /// - Returns: Whether the album is in the library. It may have been removed during the search.
    @discardableResult
    public func setCover(_ cover: CoverStatus, for id: AlbumID) throws(PersistencyError) -> Bool {
        try write { database in
            try database.cachedStatement(sql: "UPDATE album SET coverState = ?, coverDigest = ?, coverProblem = NULL WHERE id = ?")
                .execute(arguments: [cover.name, cover.digest?.rawValue, id.rawValue])
            return database.changesCount > 0
        }
    }

    /// Returns the albums whose covers are still to be searched for.
    ///
    /// - Parameter includingFailed: Whether to include unsuccessful searches.
    public func albumsWithoutCover(includingFailed: Bool = false) throws(PersistencyError) -> [AlbumRecord] {
        try read { database in
            let sql = """
                SELECT \(AlbumRow.columns) FROM album
                WHERE chosenCover IS NULL AND (coverState = 'missing' OR (? AND coverState = 'failed'))
                ORDER BY \(AlbumSort.artist.orderClause)
                """
            return try AlbumRow.fetchUndamaged(try database.makeStatement(sql: sql), arguments: [includingFailed])
        }
    }

    /// Returns the number of these albums that have their cover.
    package func countOfCovers(of ids: [AlbumID]) throws(PersistencyError) -> Int {
        try read { database in
            let sql = "SELECT count(*) FROM album WHERE \(CoverStatus.isShown) AND id IN (SELECT value FROM json_each(?))"
            return try Int.fetchOne(database, sql: sql, arguments: [try StoredJSON.encode(ids)]) ?? 0
        }
    }

    /// Returns the digests that albums of the library refer to. The ``CoverStore`` can delete every other file.
    public func coverDigests() throws(PersistencyError) -> Set<CoverDigest> {
        try read { database in
            let sql = """
                SELECT coverDigest FROM album WHERE coverDigest IS NOT NULL
                UNION SELECT chosenCover FROM album WHERE chosenCover IS NOT NULL
                """
            let texts = try String.fetchAll(database, sql: sql)
            return Set(texts.compactMap(CoverDigest.init(rawValue:)))
        }
    }
}
