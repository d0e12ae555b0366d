internal import GRDB

extension PersistencyManager {
    /// Changes an album by hand. What is changed stays when the album is imported again.
    ///
    /// - Parameter edits: All that is changed from now on; what was changed before and is not among it stays as it is until the album is
    ///   imported again, and then becomes what its source says.
    /// - Returns: Whether the album is in the library.
    @discardableResult
    public func edit(_ id: AlbumID, _ edits: AlbumEdits) throws(PersistencyError) -> Bool {
        try write { database in
            guard let album = try Self.album(id, in: database) else { return false }
            var record = album.record(tracks: [])
            edits.apply(to: &record)
            var changed = StoredAlbum(record, added: album.added)
            changed.trackCount = album.trackCount
            changed.cover = album.cover
            changed.chosenCover = album.chosenCover
            try AlbumRow(changed, release: try Self.release(of: id, in: database)).update(in: database)
            try database.cachedStatement(sql: "UPDATE album SET edits = ? WHERE id = ?")
                .execute(arguments: [edits.isEmpty ? nil : try StoredJSON.encode(edits), id.rawValue])
            return true
        }
    }

    /// What the person has changed of an album by hand.
    public func edits(of id: AlbumID) throws(PersistencyError) -> AlbumEdits {
        try read { database in try Self.edits(of: id, in: database) } ?? AlbumEdits()
    }

    static func edits(of id: AlbumID, in database: Database) throws -> AlbumEdits? {
        let statement = try database.cachedStatement(sql: "SELECT edits FROM album WHERE id = ? AND edits IS NOT NULL")
        return try String.fetchOne(statement, arguments: [id.rawValue]).map { try StoredJSON.decode(AlbumEdits.self, from: $0) }
    }
}
