package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Calls `body` with albums and all their data, as of one moment.
    ///
    /// - Parameters:
    ///   - ids: The albums, in order, each with the records that it shows; missing ones are skipped. `nil` for all albums, by artist.
    ///   - joining: Whether records come with the albums that show them, and not by themselves.
    package func forEachAlbum(of ids: [AlbumID]? = nil, joining: Bool = false, _ body: (CompleteAlbum) throws -> Void) throws {
        var problem: (any Error)?
        do {
            try read { database in
                let fields = try Self.declaredOwnFields(in: database).map(\.field)
                func take(_ id: AlbumID) throws {
                    let album = joining ? try Self.complete(id, in: database) : try Self.archived(id, in: database)
                    guard var archived = album else { return }
                    archived.ownFields = fields
                    archived.newerValues = try SharedCatalogue.newerValues(of: id, in: database)
                    do {
                        try body(archived)
                    } catch {
                        problem = error
                        throw error
                    }
                }
                if let ids {
                    let joined = JoinedRecords(database)
                    return try ids.forEach { id in try (joining ? [id] : joined.family(of: id)).forEach(take) }
                }
                let condition = joining ? "WHERE number NOT IN (\(JoinedRecords.numbers))" : ""
                try Row.forEach(database, sql: "SELECT id FROM album \(condition) ORDER BY \(AlbumSort.artist.orderClause)") { row in
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
