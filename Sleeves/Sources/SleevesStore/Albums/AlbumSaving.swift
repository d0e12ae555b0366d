internal import SleevesModel
package import FoundationEssentials
internal import SQLite

/// A writer that adds albums to the library or updates them, within a transaction, and counts them.
///
/// An existing album keeps its cover, the user's edits, and its date, unless its files came earlier or its list has another one. An album that the user has removed stays
/// removed.
package struct AlbumSaving {
    package private(set) var summary = SaveSummary()
    /// The number of changes of albums, each of which a list may show.
    private(set) var changeCount = 0
    private let date: Date
    private let bringsBackRemoved: Bool
    /// The journal that makes the changes undoable; `nil` for changes that the user hasn't asked for.
    package private(set) var journal: ImportJournal?
    /// The hashes of the identifiers of the new albums: an album counts as new even if it changes later in the same import.
    private var insertedHashes: Set<Int> = []
    /// The number of saved albums that have a cover in the library.
    package private(set) var coverCount = 0

    /// - Parameters:
    ///   - date: The date when new albums were added, unless their catalogue knows when they were added to the collection.
    ///   - bringsBackRemoved: Whether to bring back albums that the user has removed.
    ///   - journal: The journal that records the changes.
    package init(at date: Date = Date(), bringsBackRemoved: Bool = false, journal: ImportJournal? = nil) {
        self.date = date
        self.bringsBackRemoved = bringsBackRemoved
        self.journal = journal
    }

    /// Calls `body` within a transaction, and updates the journal with it.
    mutating func inTransaction<Value>(of database: Database, _ body: (inout AlbumSaving) throws -> Value) throws -> Value {
        try journal?.resume(in: database)
        let value = try body(&self)
        try journal?.write(in: database)
        return value
    }

    /// Adds an effect on the followed folders to the journal.
    mutating func note(_ roots: RootChange) {
        journal?.roots.add(roots)
    }

    /// Forgets which albums are new, because none of them comes again.
    mutating func forgetInserted() {
        insertedHashes.removeAll(keepingCapacity: true)
    }

    mutating func save(_ record: CompleteAlbum, in database: Database) throws {
        var record = record
        if try leaveOutKnownCopies(of: &record, in: database) { return summary.unchanged += 1 }
        try saveKnown(record, in: database)
        // The library's own kinds stay.
        for field in record.ownFields {
            try database.run("INSERT OR IGNORE INTO ownField VALUES (?, ?, 0)", [field.name, field.kind.rawValue])
        }
        guard let newer = record.newerValues, let own = try PersistencyManager.archived(record.id, in: database) else { return }
        try SharedCatalogue.keep(newer, of: own, now: date.milliseconds, in: database)
    }

    /// Leaves out what a row of this library's own table says of copies that the user has added, which would be there twice.
    ///
    /// - Returns: Whether that is all, because the row is of files or of another list.
    private mutating func leaveOutKnownCopies(of record: inout CompleteAlbum, in database: Database) throws -> Bool {
        guard let id = record.exportedID, let own = try PersistencyManager.archived(id, in: database) else { return false }
        let rating = own.opinion.rating
        func values(_ copy: CopyRecord) -> [String: String] {
            var values = Dictionary(
                copy.entries.compactMap { entry in copy[entry.field].map { (entry.field.name, $0) } },
                uniquingKeysWith: { first, _ in first })
            // The table has one rating of all copies.
            if rating != nil { values[CopyField.rating.name] = nil }
            return values
        }
        let copies = record.release?.copies ?? []
        guard record.id == id else {
            // An earlier version has made a record of the row.
            if try PersistencyManager.number(of: record.id, in: database) != nil { return false }
            let known = Set(own.copies.map { values($0.record) } + [[:]])
            guard copies.allSatisfy({ known.contains(values($0)) }) else { return false }
            if own.album.shownCover.digest != nil { coverCount += 1 }
            return true
        }
        var added = own.copies.filter(\.isAddedByUser).map { values($0.record) }
        var others = copies
        for index in copies.indices.reversed() where copies[index].added == nil && others.count > 1 {
            guard let place = added.firstIndex(of: values(copies[index])) else { continue }
            added.remove(at: place)
            others.remove(at: index)
        }
        if others.count < copies.count { record.release?.copies = others }
        return false
    }

    private mutating func saveKnown(_ record: CompleteAlbum, in database: Database) throws {
        let past = try past(of: record.id, in: database)
        if past.wasRemoved {
            guard bringsBackRemoved else { return summary.leftOut += 1 }
            try execute("DELETE FROM removedAlbum WHERE id = ?", [record.id.rawValue], in: database)
        }
        // From now on, this machine has it itself.
        if past.wasBorrowed { try execute("DELETE FROM borrowedAlbum WHERE id = ?", [record.id.rawValue], in: database) }
        if past.isPresent, let old = try PersistencyManager.album(record.id, in: database) {
            try update(old, to: record, in: database)
        } else {
            try journal?.note(record.id, title: record.title, before: past.wasRemoved ? .removed : .absent, in: database)
            // The user's changes survive a time without files.
            let kept = past.isKept ? try KeptAlbum.take(record.id, in: database) : nil
            var album = record.sourceRecord.album
            album.added = dateAdded(to: record, before: kept?.added)
            album.chosenCover = kept?.chosenCover
            let number = try kept.flatMap { try PersistencyManager.isFree($0.number, in: database) ? $0.number : nil }
            try NewAlbum(album, tracks: record.tracks, release: record.release).insert(into: database, number: number)
            if let edits = kept?.edits ?? record.edits { try PersistencyManager.setEdits(edits, of: album, in: database) }
            if album.shownCover.digest != nil { coverCount += 1 }
            summary.inserted += 1
            changeCount += 1
            insertedHashes.insert(record.id.hashValue)
        }
    }

    private mutating func update(_ old: AlbumRecord, to record: CompleteAlbum, in database: Database) throws {
        // A wish takes nothing from an album that the user has.
        if record.isWanted, try !PersistencyManager.isWanted(old.id, in: database) { return summary.unchanged += 1 }
        // An export has no paths; the files themselves take precedence.
        if record.source == .folder, record.folder == nil, old.folder != nil {
            if old.shownCover.digest != nil { coverCount += 1 }
            return summary.unchanged += 1
        }
        var record = record.sourceRecord
        if record.source == .discogs {
            record.genre = try record.genre ?? PersistencyManager.sourceValues(of: old, in: database).genre
            record.coverURL = record.coverURL ?? old.coverURL
        }
        try SharedCatalogue.keepLaterValues(of: &record, in: database)
        let edits = try PersistencyManager.edits(of: record.id, in: database)
        if let edits {
            if try PersistencyManager.unedited(record.id, in: database) != SourceValues(record.album) {
                try journal?.noteBefore(record.id, in: database)
            }
            let values = try StoredJSON.encode(SourceValues(record.album))
            try execute(
                "UPDATE album SET unedited = ?1 WHERE id = ?2 AND unedited IS NOT ?1", [values, record.id.rawValue], in: database)
            edits.apply(to: &record.album)
        }
        record.added = dateAdded(to: record, before: old.added)
        record.chosenCover = old.chosenCover
        record.cover = Self.cover(of: old, for: record.album)
        if record.album.shownCover.digest != nil { coverCount += 1 }
        let new = try AlbumRow(record.album, release: record.release, edits: edits)
        let tracks = StoredJSON.encode(record.tracks)
        let tracksChanged = try PersistencyManager.storedTracks(of: record.id, in: database) ?? Self.noTracks != tracks
        let releaseChanged = try PersistencyManager.storedRelease(of: record.id, in: database) != new.release
        guard new.album != old || tracksChanged || releaseChanged else { return summary.unchanged += 1 }
        try journal?.noteBefore(record.id, in: database)
        try new.update(in: database)
        if tracksChanged { try Self.setTracks(record.tracks, of: record.id, in: database) }
        if !insertedHashes.contains(record.id.hashValue) { summary.updated += 1 }
        changeCount += 1
    }

    /// Returns when an album was added.
    ///
    /// - Parameter before: The date that the library knows. It stays, unless the album's files came earlier, because a version that didn't know that
    ///   took the date of the import, or a list names another second.
    private func dateAdded(to record: CompleteAlbum, before: Date?) -> Date {
        let named = record.added ?? record.release?.firstAdded
        // A date in the future is wrong.
        guard let before else { return min(named ?? date, date) }
        guard let named, named <= date else { return before }
        if record.source == .folder { return record.folder != nil ? min(before, named) : before }
        return abs(named.timeIntervalSince(before)) < 1 ? before : named
    }

    /// Returns the cover of an existing album, which it keeps unless the picture is no longer in its files. A failed search is repeated if
    /// the place is new.
    static func cover(of old: AlbumRecord, for new: AlbumRecord) -> CoverStatus {
        if old.localCover != nil, new.localCover == nil { return .missing }
        let placeIsNew = new.coverURL != old.coverURL || new.localCover != old.localCover
        return old.cover == .failed && placeIsNew ? .missing : old.cover
    }

    /// Removes an album whose files are gone, or gives it the current identifier of its files, with all of the user's changes.
    mutating func replace(_ id: AlbumID, by successor: AlbumID?, in database: Database) throws {
        changeCount += 1
        guard let successor, try PersistencyManager.album(successor, in: database) == nil else {
            // The records that it shows stay with its files.
            if let successor {
                let joined = JoinedRecords(database)
                for record in try joined.members(of: id) {
                    try journal?.noteBefore(record, in: database)
                    _ = try joined.show(record, in: successor)
                }
            }
            try journal?.noteBefore(id, in: database)
            try KeptAlbum.keep(id, in: database)
            try execute("DELETE FROM album WHERE id = ?", [id.rawValue], in: database)
            let count = database.changesCount
            if insertedHashes.remove(id.hashValue) != nil { summary.inserted -= count } else { summary.removed += count }
            return
        }
        if insertedHashes.remove(id.hashValue) != nil { insertedHashes.insert(successor.hashValue) }
        try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
        let columns = [
            ("album", "id"), ("trackList", "albumID"), ("coverDue", "albumID"), ("coverSearch", "albumID"), ("removedAlbum", "id"),
            ("albumPart", "id"), ("albumPart", "former"), ("overruledValues", "id"),
        ]
        for (table, column) in columns {
            try execute("UPDATE OR IGNORE \(table) SET \(column) = ? WHERE \(column) = ?", [successor.rawValue, id.rawValue], in: database)
        }
        try ChangeLog(database).rename(id, to: successor)
        try JoinedRecords(database).rename(id, to: successor)
    }

    /// Gives the album that has the files of a removed one the user's changes to that, and its date, unless it has changes of its own.
    mutating func handOver(from id: AlbumID, to successor: AlbumID, in database: Database) throws {
        guard var album = try PersistencyManager.album(successor, in: database), album.chosenCover == nil,
            try PersistencyManager.edits(of: successor, in: database) == nil, let kept = try KeptAlbum.take(id, in: database)
        else { return }
        try journal?.noteBefore(successor, in: database)
        album.chosenCover = kept.chosenCover
        album.added = min(album.added ?? kept.added, kept.added)
        try PersistencyManager.setEdits(kept.edits ?? AlbumEdits(), of: album, in: database)
    }

    /// Joins a record with an album of files that has its names.
    ///
    /// - Returns: Whether they are joined now.
    mutating func join(_ pair: JoinedRecords.Namesakes, in database: Database) throws -> Bool {
        let joined = JoinedRecords(database)
        guard try joined.mayJoin(pair) else { return false }
        // Its own records go with it.
        for id in [pair.record] + (try joined.members(of: pair.record)) { try journal?.noteBefore(id, in: database) }
        changeCount += 1
        return try !joined.show(pair.record, in: pair.host).isEmpty
    }

    /// Makes an album that the user has a wish.
    mutating func makeWish(_ id: AlbumID, in database: Database) throws {
        try journal?.noteBefore(id, in: database)
        guard try PersistencyManager.makeWish(id, in: database) else { return }
        changeCount += 1
        summary.removed += 1
    }

    static func setTracks(_ tracks: [TrackRecord], of id: AlbumID, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO trackList (albumID, tracks) VALUES (?, '')").execute(arguments: [
            id.rawValue
        ])
        try database.cachedStatement(sql: "UPDATE trackList SET tracks = ?2, hasGaps = ?3 WHERE albumID = ?1")
            .execute(arguments: [id.rawValue, StoredJSON.encode(tracks), tracks.hasGaps])
        guard let number = try PersistencyManager.number(of: id, in: database) else { return }
        try TrackSearchText(tracks).write(number: number, in: database)
    }

    private static let noTracks = StoredJSON.encode([TrackRecord]())

    /// Returns what the library has of an album. Of a new one that is nearly always nothing, which one query finds.
    private func past(of id: AlbumID, in database: Database) throws -> Past {
        let statement = try database.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM removedAlbum WHERE id = ?1), EXISTS (SELECT 1 FROM borrowedAlbum WHERE id = ?1),
                    EXISTS (SELECT 1 FROM keptAlbum WHERE id = ?1), EXISTS (SELECT 1 FROM album WHERE id = ?1)
                """)
        let past = try Row.fetchOne(statement, arguments: [id.rawValue]) { row in
            Past(wasRemoved: try row[0], wasBorrowed: try row[1], isKept: try row[2], isPresent: try row[3])
        }
        return past ?? Past()
    }

    /// The library's traces of an album.
    private struct Past {
        var wasRemoved = false
        var wasBorrowed = false
        var isKept = false
        var isPresent = false
    }

    private func execute(_ sql: String, _ arguments: StatementArguments, in database: Database) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
