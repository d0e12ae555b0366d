package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Calls `body` with each album and all its data, by artist, as of one moment.
    package func forEachAlbum(_ body: (CompleteAlbum) throws -> Void) throws {
        var problem: (any Error)?
        do {
            try read { database in
                try Row.forEach(database, sql: "SELECT id FROM album ORDER BY \(AlbumSort.artist.orderClause)") { row in
                    guard let id = try? row[0] as String, let archived = try Self.archived(AlbumID(rawValue: id), in: database) else {
                        return
                    }
                    do {
                        try body(archived)
                    } catch {
                        problem = error
                        throw error
                    }
                }
            }
        } catch {
            // An error that `body` has thrown isn't the database's.
            if let problem { throw problem }
            throw error
        }
    }
}
