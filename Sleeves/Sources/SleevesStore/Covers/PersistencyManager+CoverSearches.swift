package import SleevesModel
internal import SleevesCovers
package import FoundationEssentials
internal import SQLite

extension PersistencyManager {
    /// Returns the result of the last search for an album's cover outside the library; `nil` if there was none, or the cover has another
    /// place since.
    package func coverSearch(of id: AlbumID) throws(PersistencyError) -> CoverSearch? {
        try read { database in try Self.coverSearch(of: id, in: database) }
    }

    private static func coverSearch(of id: AlbumID, in database: Database) throws -> CoverSearch? {
        let sql = "SELECT attempts, outcome, reason, last, next FROM coverSearch WHERE albumID = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [id.rawValue]) { row in
            CoverSearch(
                attempts: try row[0],
                outcome: CoverSearch.Outcome(rawValue: try row[1]) ?? .temporary,
                reason: try row[2],
                last: Date(milliseconds: try row[3]),
                next: Date(milliseconds: try row[4])
            )
        }
    }

    /// Saves an unsuccessful search for a cover.
    ///
    /// - Parameters:
    ///   - retryAfter: The minimum delay that the source demands.
    ///   - date: Now.
    /// - Returns: The saved search; `nil` if the album isn't in the library any more.
    @discardableResult
    package func noteCoverSearch(
        of id: AlbumID,
        outcome: CoverSearch.Outcome,
        reason: String?,
        retryAfter: Duration?,
        at date: Date,
        backoff: CoverBackoff
    ) throws(PersistencyError) -> CoverSearch? {
        try write { database in
            guard try Self.album(id, in: database) != nil else { return nil }
            let before = try Self.coverSearch(of: id, in: database)
            let attempts = before?.outcome == outcome ? (before?.attempts ?? 0) + 1 : 1
            let delay = max(backoff.delay(after: outcome, attempts: attempts), retryAfter ?? .zero)
            let search = CoverSearch(
                attempts: attempts,
                outcome: outcome,
                reason: reason,
                last: date,
                next: date.addingTimeInterval(delay / .seconds(1))
            )
            try Self.save(search, of: id, pausedUntil: retryAfter.map { date.addingTimeInterval($0 / .seconds(1)) }, in: database)
            return search
        }
    }

    private static func save(_ search: CoverSearch, of id: AlbumID, pausedUntil pause: Date?, in database: Database) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO coverSearch (albumID, attempts, outcome, reason, last, next, pausedUntil)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id.rawValue, search.attempts, search.outcome.rawValue, search.reason, search.last.milliseconds, search.next.milliseconds,
                pause?.milliseconds ?? 0,
            ])
        // A cover that doesn't exist is missing; one that exists and can't be loaded has failed.
        try database.run(
            "UPDATE album SET coverState = ?, coverDigest = NULL WHERE id = ?",
            [search.reason == nil ? "missing" : "failed", id.rawValue])
    }

    /// Forgets a cover that was fetched. It isn't searched for again before its time, as if no source had it.
    static func forgetCover(of id: AlbumID, in database: Database) throws {
        let date = Date()
        let delay = CoverBackoff.system.delay(after: .absent, attempts: 1)
        let search = CoverSearch(
            attempts: 1, outcome: .absent, last: date, next: date.addingTimeInterval(delay / .seconds(1)))
        try save(search, of: id, pausedUntil: nil, in: database)
    }

    /// Saves that a cover was found and stored under this digest.
    ///
    /// - Parameter longestSide: In pixels; `nil` if it isn't known.
    /// - Returns: Whether the album is in the library. It may have been removed during the search.
    @discardableResult
    package func noteCoverFound(
        _ digest: CoverDigest, longestSide: Int? = nil, for id: AlbumID
    ) throws(PersistencyError) -> Bool {
        try write { database in
            try Self.note(longestSide: longestSide, of: digest.rawValue, in: database)
            return try Self.setFoundCover(digest, of: id, in: database)
        }
    }

    @discardableResult
    static func setFoundCover(_ digest: CoverDigest, of id: AlbumID, in database: Database) throws -> Bool {
        try database.run("DELETE FROM coverSearch WHERE albumID = ?", [id.rawValue])
        return try setCover(.present(digest), of: id, in: database)
    }

    /// Allows searches for covers before their time, except at hosts that demand a delay.
    ///
    /// - Parameter outcomes: The outcomes after which to search again.
    package func allowCoverSearches(after outcomes: Set<CoverSearch.Outcome>) throws(PersistencyError) {
        try write { database in
            for outcome in outcomes {
                try database.execute(sql: "UPDATE coverSearch SET next = pausedUntil WHERE outcome = ?", arguments: [outcome.rawValue])
            }
        }
    }

    /// Allows searches for the covers of some albums before their time, except at hosts that demand a delay.
    package func allowCoverSearches(of ids: [AlbumID]) throws(PersistencyError) {
        try write { database in
            let sql = "UPDATE coverSearch SET next = pausedUntil WHERE albumID IN (SELECT value FROM json_each(?))"
            try database.execute(sql: sql, arguments: [try StoredJSON.encode(ids)])
        }
    }

    /// Returns those of some albums whose covers are missing, in the same order.
    ///
    /// - Returns: The albums, and whether each has a cover whose thumbnail was lost.
    package func missingCovers(of ids: [AlbumID]) throws(PersistencyError) -> [(album: AlbumID, isLost: Bool)] {
        let digests = try read { database in
            let sql = "SELECT id, coverDigest FROM album WHERE chosenCover IS NULL AND id IN (SELECT value FROM json_each(?))"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [try StoredJSON.encode(ids)]) { row in
                (try row[0] as String, try (row[1] as String?).flatMap(CoverDigest.init(rawValue:)))
            }
            return Dictionary(uniqueKeysWithValues: rows)
        }
        return ids.compactMap { id in
            guard let digest = digests[id.rawValue] else { return nil }
            guard let digest else { return (id, false) }
            return covers.contains(digest) ? nil : (id, true)
        }
    }

    /// Returns the albums whose covers are to be searched for now, by identifier.
    ///
    /// - Parameters:
    ///   - id: The identifier after which to begin.
    ///   - date: Now.
    package func coversToSeek(after id: String, limit: Int, at date: Date) throws(PersistencyError) -> [AlbumID] {
        var found: [AlbumID] = []
        var last = id
        let future = date.addingTimeInterval(CoverSearch.clockTolerance)
        while found.count < limit {
            let rows = try read { database in
                let sql = """
                    SELECT id, coverDigest FROM album LEFT JOIN coverSearch ON coverSearch.albumID = album.id
                    WHERE id > ? AND chosenCover IS NULL AND (coverState = 'present' OR next IS NULL OR next <= ? OR last > ?)
                    ORDER BY id LIMIT ?
                    """
                return try Row.fetchAll(database, sql: sql, arguments: [last, date.milliseconds, future.milliseconds, limit]) { row in
                    (id: try row[0] as String, digest: try (row[1] as String?).flatMap(CoverDigest.init(rawValue:)))
                }
            }
            guard let end = rows.last?.id else { break }
            last = end
            // A cover whose thumbnail was lost counts as missing.
            found += rows.filter { row in row.digest.map { !covers.contains($0) } ?? true }.map { AlbumID(rawValue: $0.id) }
        }
        return found
    }

    /// Returns the MusicBrainz entities that the tags of an album's files name, the likeliest first.
    package func musicBrainzEntities(of id: AlbumID) throws(PersistencyError) -> [MusicBrainzEntity] {
        try read { database in
            func mostFrequent(_ column: String) throws -> MusicBrainzID? {
                let sql = """
                    SELECT \(column) FROM file WHERE albumID = ? AND \(column) IS NOT NULL
                    GROUP BY \(column) ORDER BY count(*) DESC, \(column) LIMIT 1
                    """
                return try String.fetchOne(database, sql: sql, arguments: [id.rawValue]).flatMap(MusicBrainzID.init)
            }
            let release = try mostFrequent("release").map(MusicBrainzEntity.release)
            let group = try mostFrequent("releaseGroup").map(MusicBrainzEntity.releaseGroup)
            return [release, group].compactMap { $0 }
        }
    }
}
