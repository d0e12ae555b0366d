internal import SQLite

/// What a change did to the list of folders that the library follows.
struct RootChange: Codable, Hashable {
    var added: [String] = []
    var removed: [String] = []

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Calls `body`, and tells what it changed.
    static func during(in catalogue: FileCatalogue, _ body: () throws -> Void) throws -> RootChange {
        let before = try catalogue.roots()
        try body()
        let after = try catalogue.roots()
        return RootChange(added: after.filter { !before.contains($0) }, removed: before.filter { !after.contains($0) })
    }

    /// Takes the change back: what it added is followed no longer, and nothing is known of it but what is in folders that still are.
    func undo(in catalogue: FileCatalogue) throws {
        for path in removed { try catalogue.follow(path) }
        for path in added { try catalogue.forget(path) }
    }

    /// Makes the change again.
    func redo(in catalogue: FileCatalogue) throws {
        for path in removed where !added.contains(where: { path.hasPrefix(Path.appending("", to: $0)) }) { try catalogue.forget(path) }
        for path in added { try catalogue.addRoot(path) }
        for path in added { try catalogue.follow(path) }
    }
}

extension FileCatalogue {
    /// Follows a folder again of which nothing may be known any more.
    fileprivate func follow(_ path: String) throws {
        try execute("INSERT OR IGNORE INTO root (path) VALUES (?)", [path])
        if try folder(at: path) == nil { try save(.unseen(at: path, parent: nil)) }
    }

    /// Follows a folder no longer, and lets go what is known of it and of all that is below it, but for folders that are followed themselves.
    func forget(_ path: String) throws {
        try execute("DELETE FROM root WHERE path = ?", [path])
        if let folder = try folder(at: Path.folder(of: path)), let file = try file(Path.name(of: path), in: folder.id) {
            try markGone(file.id)
        }
        try markGone(folderAt: path)
        for root in try roots() where root.hasPrefix(Path.appending("", to: path)) { try markThere(folderAt: root) }
        let bounds = Self.bounds(of: path)
        try execute(
            """
            DELETE FROM awayFolder WHERE (path = ?1 OR path >= ?2 AND path < ?3) AND path IN (SELECT path FROM folder WHERE isGone)
            """, [path, bounds.first, bounds.end])
        _ = try removeGone()
    }

    /// Has the albums looked at again that undo or redo has put back, whose folder is seen now.
    func markRestoredAsStale(below root: String) throws {
        guard try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM restoredAlbum)") == true else { return }
        guard try !awayFolders().contains(root) else { return }
        let bounds = Self.bounds(of: root)
        let found = """
            SELECT restoredAlbum.id FROM restoredAlbum JOIN album ON album.id = restoredAlbum.id
            WHERE folder = ?1 OR folder >= ?2 AND folder < ?3
            """
        try execute("INSERT OR IGNORE INTO staleAlbum \(found)", [root, bounds.first, bounds.end])
        try execute("DELETE FROM restoredAlbum WHERE id IN (\(found))", [root, bounds.first, bounds.end])
    }
}
