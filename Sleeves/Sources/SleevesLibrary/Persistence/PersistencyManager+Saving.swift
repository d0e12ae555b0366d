public import struct Foundation.Date
internal import GRDB

extension PersistencyManager {
    /// Puts albums into the library, or brings those that are there up to date, in one transaction.
    ///
    /// An album that is there keeps its date, its cover and what was changed of it by hand; a cover that was looked for in vain gets another chance when the record
    /// names a new place for it. One from Discogs also keeps the genre and the cover's address where the record says nothing of them,
    /// because Discogs' own export never does. Where two records have one id, the later one counts.
    ///
    /// - Parameters:
    ///   - records: The albums, each with all its tracks.
    ///   - date: When the new ones among them came into the library, unless their catalogue knows when they came into the collection.
    ///   - bringsBackRemoved: Whether albums come back that were taken out with ``remove(_:)``.
    /// - Returns: How many were new, changed and as before.
    /// - Complexity: O(*n*) in the number of tracks given.
    @discardableResult
    public func save(
        _ records: [AlbumRecord],
        at date: Date = Date(),
        bringsBackRemoved: Bool = false
    ) throws(PersistencyError) -> SaveSummary {
        if records.isEmpty { return SaveSummary() }
        return try write { database in
            var saving = AlbumSaving(at: date, bringsBackRemoved: bringsBackRemoved)
            for record in records { try saving.save(record, in: database) }
            return saving.summary
        }
    }

    /// Takes albums out of the library, in one transaction. No import brings them back unasked. Their covers stay in the cache.
    ///
    /// - Returns: Mementos of those that were there, for ``restore(_:)``, in the order of `ids`.
    @discardableResult
    public func remove(_ ids: [AlbumID]) throws(PersistencyError) -> [ArchivedAlbum] {
        try write { database in
            var archived: [ArchivedAlbum] = []
            for id in ids {
                guard let album = try Self.album(id, in: database) else { continue }
                archived.append(
                    ArchivedAlbum(
                        album: album,
                        tracks: try Self.tracks(of: id, in: database),
                        release: try Self.release(of: id, in: database),
                        edits: try Self.edits(of: id, in: database)
                    )
                )
                try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [id.rawValue])
                try database.cachedStatement(sql: "INSERT OR IGNORE INTO removedAlbum VALUES (?)").execute(arguments: [id.rawValue])
            }
            return archived
        }
    }

    /// Puts albums back as they were, date and cover included, in one transaction. One that is there again meanwhile is replaced.
    public func restore(_ archived: [ArchivedAlbum]) throws(PersistencyError) {
        try write { database in
            for memento in archived {
                for sql in ["DELETE FROM album WHERE id = ?", "DELETE FROM removedAlbum WHERE id = ?"] {
                    try database.cachedStatement(sql: sql).execute(arguments: [memento.id.rawValue])
                }
                try AlbumRow(memento.album, release: memento.release).insert(into: database)
                if let edits = memento.edits {
                    try database.cachedStatement(sql: "UPDATE album SET edits = ? WHERE id = ?")
                        .execute(arguments: [try StoredJSON.encode(edits), memento.id.rawValue])
                }
                try AlbumSaving.setTracks(try StoredJSON.encode(memento.tracks), of: memento.id, in: database)
            }
        }
    }
}
