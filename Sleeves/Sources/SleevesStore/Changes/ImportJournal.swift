internal import SleevesModel
internal import SQLite

/// A journal of an import's changes to the albums, as one change that can be undone.
///
/// A new album takes a row with its identifier. Only an existing album is saved in its previous state, once per import, up to
/// ``ChangeLog/byteLimit`` in total: a larger import can't be undone.
///
/// The value passes from one transaction of the import to the next. Each transaction writes its notes, so an interrupted import can be
/// undone as far as it got.
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

    package init() {}

    /// Continues in another transaction. The user may have undone the saved part in between.
    mutating func resume(in database: Database) throws {
        guard let change, !isTooLarge else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM change WHERE id = ? AND NOT isUndone)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [change]) != true else { return }
        let roots = roots
        self = ImportJournal()
        self.roots = roots
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

    private mutating func add(_ id: AlbumID, title: String, before: Before, in database: Database) throws {
        let change = try self.change ?? ChangeLog(database).begin(.importing)
        self.change = change
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
