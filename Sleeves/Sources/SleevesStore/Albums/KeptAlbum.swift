internal import SleevesModel
internal import FoundationEssentials
internal import SQLite

/// The remains of an album whose files are gone: the user's changes, its date, and its place in lists.
///
/// Files may come back: a disk is connected again, a folder is restored from a backup, tags are changed and changed back.
struct KeptAlbum {
    var number: Int64
    var added: Date
    var edits: AlbumEdits?
    var chosenCover: CoverDigest?

    /// The maximum number of kept albums without changes by the user. The oldest are removed first.
    static let limit = 100_000

    /// Keeps the data of an album that is about to be removed.
    static func keep(_ id: AlbumID, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO keptAlbum (id, number, added, edits, chosenCover, host)
                SELECT id, number, added, edits, chosenCover, host FROM album WHERE id = ?
                """
        ).execute(arguments: [id.rawValue])
    }

    /// Removes and returns the kept data of an album that comes back.
    static func take(_ id: AlbumID, in database: Database) throws -> KeptAlbum? {
        let statement = try database.cachedStatement(sql: "SELECT number, added, edits, chosenCover, host FROM keptAlbum WHERE id = ?")
        let kept = try Row.fetchOne(statement, arguments: [id.rawValue]) { row in
            var kept = KeptAlbum(
                number: try row[0],
                added: Date(milliseconds: try row[1]),
                edits: try (row[2] as String?).flatMap { try? StoredJSON.decode(AlbumEdits.self, from: $0) },
                chosenCover: try (row[3] as String?).flatMap(CoverDigest.init(rawValue:))
            )
            // The album that shows it may have another identifier by now.
            if let host = try row[4] as String? { kept.edits?.host = AlbumID(rawValue: host) }
            return kept
        }
        guard let kept else { return nil }
        try database.cachedStatement(sql: "DELETE FROM keptAlbum WHERE id = ?").execute(arguments: [id.rawValue])
        return kept
    }

    /// Gives what was kept of an album without a title, its history, and that it was removed, to the album that its files are now.
    ///
    /// An earlier version had another identifier for it, and not all files may have come back yet.
    ///
    /// - Parameter places: The places of the files: ``AlbumIdentity/place(ofUntitled:in:)``.
    static func move(from places: Set<AlbumID>, to id: AlbumID, in database: Database) throws {
        let list = try StoredJSON.encode(places.map(\.rawValue).sorted())
        let noting = "INSERT OR IGNORE INTO untitledAlbum (id, place) SELECT ?, value FROM json_each(?)"
        try database.cachedStatement(sql: noting).execute(arguments: [id.rawValue, list])
        guard try PersistencyManager.number(of: id, in: database) == nil else { return }
        let sql = """
            WITH former(id) AS (
                SELECT value FROM json_each(?1) UNION SELECT id FROM untitledAlbum WHERE place IN (SELECT value FROM json_each(?1))
            )
            SELECT id FROM former WHERE id <> ?2 AND id NOT IN (SELECT id FROM album)
                AND (id IN (SELECT id FROM keptAlbum) OR id IN (SELECT id FROM removedAlbum))
            """
        for former in try String.fetchAll(try database.cachedStatement(sql: sql), arguments: [list, id.rawValue]) {
            for table in ["keptAlbum", "removedAlbum"] {
                try database.run("UPDATE OR IGNORE \(table) SET id = ? WHERE id = ?", [id.rawValue, former])
            }
            try ChangeLog(database).rename(AlbumID(rawValue: former), to: id)
            try JoinedRecords(database).rename(AlbumID(rawValue: former), to: id)
        }
    }

    /// Removes the oldest kept albums above the limit.
    static func trim(in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM keptAlbum WHERE rowid IN (
                    SELECT rowid FROM keptAlbum WHERE edits IS NULL AND chosenCover IS NULL ORDER BY rowid DESC LIMIT -1 OFFSET ?
                )
                """,
            arguments: [limit]
        )
    }
}
