public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the albums of the library, in an order.
    ///
    /// - Parameters:
    ///   - search: Words that must each begin a word of an album's title, artist, genre, label or year, regardless of case and diacritics:
    ///     "björk" finds "Bjork". In a script without spaces, a part of a word is enough. `cover:missing` finds albums without a cover.
    ///     `nil` and blanks find everything.
    ///   - sort: The order.
    /// - Complexity: O(*n*) in the number of albums found. All of them are in memory; use ``albumList(search:sort:)`` for long lists.
    public func albums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [AlbumRecord] {
        let query = SearchQuery(search)
        return try read { database in
            let found = query.map { "WHERE \($0.condition)" } ?? ""
            let sql = "SELECT \(AlbumRow.columns) FROM album \(found) ORDER BY \(sort.orderClause)"
            return try AlbumRow.fetchUndamaged(try database.makeStatement(sql: sql), arguments: query?.arguments ?? [])
        }
    }

    /// Returns the album with this identifier; `nil` if the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> AlbumRecord? {
        try read { database in try Self.album(id, in: database) }
    }

    /// Returns an album's tracks in playing order; empty if it has none, or isn't in the library.
    public func tracks(of id: AlbumID) throws(PersistencyError) -> [TrackRecord] {
        try read { database in try Self.tracks(of: id, in: database) }
    }

    /// Returns a collector's catalogue entry for an album's record, if it came from one.
    public func release(of id: AlbumID) throws(PersistencyError) -> ReleaseRecord? {
        try read { database in try Self.release(of: id, in: database) }
    }

    /// Returns the number of albums in the library.
    public func count() throws(PersistencyError) -> Int {
        try read { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM album") ?? 0 }
    }

    static func album(_ id: AlbumID, in database: Database) throws -> AlbumRecord? {
        let statement = try database.cachedStatement(sql: "SELECT \(AlbumRow.columns) FROM album WHERE id = ?")
        return try AlbumRow.fetchUndamaged(statement, arguments: [id.rawValue]).first
    }

    static func tracks(of id: AlbumID, in database: Database) throws -> [TrackRecord] {
        guard let text = try storedTracks(of: id, in: database) else { return [] }
        // Damage costs the tracks, not the album.
        return (try? StoredJSON.decode([TrackRecord].self, from: text)) ?? []
    }

    static func release(of id: AlbumID, in database: Database) throws -> ReleaseRecord? {
        try storedRelease(of: id, in: database).flatMap { try? StoredJSON.decode(ReleaseRecord.self, from: $0) }
    }

    static func storedRelease(of id: AlbumID, in database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT release FROM album WHERE id = ?")
        return try String.fetchUndamaged(statement, arguments: [id.rawValue])
    }

    static func storedTracks(of id: AlbumID, in database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT tracks FROM trackList WHERE albumID = ?")
        return try String.fetchUndamaged(statement, arguments: [id.rawValue])
    }
}
