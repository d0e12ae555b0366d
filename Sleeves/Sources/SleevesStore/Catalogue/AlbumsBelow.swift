internal import SleevesModel
internal import SQLite

/// The albums that have files below some folders, or among some files; and those in the folders that undo or redo has restored, whose files are
/// only found by the next import.
struct AlbumsBelow {
    /// The query for their identifiers.
    let sql: String
    let arguments: StatementArguments

    /// - Parameter paths: Absolute paths of folders and files, any number of them.
    init(_ paths: [String]) {
        // Each join starts at the paths and uses an index, however many paths there are.
        sql = """
            WITH root (path, first, past, parent, name) AS MATERIALIZED (
                SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)
            )
            SELECT albumID FROM root CROSS JOIN folder ON folder.path = root.path CROSS JOIN file ON file.folder = folder.id
                WHERE albumID IS NOT NULL
            UNION ALL
            SELECT albumID FROM root CROSS JOIN folder ON folder.path >= root.first AND folder.path < root.past
                CROSS JOIN file ON file.folder = folder.id WHERE albumID IS NOT NULL
            UNION ALL
            SELECT albumID FROM root CROSS JOIN folder ON folder.path = root.parent
                CROSS JOIN file ON file.folder = folder.id AND file.name = root.name WHERE albumID IS NOT NULL
            UNION ALL
            SELECT restoredAlbum.id FROM restoredAlbum CROSS JOIN album ON album.id = restoredAlbum.id
                CROSS JOIN root ON album.folder = root.path OR album.folder >= root.first AND album.folder < root.past
            """
        let roots = paths.map { path in
            let bounds = FileCatalogue.bounds(of: path)
            return [path, bounds.first, bounds.end, Path.folder(of: path), Path.name(of: path)]
        }
        // Encoding texts as JSON can't fail.
        arguments = [(try? StoredJSON.encode(roots)) ?? "[]"]
    }

    /// Returns the number of these albums in a table.
    func count(of table: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE id IN (\(sql))", arguments: arguments) ?? 0
    }

    /// Marks those of these albums that the user has removed, so that they are assembled again.
    func markRemovedAsStale(in database: Database) throws {
        let sql = "INSERT OR IGNORE INTO staleAlbum SELECT id FROM removedAlbum WHERE id IN (\(sql))"
        try database.execute(sql: sql, arguments: arguments)
    }
}
