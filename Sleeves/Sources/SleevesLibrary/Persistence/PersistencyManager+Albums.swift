internal import GRDB

extension PersistencyManager {
    /// The albums of the library, in an order.
    ///
    /// - Parameters:
    ///   - search: Words that must all be found in an album's title, artist or genre, whatever their case and diacritics: "björk"
    ///     finds "Bjork". `nil` and blanks find everything.
    ///   - sort: The order.
    /// - Complexity: O(*n* log *n*) in the number of albums of the library.
    public func albums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [StoredAlbum] {
        let words = FoldedText(search ?? "").words
        return try read { database in
            // The words go in as one value: no wildcard means anything, and no number of words is too many.
            let sql = """
                SELECT \(AlbumRow.columns) FROM album
                WHERE NOT EXISTS (SELECT 1 FROM json_each(?) AS word WHERE instr(searchText, word.value) = 0)
                ORDER BY \(sort.orderClause)
                """
            return try AlbumRow.fetchAll(database, sql: sql, arguments: [try StoredJSON.encode(words)]).map(\.album)
        }
    }

    /// The album with this identifier, or `nil` where the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> StoredAlbum? {
        try read { database in try Self.album(id, in: database) }
    }

    /// An album's tracks in playing order; empty where it has none, or is not in the library.
    public func tracks(of id: AlbumID) throws(PersistencyError) -> [TrackRecord] {
        try read { database in try Self.tracks(of: id, in: database) }
    }

    /// What a collector's catalogue says of an album's record, where it came from one.
    public func release(of id: AlbumID) throws(PersistencyError) -> ReleaseRecord? {
        try read { database in try Self.release(of: id, in: database) }
    }

    /// All albums with their tracks, in an order, as of one moment: what an export writes.
    public func records(sort: AlbumSort = .artist) throws(PersistencyError) -> [AlbumRecord] {
        try read { database in try Self.records(sort: sort, in: database) }
    }

    static func records(sort: AlbumSort, in database: Database) throws -> [AlbumRecord] {
        let albums = try AlbumRow.fetchAll(database, sql: "SELECT \(AlbumRow.columns) FROM album ORDER BY \(sort.orderClause)")
        return try albums.map { row in
            let id = row.album.id
            return row.album.record(tracks: try Self.tracks(of: id, in: database), release: try Self.release(of: id, in: database))
        }
    }

    /// How many albums the library has.
    public func count() throws(PersistencyError) -> Int {
        try read { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM album") ?? 0 }
    }

    static func album(_ id: AlbumID, in database: Database) throws -> StoredAlbum? {
        let statement = try database.cachedStatement(sql: "SELECT \(AlbumRow.columns) FROM album WHERE id = ?")
        return try AlbumRow.fetchOne(statement, arguments: [id.rawValue])?.album
    }

    static func tracks(of id: AlbumID, in database: Database) throws -> [TrackRecord] {
        guard let text = try storedTracks(of: id, in: database) else { return [] }
        return try StoredJSON.decode([TrackRecord].self, from: text)
    }

    static func release(of id: AlbumID, in database: Database) throws -> ReleaseRecord? {
        try storedRelease(of: id, in: database).map { try StoredJSON.decode(ReleaseRecord.self, from: $0) }
    }

    static func storedRelease(of id: AlbumID, in database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT release FROM album WHERE id = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue])
    }

    static func storedTracks(of id: AlbumID, in database: Database) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT tracks FROM trackList WHERE albumID = ?")
        return try String.fetchOne(statement, arguments: [id.rawValue])
    }
}
