internal import SQLite

/// Notes what an import does to the albums, as one change that can be undone.
///
/// An album that is new costs a row with its identifier. Only one that was there is written down as it was, once an import, and at most
/// ``ChangeLog/byteLimit`` of that: an import that changes more cannot be undone.
///
/// A value that goes from one transaction of the import to the next. What it has noted is written with each of them, so an import that was
/// interrupted can be undone as far as it has come.
struct ImportJournal {
    /// What an album was before.
    enum Before {
        case absent
        /// The person had taken it out.
        case removed
        case present(CompleteAlbum)
    }

    /// The change; `nil` until there is something to note.
    private(set) var change: Int64?
    /// Whether the import changes more than can be kept.
    private(set) var isTooLarge = false
    /// What the import changed about the folders that are followed.
    var roots = RootChange()
    private var title = ""
    private var count: Int64 = 0
    private var bytes = 0

    /// Goes on in another transaction, between two of which the person may have undone what was noted.
    mutating func resume(in database: Database) throws {
        guard let change, !isTooLarge else { return }
        let sql = "SELECT EXISTS (SELECT 1 FROM change WHERE id = ? AND NOT isUndone)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [change]) != true else { return }
        let roots = roots
        self = ImportJournal()
        self.roots = roots
    }

    /// Notes an album as it is, before it is changed or goes.
    mutating func noteBefore(_ id: AlbumID, in database: Database) throws {
        guard !isTooLarge, try !hasNoted(id, in: database), let album = try PersistencyManager.archived(id, in: database) else { return }
        try add(id, title: album.album.title, before: .present(album), in: database)
    }

    /// Notes an album that was not there before.
    mutating func note(_ id: AlbumID, title: String, before: Before, in database: Database) throws {
        guard !isTooLarge, try !hasNoted(id, in: database) else { return }
        try add(id, title: title, before: before, in: database)
    }

    /// Whether an album is noted in a change. The plus keeps SQLite from going through all that the change has noted.
    static let hasNoted = "SELECT EXISTS (SELECT 1 FROM changedAlbum WHERE albumID = ? AND +change = ?)"

    /// What was noted first counts: that is how the album was before the import.
    private func hasNoted(_ id: AlbumID, in database: Database) throws -> Bool {
        guard let change else { return false }
        let statement = try database.cachedStatement(sql: Self.hasNoted)
        return try Bool.fetchOne(statement, arguments: [id.rawValue, change]) ?? false
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

    /// Writes down how much there is by now.
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

    /// What stands for an album that the person has taken out.
    static let removed = "\"removed\""
}
