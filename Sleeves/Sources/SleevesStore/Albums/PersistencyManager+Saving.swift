public import SleevesModel
public import struct FoundationEssentials.Date
internal import SQLite

extension PersistencyManager {
    /// Adds albums to the library, or updates existing ones, in one transaction.
    ///
    /// An existing album keeps its date, its cover and the user's edits. An unsuccessful search for its cover is repeated if the record
    /// names a new place. An album from Discogs also keeps the genre and the cover's address if the record has none, because Discogs' own
    /// export never does. If two records have one id, the later one counts.
    ///
    /// - Parameters:
    ///   - records: The albums, each with all its tracks.
    ///   - date: The date when new albums were added, unless their catalogue knows when they were added to the collection.
    ///   - bringsBackRemoved: Whether to bring back albums that the user has removed.
    /// - Returns: The numbers of new, changed and unchanged albums.
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

    /// Saves albums likewise, in several transactions, so that others can write in between.
    ///
    /// - Parameters:
    ///   - next: Returns the next album; `nil` at the end. Each is saved once.
    ///   - afterTurn: Called after each transaction, with the number of saved albums, and whether it changed the library.
    package func saveInTurns(
        _ saving: AlbumSaving,
        turn: Duration = PersistencyManager.turn,
        next: () throws -> CompleteAlbum?,
        afterTurn: (_ done: Int, _ hasChanged: Bool) -> Void = { _, _ in }
    ) async throws -> AlbumSaving {
        guard var record = try next() else { return saving }
        try write { try $0.execute(sql: "PRAGMA cache_size = \(-Self.importCacheSize)") }
        defer { try? write { try $0.execute(sql: "PRAGMA cache_size = \(-Self.cacheSize)") } }
        var saving = saving
        var (done, toldChanges) = (0, 0)
        try await writeInTurns(of: turn) { database, isOver in
            try saving.inTransaction(of: database) { saving in
                while !isOver() {
                    try saving.save(record, in: database)
                    // Each comes once, and the memory doesn't grow with their number.
                    saving.forgetInserted()
                    done += 1
                    guard let following = try next() else { return true }
                    record = following
                }
                return false
            }
        } afterTurn: {
            afterTurn(done, saving.changeCount > toldChanges)
            toldChanges = saving.changeCount
        }
        return saving
    }

    /// Joins records without files with the albums of files that have their names, where one of them is new and the user hasn't decided otherwise, in
    /// several transactions.
    ///
    /// - Parameter journal: The journal of the import that has brought the albums.
    /// - Returns: The number of joined records, and the journal.
    /// - Complexity: O(*n*) in the number of records without files that aren't joined, at some microseconds each, if there are new albums.
    package func joinNamesakes(_ journal: ImportJournal?) async throws -> (count: Int, journal: ImportJournal?) {
        guard let (pairs, mark) = try read({ database in try JoinedRecords(database).newNamesakes() }) else { return (0, journal) }
        var (saving, rest, count) = (AlbumSaving(journal: journal), pairs[...], 0)
        try await writeInTurns { database, isOver in
            try saving.inTransaction(of: database) { saving in
                while !isOver(), let pair = rest.popFirst() {
                    if try saving.join(pair, in: database) { count += 1 }
                }
                if rest.isEmpty { try JoinedRecords(database).noteJoining(upTo: mark) }
                return rest.isEmpty
            }
        } afterTurn: {
        }
        return (count, saving.journal)
    }

    /// The maximum duration of an import's transaction.
    package static let turn = Duration.seconds(1)

    /// Performs long work in several transactions, so that other programs wait for a few seconds at most to write.
    ///
    /// - Parameters:
    ///   - turn: The maximum duration of a transaction. Each performs at least one piece of the work. The first ones are shorter, so that
    ///     their result appears soon.
    ///   - body: Performs pieces of the work, and calls `isOver` before each to know whether to stop. Returns whether the work is done.
    ///   - afterTurn: Called after each transaction.
    /// - Throws: ``PersistencyError`` or `CancellationError`; completed transactions stay.
    func writeInTurns(
        of turn: Duration = PersistencyManager.turn,
        _ body: (_ database: Database, _ isOver: () -> Bool) throws -> Bool,
        afterTurn: () -> Void
    ) async throws {
        var length = min(turn, .milliseconds(250))
        while true {
            let isDone = try write { database in
                // Waiting for others doesn't count: otherwise a process that always waits long would never get anywhere.
                let start = ContinuousClock.now
                var hasBegun = false
                return try body(database) {
                    defer { hasBegun = true }
                    return hasBegun && ContinuousClock.now - start >= length
                }
            }
            afterTurn()
            if isDone { return }
            length = min(turn, length * 2)
            // Longer than other processes wait before they retry.
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Removes an album from the library. Imports don't bring it back unless asked to. Its cover stays in the cache.
    ///
    /// - Returns: A memento, for ``AlbumRestoring``; `nil` if there is no such album.
    static func remove(_ id: AlbumID, in database: Database) throws -> CompleteAlbum? {
        guard let memento = try archived(id, in: database) else { return nil }
        try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [id.rawValue])
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO removedAlbum VALUES (?)").execute(arguments: [id.rawValue])
        return memento
    }

    /// Makes an album a wish, as its source says.
    ///
    /// - Returns: Whether the user had it.
    static func makeWish(_ id: AlbumID, in database: Database) throws -> Bool {
        guard let album = try album(id, in: database) else { return false }
        let wasWanted = try isWanted(id, in: database)
        var release = try release(of: id, in: database) ?? ReleaseRecord()
        release.copies = [CopyRecord(isWanted: true)]
        try AlbumRow(album, release: release, edits: try edits(of: id, in: database)).update(in: database)
        return try !wasWanted && isWanted(id, in: database)
    }

    /// Returns whether the user has no copy of an album, but wishes to.
    static func isWanted(_ id: AlbumID, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT isWanted FROM album WHERE id = ?")
        return try Bool.fetchOne(statement, arguments: [id.rawValue]) ?? false
    }

    /// Returns a memento of an album.
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
