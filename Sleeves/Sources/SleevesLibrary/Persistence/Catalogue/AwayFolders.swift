internal import SQLite

/// The folders whose files are away: on a disk that is not connected, or on a computer that is not reached.
///
/// Only a folder that can be taken away as a whole can be away: one that the person has imported, or one on another device than the folder
/// around it. Any other folder that is not there has been deleted.
///
/// A value of one survey. Its state mirrors the table `awayFolder`, so that a survey asks the database once.
struct AwayFolders {
    private var paths: Set<String> = []
    private var roots: Set<String> = []
    private var isLoaded = false

    /// Reads what the catalogue says, the first time.
    mutating func load(from catalogue: FileCatalogue) throws {
        if isLoaded { return }
        paths = Set(try catalogue.awayFolders())
        roots = Set(try catalogue.roots())
        isLoaded = true
    }

    /// Whether the catalogue knows what is in a folder, and the folder can be away.
    func canBeAway(_ folder: CataloguedFolder, in catalogue: FileCatalogue) throws -> Bool {
        guard try catalogue.hasContents(folder.id) else { return false }
        if roots.contains(folder.path) || paths.contains(folder.path) { return true }
        guard folder.isSeen, let parent = try folder.parent.flatMap(catalogue.device(ofFolder:)), parent != 0 else { return false }
        return parent != folder.stamp.device
    }

    mutating func add(_ path: String, in catalogue: FileCatalogue) throws {
        guard paths.insert(path).inserted else { return }
        try catalogue.execute("INSERT OR IGNORE INTO awayFolder VALUES (?)", [path])
    }

    mutating func remove(_ path: String, in catalogue: FileCatalogue) throws {
        guard paths.remove(path) != nil else { return }
        try catalogue.execute("DELETE FROM awayFolder WHERE path = ?", [path])
    }
}

extension FileCatalogue {
    func awayFolders() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM awayFolder ORDER BY path")
    }

    /// The device that a folder was last seen on; 0 where it has not been searched.
    fileprivate func device(ofFolder folder: Int64) throws -> Int64? {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT device FROM folder WHERE id = ?"), arguments: [folder])
    }

    /// Whether a folder that is followed seems to be away now, without a survey of it.
    ///
    /// - Returns: `nil` where the catalogue knows nothing that is in it.
    private func seemsAway(_ path: String) throws -> Bool? {
        guard let folder = try folder(at: path), folder.isSeen, try hasContents(folder.id) else { return nil }
        guard let found = try? FileSystem.kind(of: path, followsLinks: true), found.kind == .folder else { return true }
        // Nearly always the first of them is there.
        let names = try files(in: folder.id).lazy.map(\.name) + children(of: folder.id).map(Path.name)
        let isThere = names.contains { (try? FileSystem.kind(of: Path.appending($0, to: path), followsLinks: false)) != nil }
        if isThere { return false }
        return found.stamp.device != folder.stamp.device || (try? FileSystem.entries(ofFolder: path))?.isEmpty != false
    }

    /// Looks which of the followed folders are away, and what the catalogue says about it otherwise.
    func awayFoldersThatChanged() throws -> (gone: [String], back: [String]) {
        let away = Set(try awayFolders())
        var (gone, back): ([String], [String]) = ([], [])
        for path in try Set(roots()).union(away).sorted() {
            guard let isAway = try seemsAway(path), isAway != away.contains(path) else { continue }
            if isAway { gone.append(path) } else { back.append(path) }
        }
        return (gone, back)
    }
}
