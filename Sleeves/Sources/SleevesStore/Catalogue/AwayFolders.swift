internal import SleevesModel
internal import SQLite

/// The folders whose files are away: on a disconnected disk, or on an unreachable computer.
///
/// A folder can be away only if it can disappear as a whole: the user has imported it, or it is on another device than its parent. Any
/// other missing folder has been deleted.
///
/// The value belongs to one survey. Its state mirrors the table `awayFolder`, so that a survey queries the database once.
struct AwayFolders {
    private var paths: Set<String> = []
    private var roots: Set<String> = []
    private var isLoaded = false

    /// Loads the catalogue's state, the first time.
    mutating func load(from catalogue: FileCatalogue) throws {
        if isLoaded { return }
        paths = Set(try catalogue.awayFolders())
        roots = Set(try catalogue.roots())
        isLoaded = true
    }

    /// Returns whether the catalogue knows contents of a folder, and the folder can be away.
    func canBeAway(_ folder: CataloguedFolder, in catalogue: FileCatalogue) throws -> Bool {
        guard try catalogue.hasContents(folder.id) else { return false }
        if roots.contains(folder.path) || paths.contains(folder.path) { return true }
        guard folder.isSeen, let parent = try folder.parent.flatMap(catalogue.device(ofFolder:)), parent != 0 else { return false }
        return parent != folder.stamp.device
    }

    mutating func add(_ path: String, in catalogue: FileCatalogue) throws {
        guard paths.insert(path).inserted else { return }
        try catalogue.database.run("INSERT OR IGNORE INTO awayFolder VALUES (?)", [path])
    }

    mutating func remove(_ path: String, in catalogue: FileCatalogue) throws {
        guard paths.remove(path) != nil else { return }
        try catalogue.database.run("DELETE FROM awayFolder WHERE path = ?", [path])
    }
}

extension FileCatalogue {
    func awayFolders() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM awayFolder ORDER BY path")
    }

    /// Returns the device on which a folder was last seen; 0 if it hasn't been searched.
    fileprivate func device(ofFolder folder: Int64) throws -> Int64? {
        try Int64.fetchOne(database, sql: "SELECT device FROM folder WHERE id = ?", arguments: [folder])
    }

    /// Returns whether a followed folder seems to be away now, without surveying it.
    ///
    /// - Returns: `nil` if the catalogue knows no contents of the folder.
    private func seemsAway(_ path: String) throws -> Bool? {
        guard let folder = try folder(at: path), folder.isSeen, try hasContents(folder.id) else { return nil }
        guard let found = try? FileSystem.kind(of: path, followsLinks: true), found.kind == .folder else { return true }
        // Nearly always the first of them exists.
        let names = try files(in: folder.id).lazy.map(\.name) + children(of: folder.id).map(Path.name)
        let isThere = names.contains { (try? FileSystem.kind(of: Path.appending($0, to: path), followsLinks: false)) != nil }
        if isThere { return false }
        return found.stamp.device != folder.stamp.device || (try? FileSystem.names(inFolder: path))?.isEmpty != false
    }

    /// Returns the followed folders whose state differs from the catalogue's.
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
