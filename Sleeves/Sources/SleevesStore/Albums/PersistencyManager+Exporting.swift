package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Calls `body` with albums and all their data, as of one moment.
    ///
    /// - Parameter ids: The albums, in order; missing ones are skipped. `nil` for all albums, by artist.
    package func forEachAlbum(of ids: [AlbumID]? = nil, _ body: (CompleteAlbum) throws -> Void) throws {
        var problem: (any Error)?
        do {
            try read { database in
                func take(_ id: AlbumID) throws {
                    guard var archived = try Self.archived(id, in: database) else { return }
                    archived.newerValues = try SharedCatalogue.newerValues(of: id, in: database)
                    do {
                        try body(archived)
                    } catch {
                        problem = error
                        throw error
                    }
                }
                if let ids { return try ids.forEach(take) }
                try Row.forEach(database, sql: "SELECT id FROM album ORDER BY \(AlbumSort.artist.orderClause)") { row in
                    if let id = try? row[0] as String { try take(AlbumID(rawValue: id)) }
                }
            }
        } catch {
            // An error that `body` has thrown isn't the database's.
            if let problem { throw problem }
            throw error
        }
    }
}
