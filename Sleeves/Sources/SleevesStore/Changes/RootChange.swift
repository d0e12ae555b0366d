internal import SleevesModel
internal import SQLite

/// A change's effect on the followed folders, the imported lists and the user's own fields.
struct RootChange: Codable, Hashable {
    var added: [String] = []
    var removed: [String] = []
    // `nil` in changes that an earlier version has written.
    var addedLists: [String]?
    var removedLists: [String]?
    /// The fields that the change has made others, as they were before and as they are since then.
    var formerFields: [DeclaredField]?
    var fields: [DeclaredField]?

    var isEmpty: Bool { self == RootChange() }

    /// Calls `body`, and returns its effect.
    static func during(in catalogue: FileCatalogue, _ body: () throws -> Void) throws -> RootChange {
        let lists = ListCatalogue(catalogue.database)
        let (before, listsBefore) = (try catalogue.roots(), try lists.paths())
        let formerFields = try PersistencyManager.declaredOwnFields(in: catalogue.database)
        try body()
        let (after, listsAfter) = (try catalogue.roots(), try lists.paths())
        let fields = try PersistencyManager.declaredOwnFields(in: catalogue.database)
        var change = RootChange(added: after.filter { !before.contains($0) }, removed: before.filter { !after.contains($0) })
        if listsBefore != listsAfter {
            change.addedLists = listsAfter.filter { !listsBefore.contains($0) }
            change.removedLists = listsBefore.filter { !listsAfter.contains($0) }
        }
        if fields != formerFields {
            change.formerFields = formerFields.filter { !fields.contains($0) }
            change.fields = fields.filter { !formerFields.contains($0) }
        }
        return change
    }

    /// Adds another part of the same change.
    mutating func add(_ other: RootChange) {
        added += other.added.filter { !added.contains($0) }
        removed += other.removed.filter { !removed.contains($0) }
        addedLists = addedLists.map { lists in lists + (other.addedLists ?? []).filter { !lists.contains($0) } } ?? other.addedLists
        removedLists = removedLists.map { lists in lists + (other.removedLists ?? []).filter { !lists.contains($0) } } ?? other.removedLists
    }

    /// Undoes the change: stops following what it added, and discards everything known about that, except what is in folders that are still
    /// followed.
    func undo(in catalogue: FileCatalogue) throws {
        for path in removed { try catalogue.follow(path) }
        for path in added { try catalogue.forget(path) }
        if !added.isEmpty { try catalogue.letUndoneReturn() }
        let lists = ListCatalogue(catalogue.database)
        for path in removedLists ?? [] { try lists.setForgotten(false, path) }
        for path in addedLists ?? [] { try lists.setForgotten(true, path) }
    }

    /// Redoes the change.
    func redo(in catalogue: FileCatalogue) throws {
        for path in removed where !added.contains(where: { Path.isPath(path, below: $0) }) { try catalogue.forget(path) }
        for path in added { try catalogue.addRoot(path) }
        for path in added { try catalogue.follow(path) }
        let lists = ListCatalogue(catalogue.database)
        for path in removedLists ?? [] { try lists.setForgotten(true, path) }
        for path in addedLists ?? [] { try lists.setForgotten(false, path) }
    }

    /// Makes the fields what they were before the change, or what they are since then. Those that are others by now stay.
    func revertFields(isUndoing: Bool, in database: Database) throws {
        let current = try PersistencyManager.declaredOwnFields(in: database)
        for field in fields ?? [] {
            let former = formerFields?.first { $0.field == field.field } ?? field.unlisted
            let (from, to) = isUndoing ? (field, former) : (former, field)
            if current.contains(from) { try PersistencyManager.declare(to, in: database) }
        }
    }
}

extension FileCatalogue {
    /// Follows a folder again, about which nothing may be known any more.
    fileprivate func follow(_ path: String) throws {
        try database.run("INSERT OR IGNORE INTO root (path) VALUES (?)", [path])
        if try folder(at: path) == nil { try save(.unseen(at: path, parent: nil)) }
    }

    /// Lets albums of undone imports come back with another import, if their files aren't known any more.
    fileprivate func letUndoneReturn() throws {
        try database.run(
            """
            DELETE FROM removedAlbum WHERE NOT EXISTS (SELECT 1 FROM file WHERE albumID = removedAlbum.id) AND id IN (
                SELECT albumID FROM changedAlbum JOIN change ON change.id = changedAlbum.change WHERE isUndone AND kind = ? AND before IS NULL
            )
            """, [LibraryChange.Kind.importing.rawValue])
    }

    /// Stops following a folder, and discards everything known about it and everything below it, except folders that are followed
    /// themselves.
    func forget(_ path: String) throws {
        try database.run("DELETE FROM root WHERE path = ?", [path])
        if let folder = try folder(at: Path.folder(of: path)), let file = try file(Path.name(of: path), in: folder.id) {
            try markGone(file.id)
        }
        try markGone(folderAt: path)
        for root in try roots() where Path.isPath(root, below: path) { try markThere(folderAt: root) }
        let bounds = Self.bounds(of: path)
        try database.run(
            "DELETE FROM unfinishedImport WHERE path = ?1 OR path >= ?2 AND path < ?3", [path, bounds.first, bounds.end])
        try database.run(
            """
            DELETE FROM awayFolder WHERE (path = ?1 OR path >= ?2 AND path < ?3) AND path IN (SELECT path FROM folder WHERE isGone)
            """, [path, bounds.first, bounds.end])
        _ = try removeGone()
    }

    /// Marks the albums of a folder that undo or redo has restored, so that they are assembled again now that the folder is seen.
    func markRestoredAsStale(below root: String) throws {
        guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM restoredAlbum)") == true else { return }
        guard try !awayFolders().contains(root) else { return }
        let (found, arguments) = Self.restoredAlbums(below: root)
        try database.run("INSERT OR IGNORE INTO staleAlbum \(found)", arguments)
        try database.run("DELETE FROM restoredAlbum WHERE id IN (\(found))", arguments)
    }

    /// Returns whether undo or redo has restored albums of a folder, whose files are to be read again.
    func hasRestoredAlbums(below root: String) throws -> Bool {
        let (found, arguments) = Self.restoredAlbums(below: root)
        return try Bool.fetchOne(database, sql: "SELECT EXISTS (\(found))", arguments: arguments) == true
    }

    /// The query for the albums of a folder that undo or redo has restored.
    private static func restoredAlbums(below root: String) -> (sql: String, arguments: StatementArguments) {
        let bounds = bounds(of: root)
        let sql = """
            SELECT restoredAlbum.id FROM restoredAlbum JOIN album ON album.id = restoredAlbum.id
            WHERE folder = ?1 OR folder >= ?2 AND folder < ?3
            """
        return (sql, [root, bounds.first, bounds.end])
    }
}
