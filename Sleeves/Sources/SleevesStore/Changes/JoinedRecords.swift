internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// The records without files that are joined with other albums, whose copies those show. An import joins those that have the names of an album of
/// files; the user joins and separates others, which is kept.
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
    ///
    /// - Parameter others: Tables to join with it.
    static func shown(_ others: String = "") -> String {
        """
        album JOIN album AS host ON host.id = album.host \(others)
        WHERE album.host IS NOT NULL AND host.host IS NULL AND (album.isWanted OR NOT host.isWanted) AND album.source <> 'folder'
        """
    }

    /// The query for the row numbers of the records.
    static let numbers = "SELECT album.number FROM \(shown())"

    /// Returns all records with their albums.
    func pairs() throws -> [Pair] {
        // The sign keeps SQLite from going through all albums in their order.
        let sql = "SELECT album.number, host.number FROM \(Self.shown()) ORDER BY +album.number"
        return try Row.fetchAll(try database.cachedStatement(sql: sql)) { row in (record: try row[0], host: try row[1]) }
    }

    /// Returns the records that an album shows, in the order in which they came.
    func records(of id: AlbumID) throws -> [AlbumID] {
        let sql = "SELECT album.id FROM \(Self.shown()) AND album.host = ? ORDER BY album.number"
        return try String.fetchAll(try database.cachedStatement(sql: sql), arguments: [id.rawValue]).map(AlbumID.init)
    }

    /// Returns an album, and the records that it shows.
    func family(of id: AlbumID) throws -> [AlbumID] { try [id] + records(of: id) }

    /// A record and the album of files that has its names.
    typealias Namesakes = (record: AlbumID, host: AlbumID)

    /// Returns the records that nobody has joined or separated, each with the only album of files that has its names, where one of the two has come since
    /// this was last done. Other lists than those of collections name no records.
    ///
    /// - Returns: The pairs, and the mark to set with ``noteJoining(upTo:)`` when they are joined; `nil` if no album has come.
    func newNamesakes() throws -> (pairs: [Namesakes], mark: Int64)? {
        let mark = try Int64.fetchOne(database, sql: "SELECT joined FROM albumVersion") ?? 0
        let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM album") ?? 0
        guard last > mark else { return nil }
        let sql = """
            SELECT id, title, artist, number FROM album WHERE host IS NULL AND source <> 'folder'
                AND (source <> 'json' OR json_valid(release) AND json_array_length(release, '$.copies') > 0)
                AND CASE WHEN json_valid(edits) THEN edits ->> '$.host' END IS NULL
                AND EXISTS (SELECT 1 FROM file WHERE nameID IS NOT NULL) ORDER BY number
            """
        var pairs: [Namesakes] = []
        try Row.forEach(database, sql: sql) { row in
            // Damage costs a row only itself.
            guard let id = try? row[0] as String, let title = try? row[1] as String, let artist = try? row[2] as String,
                let number = try? row[3] as Int64, let host = try namesake(of: title, by: artist), max(number, host.number) > mark
            else { return }
            pairs.append((AlbumID(rawValue: id), host.id))
        }
        return (pairs, last)
    }

    /// Notes that all albums up to a row number have been joined with their namesakes.
    func noteJoining(upTo mark: Int64) throws {
        try database.run("UPDATE albumVersion SET joined = ?", [mark])
    }

    /// Returns the album of files with these names, and its row number; `nil` if there are none, or several.
    func namesake(of title: String, by artist: String) throws -> (id: AlbumID, number: Int64)? {
        let sql = "SELECT DISTINCT album.id, album.number FROM file JOIN album ON album.id = file.albumID WHERE file.nameID = ? LIMIT 2"
        let name = AlbumIdentity.named(title, by: artist).id
        let albums = try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: [name.rawValue]) { row in
            (id: AlbumID(rawValue: try row[0]), number: try row[1] as Int64)
        }
        return albums.count == 1 ? albums[0] : nil
    }

    /// Returns whether a record may be joined with the album of files that has its names: nobody has decided otherwise, and the album is there.
    func mayJoin(_ pair: Namesakes) throws -> Bool {
        try PersistencyManager.edits(of: pair.record, in: database)?.host == nil
            && PersistencyManager.number(of: pair.host, in: database) != nil
    }

    /// Makes an album show a record, and the records that this shows. A record of which nobody has described a copy gets one.
    ///
    /// - Parameter host: The album; `nil` for the record to stand for itself, and the record itself if it is also to stand for itself when an album of
    ///   files has its names.
    /// - Returns: The changes, as the history keeps edits.
    func show(_ record: AlbumID, in host: AlbumID?) throws -> [ChangeLog.Entry] {
        let isApart = host == nil || host == record
        let others = isApart ? [] : try members(of: record)
        return try ([record] + others).compactMap { id in
            guard isApart || id != host, let album = try PersistencyManager.album(id, in: database) else { return nil }
            let before = try PersistencyManager.edits(of: id, in: database) ?? AlbumEdits()
            // A record that the user has separated stays separate.
            if host == nil, before.host == id { return nil }
            var edits = before
            edits.host = host
            if !isApart, !edits.copies.areOfCopies {
                let release = try PersistencyManager.release(of: id, in: database)
                if release?.copies.isEmpty != false { edits.copies.add(.ofRecord, release?.format.map { [.format: $0] } ?? [:]) }
            }
            guard edits != before else { return nil }
            let after = try PersistencyManager.setEdits(edits, of: album, in: database)
            return try ChangeLog.Entry(album: id, before: before, after: after)
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

    /// Returns the records that are joined with an album, which the library needn't have.
    func members(of id: AlbumID) throws -> [AlbumID] {
        let statement = try database.cachedStatement(sql: "SELECT id FROM album WHERE host = ? ORDER BY number")
        return try String.fetchAll(statement, arguments: [id.rawValue]).map(AlbumID.init)
    }
}
