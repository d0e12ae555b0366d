internal import FoundationEssentials
internal import SQLite

/// What the library keeps of an album whose files are gone: what the person did to it, when it came, and its place in lists.
///
/// Files come and go: a disk is connected again, a folder is restored from a backup, tags are changed and changed back.
struct KeptAlbum {
    var number: Int64
    var added: Date
    var edits: AlbumEdits?
    var chosenCover: CoverDigest?

    /// How many are kept that the person did nothing to. The oldest go first.
    static let limit = 100_000

    /// Keeps what there is of an album that is about to go.
    static func keep(_ id: AlbumID, in database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO keptAlbum (id, number, added, edits, chosenCover)
                SELECT id, number, added, edits, chosenCover FROM album WHERE id = ?
                """
        ).execute(arguments: [id.rawValue])
    }

    /// What is kept of an album that comes back. It is kept no longer.
    static func take(_ id: AlbumID, in database: Database) throws -> KeptAlbum? {
        let statement = try database.cachedStatement(sql: "SELECT number, added, edits, chosenCover FROM keptAlbum WHERE id = ?")
        let kept = try Row.fetchOne(statement, arguments: [id.rawValue]) { row in
            KeptAlbum(
                number: try row[0],
                added: Date(milliseconds: try row[1]),
                edits: try (row[2] as String?).flatMap { try? StoredJSON.decode(AlbumEdits.self, from: $0) },
                chosenCover: try (row[3] as String?).flatMap(CoverDigest.init(rawValue:))
            )
        }
        guard let kept else { return nil }
        try database.cachedStatement(sql: "DELETE FROM keptAlbum WHERE id = ?").execute(arguments: [id.rawValue])
        return kept
    }

    /// Lets the oldest go where there are too many.
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
