internal import SQLite

extension PersistencyManager {
    /// Notes what became of the search for an album's cover.
    ///
    /// - Returns: Whether the album is in the library. It may have been removed while its cover was on the way.
    @discardableResult
    public func setCover(_ cover: CoverStatus, for id: AlbumID) throws(PersistencyError) -> Bool {
        try write { database in
            try database.cachedStatement(sql: "UPDATE album SET coverState = ?, coverDigest = ?, coverProblem = NULL WHERE id = ?")
                .execute(arguments: [cover.name, cover.digest?.rawValue, id.rawValue])
            return database.changesCount > 0
        }
    }

    /// The albums whose covers are still to be looked for.
    ///
    /// - Parameter includingFailed: Whether to try again where a cover was looked for in vain.
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

    /// How many of these albums have their cover.
    func countOfCovers(of ids: [AlbumID]) throws(PersistencyError) -> Int {
        try read { database in
            let sql = "SELECT count(*) FROM album WHERE \(CoverStatus.isShown) AND id IN (SELECT value FROM json_each(?))"
            return try Int.fetchOne(database, sql: sql, arguments: [try StoredJSON.encode(ids)]) ?? 0
        }
    }

    /// The digests that albums of the library refer to: every other file of the ``CoverStore`` can go.
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
