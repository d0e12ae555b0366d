public import struct FoundationEssentials.Date
internal import SQLite

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
    ///   - bringsBackRemoved: Whether albums come back that the person has taken out.
    /// - Returns: How many were new, changed and as before.
    /// - Complexity: O(*n*) in the number of tracks given.
    @discardableResult
    public func save(
        _ records: [CompleteAlbum],
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

    /// Puts albums into the library likewise, in as many transactions as let others write in between.
    func saveInTurns(_ records: [CompleteAlbum], _ saving: AlbumSaving, turn: Duration = PersistencyManager.turn) async throws
        -> AlbumSaving
    {
        if records.isEmpty { return saving }
        var saving = saving
        var rest = records[...]
        try await writeInTurns(of: turn) { database, isOver in
            try saving.inTransaction(of: database) { saving in
                while let record = rest.first, !isOver() {
                    try saving.save(record, in: database)
                    rest.removeFirst()
                }
                return rest.isEmpty
            }
        }
        return saving
    }

    /// How long a transaction of an import takes at most.
    static let turn = Duration.seconds(1)

    /// Does long work in several transactions. Other programs wait for a few seconds at most to write; between two transactions is time for
    /// them.
    ///
    /// - Parameters:
    ///   - turn: How long a transaction may take. At least one piece of the work is done in each.
    ///   - body: Does some of the work, until it is told that its time is over; returns whether the work is done. It asks before each piece.
    /// - Throws: ``PersistencyError`` or `CancellationError`; what was done in earlier transactions stays.
    func writeInTurns(
        of turn: Duration = PersistencyManager.turn,
        _ body: (_ database: Database, _ isOver: () -> Bool) throws -> Bool
    ) async throws {
        while true {
            let isDone = try write { database in
                // Waiting for others does not count: whoever always waits long would never get anywhere.
                let start = ContinuousClock.now
                var hasBegun = false
                return try body(database) {
                    defer { hasBegun = true }
                    return hasBegun && ContinuousClock.now - start >= turn
                }
            }
            if isDone { return }
            // Longer than others wait before they try again.
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Takes an album out of the library. No import brings it back unasked. Its cover stays in the cache.
    ///
    /// - Returns: A memento, for ``AlbumRestoring``; `nil` where there is no such album.
    static func remove(_ id: AlbumID, in database: Database) throws -> CompleteAlbum? {
        guard let memento = try archived(id, in: database) else { return nil }
        try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [id.rawValue])
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO removedAlbum VALUES (?)").execute(arguments: [id.rawValue])
        return memento
    }

    /// A memento of an album.
    static func archived(_ id: AlbumID, in database: Database) throws -> CompleteAlbum? {
        guard let album = try album(id, in: database) else { return nil }
        var complete = CompleteAlbum(album, tracks: try tracks(of: id, in: database), release: try release(of: id, in: database))
        complete.trackCount = album.trackCount
        complete.edits = try edits(of: id, in: database)
        complete.unedited = try unedited(id, in: database)
        complete.number = try number(of: id, in: database)
        return complete
    }
}
