internal import SleevesImporting
package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the folders that the library follows, and the imported lists, by path.
    package func sources() throws(PersistencyError) -> [LibrarySource] {
        let sources = try read { database in
            let catalogue = FileCatalogue(database)
            let away = Set(try catalogue.awayFolders())
            let folders = try catalogue.roots().map { path in
                let bounds = FileCatalogue.bounds(of: path)
                let files = """
                    SELECT count(*) FROM file JOIN folder ON folder.id = file.folder
                    WHERE (folder.path = ?1 OR folder.path >= ?2 AND folder.path < ?3) AND file.state <> 3 AND NOT file.isGone
                    """
                let reading = try SourceReading.last(of: path, in: database)
                return LibrarySource(
                    path: path,
                    albumCount: try AlbumsBelow([path]).count(of: "album", in: database),
                    fileCount: try Int.fetchOne(database, sql: files, arguments: [path, bounds.first, bounds.end]) ?? 0,
                    isAway: away.contains(path),
                    lastRead: reading?.date,
                    problemCount: try catalogue.problemCount(below: path) + (reading?.problemCount ?? 0)
                )
            }
            return (folders + (try ListCatalogue(database).sources())).sorted { $0.path < $1.path }
        }
        return sources.map { source in
            guard source.kind == .list else { return source }
            var list = source
            list.isAway = (try? FileSystem.kind(of: source.path, followsLinks: true)) == nil
            return list
        }
    }

    /// Returns the path of the source that was read last.
    package func lastRead(_ kind: LibrarySource.Kind) throws(PersistencyError) -> String? {
        let paths = kind == .folder ? "SELECT path FROM root" : "SELECT path FROM list WHERE NOT isForgotten"
        let sql = "SELECT path FROM sourceReading WHERE path IN (\(paths)) ORDER BY date DESC LIMIT 1"
        return try read { try String.fetchOne($0, sql: sql) }
    }

    /// Returns the paths of the folders that the library follows.
    package func roots() throws(PersistencyError) -> [String] {
        try read { try FileCatalogue($0).roots() }
    }

    /// Returns the folders that the library follows, and all that were found in them.
    package func watchedFolders() throws(PersistencyError) -> [String] {
        try read { database in
            let catalogue = FileCatalogue(database)
            return try catalogue.roots().flatMap { try catalogue.folderPaths(below: $0) }
        }
    }

    /// Returns those of some folders into which files or folders came since they were searched, or out of which some went. Compares only
    /// the folders' own times, with a call of the system for each.
    package func changedFolders(among paths: [String]) throws(PersistencyError) -> [String] {
        // One that is gone has changed the folder that contained it.
        let folders = paths.compactMap { path in
            (try? FileSystem.kind(of: path, followsLinks: true)).flatMap { $0.kind == .folder ? (path, $0.stamp.modified) : nil }
        }
        return try read { database in
            let catalogue = FileCatalogue(database)
            return try folders.filter { try !catalogue.isSearched($0, modified: $1) }.map(\.0)
        }
    }

    /// Returns the folders that are away.
    package func awayFolders() throws(PersistencyError) -> [String] {
        try read { try FileCatalogue($0).awayFolders() }
    }

    /// Returns the albums with files in folders that are away.
    package func albumsAway() throws(PersistencyError) -> Set<AlbumID> {
        try read { database in
            let below = AlbumsBelow(try FileCatalogue(database).awayFolders())
            return Set(try String.fetchAll(database, sql: below.sql, arguments: below.arguments).map(AlbumID.init))
        }
    }

    /// Returns the folder that is away and contains files of an album.
    package func awayFolder(of id: AlbumID) throws(PersistencyError) -> String? {
        try read { database in
            try FileCatalogue(database).awayFolders().first { path in
                let bounds = FileCatalogue.bounds(of: path)
                let sql = """
                    SELECT EXISTS (SELECT 1 FROM file JOIN folder ON folder.id = file.folder
                    WHERE albumID = ? AND (folder.path = ? OR folder.path >= ? AND folder.path < ?))
                    """
                return try Bool.fetchOne(database, sql: sql, arguments: [id.rawValue, path, bounds.first, bounds.end]) ?? false
            }
        }
    }

    /// Returns the reason why an album's files are one album; `nil` if it has none.
    ///
    /// - Complexity: O(*n*) in the number of the album's files, as in an import.
    package func origin(of id: AlbumID) throws(PersistencyError) -> AlbumOrigin? {
        try read { try AlbumRegrouping($0, saving: AlbumSaving()).assembly(of: id.rawValue)?.origin }
    }

    /// Returns the same if it doesn't go without saying, which is seen from the names of the files.
    package func notableOrigin(of id: AlbumID) throws(PersistencyError) -> AlbumOrigin? {
        try read { database -> AlbumOrigin? in
            let sql = """
                SELECT folder.path, file.name, nameKind, EXISTS (SELECT 1 FROM placedFile WHERE folder = folder.path AND name = file.name)
                FROM file JOIN folder ON folder.id = file.folder WHERE albumID = ?
                """
            var (rips, mayBeNotable): (Set<RipPlace>, Bool) = ([], false)
            try Row.forEach(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) { row in
                let home = GroupedTrack.home(ofFolder: try row[0]).path
                rips.insert(RipPlace(home: home, format: Path.split(name: try row[1]).fileExtension))
                let (kind, isPlaced): (Int?, Bool) = (try row[2], try row[3])
                if kind == AlbumIdentity.Kind.untitled.rawValue || isPlaced { mayBeNotable = true }
            }
            guard mayBeNotable || rips.count > 1 else { return nil }
            return try AlbumRegrouping(database, saving: AlbumSaving()).assembly(of: id.rawValue)?.origin
        }.flatMap { $0.isNotable ? $0 : nil }
    }

    /// Updates which of the followed folders are away.
    ///
    /// - Returns: Whether anything changed.
    package func noticeAwayFolders() throws(PersistencyError) -> Bool {
        // Asks the disk, so not within a transaction that others wait for.
        let changed = try read { try FileCatalogue($0).awayFoldersThatChanged() }
        if changed.gone.isEmpty && changed.back.isEmpty { return false }
        try write { database in
            let catalogue = FileCatalogue(database)
            for path in changed.gone { try catalogue.database.run("INSERT OR IGNORE INTO awayFolder VALUES (?)", [path]) }
            for path in changed.back { try catalogue.database.run("DELETE FROM awayFolder WHERE path = ?", [path]) }
        }
        return true
    }

    /// Returns the followed folders with albums that undo or redo has brought back, and whose files are to be read again.
    package func rootsToReadAgain() throws(PersistencyError) -> [String] {
        try read { database in
            let catalogue = FileCatalogue(database)
            return try catalogue.roots().filter(catalogue.hasRestoredAlbums)
        }
    }

    /// Returns the catalogue's name for `path`, if the library can stop following it.
    package func source(at path: String) throws -> String {
        let candidates = [try? FileSystem.resolved(path), Path.normalised(path)].compactMap(\.self)
        var problem = SourceError.notFollowed(path: path)
        for candidate in candidates {
            if try read({ try ListCatalogue($0).contains(candidate) }) { return candidate }
            let (roots, isKnown) = try read { database in
                let catalogue = FileCatalogue(database)
                let folder = try catalogue.folder(at: Path.folder(of: candidate))
                let file = try folder.flatMap { try catalogue.file(Path.name(of: candidate), in: $0.id) }
                return (try catalogue.roots(), try file != nil || catalogue.folder(at: candidate) != nil)
            }
            if roots.contains(candidate) { return candidate }
            if let root = roots.first(where: { Path.isPath(candidate, below: $0) }) {
                problem = .partOf(path: path, source: root)
            } else if isKnown {
                return candidate
            }
        }
        throw problem
    }
}
