internal import GRDB

/// The albums that have files below some folders, or among some files.
struct AlbumsBelow {
    /// A query for their identifiers.
    let sql: String
    let arguments: StatementArguments

    /// - Parameter paths: Absolute paths of folders and files.
    init(_ paths: [String]) {
        let condition = "folder.path = ? OR folder.path >= ? AND folder.path < ? OR folder.path = ? AND file.name = ?"
        let conditions = paths.isEmpty ? "0" : Array(repeating: condition, count: paths.count).joined(separator: " OR ")
        sql = "SELECT albumID FROM file JOIN folder ON folder.id = file.folder WHERE albumID IS NOT NULL AND (\(conditions))"
        var arguments = StatementArguments()
        for path in paths {
            let bounds = FileCatalogue.bounds(of: path)
            arguments += [path, bounds.first, bounds.end, Path.folder(of: path), Path.name(of: path)]
        }
        self.arguments = arguments
    }

    /// How many of them stand in a table.
    func count(of table: String, in database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table) WHERE id IN (\(sql))", arguments: arguments) ?? 0
    }

    /// Has those assembled again that the person has taken out.
    func markRemovedAsStale(in database: Database) throws {
        let sql = "INSERT OR IGNORE INTO staleAlbum SELECT id FROM removedAlbum WHERE id IN (\(sql))"
        try database.execute(sql: sql, arguments: arguments)
    }
}
