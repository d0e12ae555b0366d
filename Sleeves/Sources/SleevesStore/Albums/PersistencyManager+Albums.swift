public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the albums that match a search and a filter, in an order.
    ///
    /// The parameters are those of ``albumList(search:filter:order:)``.
    ///
    /// - Complexity: O(*n*) in the number of albums found. All of them are in memory; use lists for many.
    public func albums(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws(PersistencyError) -> [AlbumRecord] {
        try read { database in
            let numbers = try list(search: search, filter: filter, order: order, in: database).numbers
            var albums: [AlbumRecord] = []
            for start in stride(from: 0, to: numbers.count, by: Self.batch) {
                let batch = numbers[start..<min(start + Self.batch, numbers.count)]
                let rows = try Self.albums(numbered: batch, in: database)
                albums += batch.compactMap { rows[$0] }
            }
            return albums
        }
    }

    /// Returns the albums that match a search, sorted by a value.
    public func albums(search: String? = nil, sort: AlbumSort) throws(PersistencyError) -> [AlbumRecord] {
        try albums(search: search, order: AlbumOrder(sort))
    }

    /// The number of albums that are read with one statement.
    private static let batch = 1000

    /// Returns the album with this identifier; `nil` if the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> AlbumRecord? {
        try read { database in try Self.album(id, in: database) }
    }

    /// Returns an album's tracks in playing order; empty if it has none, or isn't in the library.
    public func tracks(of id: AlbumID) throws(PersistencyError) -> [TrackRecord] {
        try read { database in try Self.tracks(of: id, in: database) }
    }

    /// Returns an album's release and its owned copies, if anything is known of them, without those of joined records.
    public func release(of id: AlbumID) throws(PersistencyError) -> ReleaseRecord? {
        try read { database in try Self.release(of: id, in: database) }
    }

    /// Returns the number of albums in the library, without those that are only wishes.
    public func count() throws(PersistencyError) -> Int {
        let sql = "SELECT (SELECT count(*) FROM album) - (SELECT count(*) FROM (\(AlbumOrders.others)))"
        return try read { database in try Int.fetchOne(database, sql: sql) ?? 0 }
    }

    static func album(_ id: AlbumID, in database: Database) throws -> AlbumRecord? {
        try AlbumRow.fetchUndamaged(try database.cachedStatement(sql: albumByID), arguments: [id.rawValue]).first
    }

    private static let albumByID = "SELECT \(AlbumRow.columns) FROM album WHERE id = ?"

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
