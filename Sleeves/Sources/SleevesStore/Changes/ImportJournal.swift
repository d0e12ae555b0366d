internal import SleevesModel
internal import SQLite

/// A journal of an import's changes to the albums, as one change that can be undone.
///
/// A new album takes a row with its identifier. Only an existing album is saved in its previous state, once per import, up to
/// ``ChangeLog/byteLimit`` in total: a larger import can't be undone.
///
/// The value passes from one transaction of the import to the next. Each transaction writes its notes, so an interrupted import can be
/// undone as far as it got. An import of the same paths that continues it continues its change, too.
package struct ImportJournal {
    /// An album's state before the import.
    enum Before {
        case absent
        /// The user had removed it.
        case removed
        case present(CompleteAlbum)
    }

    /// The change; `nil` until there is something to save.
    private(set) var change: Int64?
    /// Whether the import is too large to keep.
    package private(set) var isTooLarge = false
    /// The import's effect on the followed folders and the lists.
    var roots = RootChange()
    private var title = ""
    private var count: Int64 = 0
    private var bytes = 0
    /// The imported paths, as JSON.
    private let paths: String
    /// Whether to look for the change of an interrupted import first.
    private var mayContinue: Bool
    /// Whether there are albums that ``write(in:)`` hasn't counted yet.
    private var hasGrown = false

    /// - Parameters:
    ///   - paths: The absolute paths of an import that is recorded as unfinished.
    ///   - isAlone: Whether no other import was running when it began. Then it continues the change of one of the same paths.
    package init(of paths: [String] = [], isAlone: Bool = true) {
        // Encoding texts as JSON can't fail.
        self.paths = (try? StoredJSON.encode(paths)) ?? "[]"
        mayContinue = isAlone && !paths.isEmpty
    }

    /// Continues in another transaction. In between, the user may have undone the saved part, or another import may have added to it.
    mutating func resume(in database: Database) throws {
        if mayContinue { try continueInterrupted(in: database) }
        guard let change, !isTooLarge else { return }
        let sql = "SELECT title, albumCount, bytes, roots FROM change WHERE id = ? AND NOT isUndone"
        let own = roots
        let isSaved: Void? = try Row.fetchOne(database, sql: sql, arguments: [change]) { row in
            (title, count, bytes) = (try row[0], try row[1], try row[2])
            roots = try (row[3] as String?).map { try StoredJSON.decode(RootChange.self, from: $0) } ?? RootChange()
            roots.add(own)
        }
        if isSaved == nil { (self.change, title, count, bytes) = (nil, "", 0, 0) }
    }

    /// Continues the change of an import of the same paths that was interrupted. Zero stands for one that was too large to keep.
    private mutating func continueInterrupted(in database: Database) throws {
        mayContinue = false
        let sql = "SELECT min(change), max(change) FROM unfinishedImport WHERE path IN (SELECT value FROM json_each(?))"
        try Row.fetchOne(database, sql: sql, arguments: [paths]) { row in
            isTooLarge = try row[0] == 0 as Int64?
            change = try row[1]
        }
    }

    /// Saves an album's state before it is changed or removed.
    mutating func noteBefore(_ id: AlbumID, in database: Database) throws {
        guard !isTooLarge, try !hasNoted(id, in: database), let album = try PersistencyManager.archived(id, in: database) else { return }
        try add(id, title: album.album.title, before: .present(album), in: database)
    }

    /// Saves an album that wasn't in the library before.
    mutating func note(_ id: AlbumID, title: String, before: Before, in database: Database) throws {
        guard !isTooLarge, try !hasNoted(id, in: database) else { return }
        try add(id, title: title, before: before, in: database)
    }

    /// The query whether a change contains an album. The plus keeps SQLite from scanning the whole change.
    static let hasNoted = "SELECT EXISTS (SELECT 1 FROM changedAlbum WHERE albumID = ? AND +change = ?)"

    /// Returns whether an album is already saved. The first state counts, because it is the one before the import.
    private func hasNoted(_ id: AlbumID, in database: Database) throws -> Bool {
        guard let change else { return false }
        return try Bool.fetchOne(database, sql: Self.hasNoted, arguments: [id.rawValue, change]) ?? false
    }

    private mutating func begin(in database: Database) throws -> Int64 {
        let change = try ChangeLog(database).begin(.importing)
        self.change = change
        try noteUnfinished(change, in: database)
        return change
    }

    /// Notes the change of the import, for one that continues it.
    private func noteUnfinished(_ change: Int64, in database: Database) throws {
        try database.run("UPDATE unfinishedImport SET change = ? WHERE path IN (SELECT value FROM json_each(?))", [change, paths])
    }

    private mutating func add(_ id: AlbumID, title: String, before: Before, in database: Database) throws {
        let change = try self.change ?? begin(in: database)
        if count == 0 { self.title = title }
        let entry = try ChangeLog.Entry(album: id, before: before)
        try ChangeLog(database).insert(entry, at: count, of: change)
        count += 1
        hasGrown = true
        bytes += entry.before?.utf8.count ?? 0
        guard bytes > ChangeLog.byteLimit else { return }
        isTooLarge = true
        try ChangeLog(database).remove(change)
        try noteUnfinished(0, in: database)
    }

    /// Writes the current size of the change.
    mutating func write(in database: Database) throws {
        guard let change, !isTooLarge else { return }
        if hasGrown {
            // The import gets on, so it isn't what ends the process again and again.
            try database.run("UPDATE unfinishedImport SET attempts = 0 WHERE path IN (SELECT value FROM json_each(?))", [paths])
            hasGrown = false
        }
        try database.execute(
            sql: "UPDATE change SET title = ?, albumCount = ?, bytes = ?, roots = ? WHERE id = ?",
            arguments: [title, count, bytes, roots.isEmpty ? nil : try StoredJSON.encode(roots), change]
        )
        try ChangeLog(database).trim(before: change)
    }
}

extension ChangeLog.Entry {
    init(album: AlbumID, before: ImportJournal.Before) throws {
        switch before {
        case .absent: self.init(album: album)
        case .removed: self.init(album: album, before: Self.removed)
        case .present(let memento):
            self.init(
                album: album,
                before: try StoredJSON.encode(memento),
                covers: memento.neededPictures
            )
        }
    }

    /// The state of an album that the user has removed.
    static let removed = "\"removed\""
}
