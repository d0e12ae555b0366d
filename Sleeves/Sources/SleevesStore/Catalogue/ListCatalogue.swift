internal import FoundationEssentials
package import SleevesImporting
package import SleevesModel
internal import SQLite

/// The catalogue of imported lists.
///
/// The value belongs to one transaction, and accesses only that transaction's database.
struct ListCatalogue {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Records which albums the lists that were read contain, and their problems. A forgotten list is back.
    ///
    /// - Returns: The albums that a list named as owned when it was last read, and no list names any more. A list that broke off, or that has no
    ///   album at all, doesn't count: it is damaged, and not the collection.
    func note(_ contents: ListContents, at date: Date) throws -> [AlbumID] {
        let sql = "INSERT INTO list (path) VALUES (?) ON CONFLICT (path) DO UPDATE SET isForgotten = 0 RETURNING id"
        let former = FormerAlbums()
        let ids = try contents.lists.enumerated().map { index, list -> Int64? in
            guard list.isRead, let id = try Int64.fetchOne(database, sql: sql, arguments: [list.source]) else { return nil }
            if list.isWhole {
                let owned = "SELECT albumID FROM listedAlbum WHERE list = ? AND NOT isWanted AND \(Self.isTied)"
                try Row.forEach(database, sql: owned, arguments: [id]) { row in
                    try former.add(AlbumID(rawValue: try row[0]), list: index)
                }
            }
            try execute("DELETE FROM listedAlbum WHERE list = ? AND isWanted", [id])
            try execute("UPDATE listedAlbum SET tie = 1 WHERE list = ?", [id])
            try SourceReading(date: date, problems: list.problems).save(of: list.source, in: database)
            return id
        }
        // In the order of the table, so that each page is written once.
        try contents.forEachMention { mention in
            guard let id = ids[mention.list] else { return }
            let mentioned = """
                INSERT INTO listedAlbum (list, albumID, isWanted) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET isWanted = excluded.isWanted, tie = 0 WHERE tie <> 0
                """
            try execute(mentioned, [id, mention.album.rawValue, mention.isWanted])
        }
        return former.isEmpty ? [] : try former.gone(from: contents).filter(hasNoSource)
    }

    /// The condition that the list is tied to an album: it named it when it was last read, or undo has brought the album back.
    private static let isTied = "tie <> 1"

    /// Ties an album to its lists again, because undo has brought it back; or not any more, because redo has removed it again.
    func setTied(_ isTied: Bool, _ id: AlbumID) throws {
        try execute("UPDATE listedAlbum SET tie = ? WHERE albumID = ? AND tie = ?", [isTied ? 2 : 1, id.rawValue, isTied ? 1 : 2])
    }

    /// Returns whether neither a list nor a file has an album.
    private func hasNoSource(_ id: AlbumID) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM album WHERE id = ?1)
                AND NOT EXISTS (SELECT 1 FROM file WHERE albumID = ?1 AND NOT isGone)
                AND NOT EXISTS (
                    SELECT 1 FROM listedAlbum JOIN list ON list.id = listedAlbum.list
                    WHERE albumID = ?1 AND NOT isWanted AND NOT isForgotten AND \(Self.isTied)
                )
            """
        return try Bool.fetchOne(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) ?? false
    }

    /// Returns the paths of the lists.
    func paths() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM list WHERE NOT isForgotten ORDER BY path")
    }

    func contains(_ path: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM list WHERE path = ? AND NOT isForgotten)"
        return try Bool.fetchOne(try database.cachedStatement(sql: sql), arguments: [path]) ?? false
    }

    func setForgotten(_ isForgotten: Bool, _ path: String) throws {
        if isForgotten { try execute("DELETE FROM unfinishedImport WHERE path = ?", [path]) }
        try execute("UPDATE list SET isForgotten = ? WHERE path = ?", [isForgotten, path])
    }

    /// Returns the library's albums that only this list names as owned, and that have no files.
    func albums(onlyIn path: String) throws -> [AlbumID] {
        let sql = """
            SELECT album.id FROM list JOIN listedAlbum ON listedAlbum.list = list.id JOIN album ON album.id = listedAlbum.albumID
            WHERE list.path = ? AND NOT listedAlbum.isWanted AND listedAlbum.\(Self.isTied)
                AND NOT EXISTS (SELECT 1 FROM file WHERE file.albumID = album.id AND NOT file.isGone)
                AND NOT EXISTS (
                    SELECT 1 FROM listedAlbum AS other JOIN list AS otherList ON otherList.id = other.list
                    WHERE other.albumID = album.id AND other.list <> list.id AND NOT other.isWanted AND NOT otherList.isForgotten
                        AND other.\(Self.isTied)
                )
            ORDER BY album.number
            """
        return try String.fetchAll(database, sql: sql, arguments: [path]).map(AlbumID.init)
    }

    /// Returns the lists as sources. Whether one is away, only the disk knows.
    func sources() throws -> [LibrarySource] {
        let sql = """
            SELECT path, (
                SELECT count(*) FROM listedAlbum
                WHERE listedAlbum.list = list.id AND \(Self.isTied)
                    AND (albumID IN (SELECT id FROM album) OR isWanted AND albumID IN (SELECT id FROM wanted))
            )
            FROM list WHERE NOT isForgotten ORDER BY path
            """
        return try Row.fetchAll(database, sql: sql) { row in
            let reading = try SourceReading.last(of: row[0], in: database)
            return LibrarySource(
                path: try row[0], kind: .list, albumCount: try row[1], lastRead: reading?.date, problemCount: reading?.problemCount ?? 0)
        }
    }
}
