internal import SleevesModel
internal import SQLite

/// The changes that can be undone and redone, in the table `change`, with the data that each needs for that, album by album.
///
/// The value belongs to one transaction, that of the change itself. Only the last changes can be undone; a new change discards the undone
/// ones.
package struct ChangeLog {
    /// The changes to undo and redo.
    package struct Top {
        package var undo: LibraryChange?
        package var redo: LibraryChange?

        package init(undo: LibraryChange? = nil, redo: LibraryChange? = nil) {
            self.undo = undo
            self.redo = redo
        }
    }

    /// An album of a change, with its states before and after it.
    package struct Entry {
        var album: AlbumID
        /// JSON in the form of the change's kind.
        var before: String?
        var after: String?
        /// The pictures that the entry needs.
        var covers: [CoverDigest] = []
        /// Whether it is a record that goes with the album that shows it, and isn't counted.
        var isOfRecord = false

        /// Whether the states are edits, among those of other kinds.
        var isOfEdits: Bool { before?.hasPrefix("{") == true && after?.hasPrefix("{") == true }
    }

    /// The maximum number of kept changes.
    static let limit = 200
    /// The maximum size of kept changes, in bytes of text. The last change is always kept.
    static let byteLimit = 64 << 20

    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    // MARK: Reading

    func top() throws -> Top {
        Top(undo: try first(where: "NOT isUndone ORDER BY id DESC"), redo: try first(where: "isUndone ORDER BY id"))
    }

    private func first(where condition: String) throws -> LibraryChange? {
        let sql = "SELECT id, kind, title, albumCount FROM change WHERE \(condition) LIMIT 1"
        let change = try Row.fetchOne(database, sql: sql) { row in
            try LibraryChange.Kind(rawValue: row[1]).map {
                LibraryChange(id: try row[0], kind: $0, title: try row[2], albumCount: try row[3])
            }
        }
        return change ?? nil
    }

    /// Calls `body` with the positions of the first albums of a change, in the order in which they were changed.
    func forEachPosition(of change: LibraryChange, limit: Int = .max, _ body: (Int64) throws -> Void) throws {
        let sql = "SELECT position FROM changedAlbum WHERE change = ? AND position > ? ORDER BY position LIMIT 1"
        var (last, count) = (Int64(-1), 0)
        while count < limit, let position = try Int64.fetchOne(database, sql: sql, arguments: [change.id, last]) {
            try body(position)
            last = position
            count += 1
        }
    }

    func entry(_ position: Int64, of change: LibraryChange) throws -> Entry? {
        let sql = "SELECT albumID, before, after, covers FROM changedAlbum WHERE change = ? AND position = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [change.id, position]) { row in
            let covers = try (row[3] as String?).map { try StoredJSON.decode([String].self, from: $0) } ?? []
            return Entry(
                album: AlbumID(rawValue: try row[0]), before: try row[1], after: try row[2],
                covers: covers.compactMap(CoverDigest.init(rawValue:)))
        }
    }

    // MARK: Writing

    /// Begins a change without albums. Changes that were undone before can't be redone any more.
    func begin(_ kind: LibraryChange.Kind) throws -> Int64 {
        try remove(where: "isUndone")
        try database.execute(sql: "INSERT INTO change (kind, title) VALUES (?, '')", arguments: [kind.rawValue])
        return database.lastInsertedRowID
    }

    /// Adds an album. ``finish(_:titled:albumCount:roots:)`` saves their number.
    func insert(_ entry: Entry, at position: Int64, of change: Int64) throws {
        try database.run(
            "INSERT INTO changedAlbum (change, position, albumID, before, after, covers) VALUES (?, ?, ?, ?, ?, ?)",
            [change, position, entry.album.rawValue, entry.before, entry.after, try Self.list(entry.covers)]
        )
    }

    /// Removes the oldest changes above the limits.
    ///
    /// - Parameter id: The last change, which stays.
    func trim(before id: Int64) throws {
        let condition = """
            id < ?1 AND (
                id NOT IN (SELECT id FROM change ORDER BY id DESC LIMIT ?2)
                OR (SELECT sum(bytes) FROM change AS later WHERE later.id >= change.id) > ?3
            )
            """
        try remove(where: condition, [id, Self.limit, Self.byteLimit])
    }

    /// Removes changes, after their albums: if those went with the changes, SQLite would keep their former pages in memory.
    private func remove(where condition: String, _ arguments: StatementArguments = []) throws {
        try database.run("DELETE FROM changedAlbum WHERE change IN (SELECT id FROM change WHERE \(condition))", arguments)
        try database.run("DELETE FROM change WHERE \(condition)", arguments)
    }

    /// Removes a change.
    func remove(_ change: Int64) throws {
        try remove(where: "id = ?", [change])
    }

    /// Replaces an album's state before or after a change, because it has changed since.
    func renew(_ entry: Entry, at position: Int64, of change: LibraryChange) throws {
        try database.run(
            "UPDATE changedAlbum SET before = ?, after = ?, covers = ? WHERE change = ? AND position = ?",
            [entry.before, entry.after, try Self.list(entry.covers), change.id, position]
        )
    }

    /// Saves the size of a change, and its effect on the followed folders.
    func finish(_ change: Int64, titled title: String, albumCount: Int, roots: RootChange) throws {
        try database.run(
            """
            UPDATE change SET title = ?1, roots = ?2, albumCount = ?4, bytes =
                (SELECT coalesce(sum(length(CAST(coalesce(before, '') || coalesce(after, '') AS BLOB))), 0) FROM changedAlbum WHERE change = ?3) WHERE id = ?3
            """,
            [title, roots.isEmpty ? nil : try StoredJSON.encode(roots), change, albumCount]
        )
    }

    /// Returns a change's effect on the followed folders.
    func roots(of change: LibraryChange) throws -> RootChange? {
        try String.fetchOne(database, sql: "SELECT roots FROM change WHERE id = ?", arguments: [change.id])
            .map { try StoredJSON.decode(RootChange.self, from: $0) }
    }

    func setUndone(_ isUndone: Bool, _ change: LibraryChange) throws {
        try database.run("UPDATE change SET isUndone = ? WHERE id = ?", [isUndone, change.id])
    }

    /// Saves an album's new identifier.
    func rename(_ album: AlbumID, to successor: AlbumID) throws {
        try database.run("UPDATE changedAlbum SET albumID = ? WHERE albumID = ?", [successor.rawValue, album.rawValue])
    }

    private static func list(_ covers: [CoverDigest]) throws -> String? {
        covers.isEmpty ? nil : try StoredJSON.encode(covers.map(\.rawValue))
    }
}
