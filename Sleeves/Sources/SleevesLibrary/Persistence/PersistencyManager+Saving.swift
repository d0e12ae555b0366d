public import struct Foundation.Date
internal import GRDB

extension PersistencyManager {
    /// Puts albums into the library, or brings those that are there up to date, in one transaction.
    ///
    /// An album that is there keeps its date and its cover; a cover that was looked for in vain gets another chance when the record
    /// names a new place for it. One from Discogs also keeps the genre and the cover's address where the record says nothing of them,
    /// because Discogs' own export never does. Where two records have one id, the later one counts.
    ///
    /// - Parameters:
    ///   - records: The albums, each with all its tracks.
    ///   - date: When the new ones among them came into the library, unless their catalogue knows when they came into the collection.
    /// - Returns: How many were new, changed and as before.
    /// - Complexity: O(*n*) in the number of tracks given.
    @discardableResult
    public func save(_ records: [AlbumRecord], at date: Date = Date()) throws(PersistencyError) -> SaveSummary {
        if records.isEmpty { return SaveSummary() }
        return try write { database in
            var summary = SaveSummary()
            for record in records {
                switch try Self.save(record, at: date, in: database) {
                case .inserted: summary.inserted += 1
                case .updated: summary.updated += 1
                case .unchanged: summary.unchanged += 1
                }
            }
            return summary
        }
    }

    /// Takes albums out of the library, in one transaction. Their covers stay in the cache.
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
                        release: try Self.release(of: id, in: database)
                    )
                )
                try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [id.rawValue])
            }
            return archived
        }
    }

    /// Puts albums back as they were, date and cover included, in one transaction. One that is there again meanwhile is replaced.
    public func restore(_ archived: [ArchivedAlbum]) throws(PersistencyError) {
        try write { database in
            for memento in archived {
                try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [memento.id.rawValue])
                try AlbumRow(memento.album, release: memento.release).insert(into: database)
                try Self.setTracks(try StoredJSON.encode(memento.tracks), of: memento.id, in: database)
            }
        }
    }

    private enum Outcome { case inserted, updated, unchanged }

    private static func save(_ record: AlbumRecord, at date: Date, in database: Database) throws -> Outcome {
        let tracks = try StoredJSON.encode(record.tracks)
        guard let old = try album(record.id, in: database) else {
            // Nobody has bought a record tomorrow.
            let added = record.release?.firstAdded.map { min($0, date) } ?? date
            try AlbumRow(StoredAlbum(record, added: added), release: record.release).insert(into: database)
            try setTracks(tracks, of: record.id, in: database)
            return .inserted
        }
        var record = record
        if record.source == .discogs {
            record.genre = record.genre ?? old.genre
            record.coverURL = record.coverURL ?? old.coverURL
        }
        var new = try AlbumRow(StoredAlbum(record, added: old.added), release: record.release)
        let placeIsNew = new.album.coverURL != old.coverURL || new.album.localCover != old.localCover
        new.album.cover = old.cover == .failed && placeIsNew ? .missing : old.cover
        let tracksChanged = try storedTracks(of: record.id, in: database) != tracks
        let releaseChanged = try storedRelease(of: record.id, in: database) != new.release
        guard new.album != old || tracksChanged || releaseChanged else { return .unchanged }
        try new.update(in: database)
        if tracksChanged { try setTracks(tracks, of: record.id, in: database) }
        return .updated
    }

    private static func setTracks(_ tracks: String, of id: AlbumID, in database: Database) throws {
        try database.cachedStatement(
            sql: "INSERT INTO trackList (albumID, tracks) VALUES (?, ?) ON CONFLICT (albumID) DO UPDATE SET tracks = excluded.tracks"
        ).execute(arguments: [id.rawValue, tracks])
    }
}
