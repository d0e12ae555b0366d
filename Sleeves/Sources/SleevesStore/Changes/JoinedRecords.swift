internal import SleevesModel
internal import SQLite

/// The records without files that the user has joined with other albums, whose copies those show.
///
/// A record stays an album of its own, for imports, exports, sharing and undo: only lists leave it out, as long as the library has the album that
/// shows it. The value belongs to one transaction.
struct JoinedRecords {
    /// The row numbers of a record and of the album that shows it.
    typealias Pair = (record: Int64, host: Int64)

    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    /// The table of the records that other albums show. Those of an album that is shown by another one itself stand for themselves, and so do files,
    /// and what the user has, if the other one is only a wish.
    private static let shown = """
        album JOIN album AS host ON host.id = album.host
        WHERE album.host IS NOT NULL AND host.host IS NULL AND (album.isWanted OR NOT host.isWanted) AND album.source <> 'folder'
        """

    /// The query for the row numbers of the records.
    static let numbers = "SELECT album.number FROM \(shown)"

    /// Returns all records with their albums.
    func pairs() throws -> [Pair] {
        // The sign keeps SQLite from going through all albums in their order.
        let sql = "SELECT album.number, host.number FROM \(Self.shown) ORDER BY +album.number"
        return try Row.fetchAll(try database.cachedStatement(sql: sql)) { row in (record: try row[0], host: try row[1]) }
    }

    /// Returns the records that an album shows, in the order in which they came.
    func records(of id: AlbumID) throws -> [AlbumID] {
        let sql = "SELECT album.id FROM \(Self.shown) AND album.host = ? ORDER BY album.number"
        return try String.fetchAll(try database.cachedStatement(sql: sql), arguments: [id.rawValue]).map(AlbumID.init)
    }

    /// Returns an album, and the records that it shows.
    func family(of id: AlbumID) throws -> [AlbumID] { try [id] + records(of: id) }

    /// Makes an album show a record, and the records that this shows. A record of which nobody has described a copy gets one.
    ///
    /// - Parameter host: The album; `nil` for the record to stand for itself.
    /// - Returns: The changes, as the history keeps edits.
    func show(_ record: AlbumID, in host: AlbumID?) throws -> [ChangeLog.Entry] {
        let others = host == nil ? [] : try members(of: record)
        return try ([record] + others).compactMap { id in
            guard id != host, let album = try PersistencyManager.album(id, in: database) else { return nil }
            let before = try PersistencyManager.edits(of: id, in: database) ?? AlbumEdits()
            var edits = before
            edits.host = host
            if host != nil, edits.copies.isEmpty {
                let release = try PersistencyManager.release(of: id, in: database)
                if release?.copies.isEmpty != false { edits.copies.add(.new(), release?.format.map { [.format: $0] } ?? [:]) }
            }
            guard edits != before else { return nil }
            let after = try PersistencyManager.setEdits(edits, of: album, in: database)
            return ChangeLog.Entry(album: id, before: try StoredJSON.encode(before), after: try StoredJSON.encode(after))
        }
    }

    /// Gives the records of an album its new identifier, also those that are gone for now, and in what undo restores.
    func rename(_ host: AlbumID, to successor: AlbumID) throws {
        let records = try members(of: host)
        for record in records { _ = try show(record, in: successor) }
        let kept = try database.cachedStatement(sql: "UPDATE keptAlbum SET host = ? WHERE host = ?")
        try kept.execute(arguments: [successor.rawValue, host.rawValue])
        if records.isEmpty { return }
        func member(_ id: AlbumID) -> String { "\"host\":\"\(id.rawValue)\"" }
        let ids = try StoredJSON.encode(records.map(\.rawValue))
        for column in ["before", "after"] {
            let sql = "UPDATE changedAlbum SET \(column) = replace(\(column), ?, ?) WHERE albumID IN (SELECT value FROM json_each(?))"
            try database.run(sql, [member(host), member(successor), ids])
        }
    }

    /// Returns the records that the user has joined with an album, which the library needn't have.
    func members(of id: AlbumID) throws -> [AlbumID] {
        let statement = try database.cachedStatement(sql: "SELECT id FROM album WHERE host = ? ORDER BY number")
        return try String.fetchAll(statement, arguments: [id.rawValue]).map(AlbumID.init)
    }
}
