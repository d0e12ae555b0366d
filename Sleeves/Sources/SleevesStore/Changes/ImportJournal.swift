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
    private var hasBegun = false

    /// - Parameter paths: The absolute paths of an import that is recorded as unfinished.
    package init(of paths: [String] = []) {
        // Encoding texts as JSON can't fail.
        self.paths = (try? StoredJSON.encode(paths)) ?? "[]"
    }

    /// Continues in another transaction. The user may have undone the saved part in between.
    mutating func resume(in database: Database) throws {
        if !hasBegun { try continueInterrupted(in: database) }
        guard let change, !isTooLarge else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM change WHERE id = ? AND NOT isUndone)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [change]) != true else { return }
        (self.change, title, count, bytes) = (nil, "", 0, 0)
    }

    /// Continues the change of an import of the same paths that was interrupted.
    private mutating func continueInterrupted(in database: Database) throws {
        hasBegun = true
        let sql = """
            SELECT id, title, albumCount, bytes, roots FROM change WHERE id IN (
                SELECT change FROM unfinishedImport WHERE path IN (SELECT value FROM json_each(?))
            ) ORDER BY id DESC LIMIT 1
            """
        let earlier = roots
        try Row.fetchOne(database, sql: sql, arguments: [paths]) { row in
            (change, title, count, bytes) = (try row[0], try row[1], try row[2], try row[3])
            roots = try (row[4] as String?).map { try StoredJSON.decode(RootChange.self, from: $0) } ?? RootChange()
            roots.add(earlier)
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
        let sql = "UPDATE unfinishedImport SET change = ? WHERE path IN (SELECT value FROM json_each(?))"
        try database.run(sql, [change, paths])
        return change
    }

    private mutating func add(_ id: AlbumID, title: String, before: Before, in database: Database) throws {
        let change = try self.change ?? begin(in: database)
        if count == 0 { self.title = title }
        let entry = try ChangeLog.Entry(album: id, before: before)
        try ChangeLog(database).insert(entry, at: count, of: change)
        count += 1
        bytes += entry.before?.utf8.count ?? 0
        guard bytes > ChangeLog.byteLimit else { return }
        isTooLarge = true
        try database.execute(sql: "DELETE FROM change WHERE id = ?", arguments: [change])
    }

    /// Writes the current size of the change.
    mutating func write(in database: Database) throws {
        guard let change, !isTooLarge else { return }
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
                covers: [memento.album.cover.digest, memento.album.chosenCover].compactMap { $0 }
            )
        }
    }

    /// The state of an album that the user has removed.
    static let removed = "\"removed\""
}
