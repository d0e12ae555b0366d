internal import SleevesModel
internal import SleevesImporting
internal import SQLite

extension FileCatalogue {
    private static let stampColumns = "device, inode, size, modified, changed"

    /// Returns the files that were found in a folder, by name.
    func files(in folder: Int64) throws -> [CataloguedFile] {
        let sql = "SELECT id, name, \(Self.stampColumns), state, problem FROM file WHERE folder = ? AND NOT isGone ORDER BY name"
        return try Row.fetchAll(database, sql: sql, arguments: [folder], Self.file)
    }

    /// Returns the file with this name in a folder.
    func file(_ name: String, in folder: Int64) throws -> CataloguedFile? {
        let sql = "SELECT id, name, \(Self.stampColumns), state, problem FROM file WHERE folder = ? AND name = ? AND NOT isGone"
        return try Row.fetchOne(database, sql: sql, arguments: [folder, name], Self.file)
    }

    private static func file(_ row: Row) throws -> CataloguedFile {
        CataloguedFile(
            id: try row[0],
            name: try row[1],
            stamp: try FileStamp(row, from: 2),
            state: CataloguedFile.State(rawValue: try row[7]) ?? .pending,
            problem: try row[8]
        )
    }

    /// Adds a new file.
    ///
    /// - Returns: The file's number.
    @discardableResult
    func insert(_ name: String, in folder: Int64, stamp: FileStamp, state: CataloguedFile.State) throws -> Int64 {
        // A file that disappeared and came back is new.
        try database.run(
            """
            INSERT OR REPLACE INTO file (folder, name, device, inode, size, modified, changed, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [folder, name, stamp.device, stamp.inode, stamp.size, stamp.modified, stamp.changed, state.rawValue]
        )
        return database.lastInsertedRowID
    }

    /// Updates a changed file: its tags must be read again, or it is another path to an existing file, and no longer counts in its album.
    func update(_ file: Int64, stamp: FileStamp, state: CataloguedFile.State) throws {
        try markStale("id = ?", [file])
        try database.run(
            """
            UPDATE file SET measured = iif(size = ?3 AND modified = ?4, measured, NULL),
                device = ?1, inode = ?2, size = ?3, modified = ?4, changed = ?5, state = ?6, problem = NULL WHERE id = ?7
            """,
            [stamp.device, stamp.inode, stamp.size, stamp.modified, stamp.changed, state.rawValue, file]
        )
        if state == .duplicate { try leaveAlbum(file) }
    }

    /// Assigns a file to no album, because it has no tags that count.
    func leaveAlbum(_ file: Int64) throws {
        try database.run("UPDATE file SET shelf = NULL, nameID = NULL, nameKind = NULL, albumID = NULL WHERE id = ?", [file])
    }

    /// Returns files with known tags that could be this one under another name: the same file on the disk with the same content.
    func files(like stamp: FileStamp) throws -> [(id: Int64, path: String, isGone: Bool, problem: String?, isUnsettled: Bool)] {
        let sql = """
            SELECT file.id, folder.path, file.name, file.isGone, file.problem, file.changed FROM file JOIN folder ON folder.id = file.folder
            WHERE file.inode = ? AND file.device = ? AND file.size = ? AND file.modified = ? AND file.state = 1
            """
        return try Row.fetchAll(database, sql: sql, arguments: [stamp.inode, stamp.device, stamp.size, stamp.modified]) { row in
            (try row[0], Path.appending(try row[2], to: try row[1]), try row[3], try row[4], try row[5] == FileStamp.unsettledChange)
        }
    }

    /// Returns whether the tags of any file are known.
    func knowsTags() throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM file WHERE state = 1)") ?? false
    }

    /// Moves a file to another place, with everything that is known about it.
    ///
    /// - Parameter path: Its former path.
    func move(_ file: Int64, from path: String, to folder: Int64, name: String, stamp: FileStamp) throws {
        try markStale("id = ?", [file])
        if try hasUndeclaredTexts(file) { try markTextsAsUndecoded(inHome: GroupedTrack.home(ofFolder: Path.folder(of: path)).path) }
        try database.run("DELETE FROM file WHERE folder = ? AND name = ? AND id <> ?", [folder, name, file])
        try database.run(
            "UPDATE file SET folder = ?, name = ?, changed = ?, isGone = 0 WHERE id = ?",
            [folder, name, stamp.changed, file]
        )
        try markUndecoded("id = ?", [file])
        try markSheetsAsStale(of: file)
        // If it comes back, its former folder looks as it does now.
        try database.run("UPDATE folder SET changed = ? WHERE path = ?", [FileStamp.unsettledChange, Path.folder(of: path)])
        guard let moved = try tracks("file.id = ? AND state = 1", [file]).first else { return }
        try decisionsMoved(from: path, to: moved.track.file.path)
        try database.run("UPDATE file SET shelf = ? WHERE id = ?", [moved.track.shelf, file])
        try database.run("INSERT OR IGNORE INTO staleShelf VALUES (?)", [moved.track.shelf])
    }

    /// Computes the shelves of all files anew, because titles of albums and names of folders mean other discs than before.
    func renewShelves() throws {
        let sql = """
            SELECT file.id, folder.path, file.name, file.album, file.shelf FROM file JOIN folder ON folder.id = file.folder
            WHERE shelf IS NOT NULL AND file.id > ? ORDER BY file.id LIMIT 1000
            """
        var last: Int64 = 0
        while true {
            let files = try Row.fetchAll(database, sql: sql, arguments: [last]) { row -> (id: Int64, former: Int64, shelf: Int64) in
                let path = Path.appending(try row[2], to: try row[1])
                return (try row[0], try row[4], GroupedTrack.shelf(ofFile: path, album: try row[3]))
            }
            guard let end = files.last?.id else { return }
            for file in files where file.shelf != file.former {
                try database.run("INSERT OR IGNORE INTO staleShelf VALUES (?), (?)", [file.former, file.shelf])
                try database.run("UPDATE file SET shelf = ? WHERE id = ?", [file.shelf, file.id])
            }
            last = end
        }
    }

    // MARK: Removing

    /// Marks a file as gone, until ``removeGone()``: it may reappear in another place.
    func markGone(_ file: Int64) throws {
        try database.run("UPDATE file SET isGone = 1 WHERE id = ?", [file])
    }

    /// Marks a folder and everything below it as gone.
    func markGone(folderAt path: String) throws {
        try mark(isGone: true, folderAt: path)
    }

    /// Removes that mark from a folder and everything below it.
    func markThere(folderAt path: String) throws {
        try mark(isGone: false, folderAt: path)
    }

    private func mark(isGone: Bool, folderAt path: String) throws {
        let bounds = Self.bounds(of: path)
        let folders = "path = ?1 OR path >= ?2 AND path < ?3"
        let arguments: StatementArguments = [path, bounds.first, bounds.end, isGone]
        try database.run("UPDATE file SET isGone = ?4 WHERE folder IN (SELECT id FROM folder WHERE \(folders))", arguments)
        try database.run("UPDATE folder SET isGone = ?4 WHERE \(folders)", arguments)
    }

    /// Removes everything that is marked as gone.
    ///
    /// - Returns: The number of removed files.
    func removeGone() throws -> Int {
        try markStale("isGone", [])
        try albumsChanged(in: "SELECT folder FROM file WHERE isGone", [])
        try database.run(
            """
            INSERT OR IGNORE INTO staleAlbum SELECT DISTINCT albumID FROM file WHERE albumID IS NOT NULL AND folder IN (
                SELECT parent FROM folder WHERE isGone AND (picture IS NOT NULL OR pictures <> '[]')
            )
            """)
        try database.run(
            "INSERT OR IGNORE INTO staleSheets SELECT folder FROM file WHERE isGone AND folder IN (SELECT folder FROM sheet)")
        try markLeftTextsAsUndecoded()
        let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM file WHERE isGone AND state <> 3") ?? 0
        try database.run("DELETE FROM file WHERE isGone")
        try database.run("DELETE FROM folder WHERE isGone")
        return count
    }

    /// Makes albums look for their covers again, in folders whose pictures can't be assigned to an album by name: there, the folder's
    /// albums decide which picture is whose cover.
    ///
    /// - Parameter folders: A query for the folders' numbers.
    func albumsChanged(in folders: String, _ arguments: StatementArguments) throws {
        // A picture of a back is an album's or not, depending on the other albums in its folder. Most libraries have none.
        if try Bool.fetchOne(try database.cachedStatement(sql: Self.hasBacks)) == true { try backsChanged() }
        try database.run(
            """
            INSERT OR IGNORE INTO staleAlbum SELECT DISTINCT albumID FROM file WHERE albumID IS NOT NULL AND folder IN (
                SELECT id FROM folder WHERE id IN (\(folders)) AND picture IS NULL AND (pictures <> '[]'
                    OR EXISTS (SELECT 1 FROM folder AS part WHERE part.parent = folder.id AND (part.pictures <> '[]' OR part.picture IS NOT NULL)))
            )
            """, arguments)
    }

    /// Marks everything that the selected files belonged to for regrouping.
    func markStale(_ condition: String, _ arguments: StatementArguments) throws {
        for (table, column) in [("staleShelf", "shelf"), ("staleName", "nameID"), ("staleAlbum", "albumID")] {
            // The plus keeps the query from scanning all files with a value, if only a few are selected.
            let values = "SELECT DISTINCT \(column) FROM file WHERE \(condition) AND +\(column) IS NOT NULL"
            try database.run("INSERT OR IGNORE INTO \(table) \(values)", arguments)
        }
    }
}

extension FileStamp {
    /// - Parameter first: The index of the file's first column.
    init(_ row: Row, from first: Int) throws {
        self.init(
            device: try row[first], inode: try row[first + 1], size: try row[first + 2], modified: try row[first + 3],
            changed: try row[first + 4])
    }
}
