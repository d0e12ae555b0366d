internal import SleevesCovers
internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// The CUE sheets in the catalogue.
extension FileCatalogue {
    /// The stamp of a sheet's file.
    private struct SheetStamp: Equatable {
        let size, modified, changed: Int64

        init(_ stamp: FileStamp) { (size, modified, changed) = (stamp.size, stamp.modified, stamp.changed) }

        init(_ row: Row) throws { (size, modified, changed) = (try row[1], try row[2], try row[3]) }
    }

    // MARK: Reading

    /// Reads the new and changed sheets of a folder.
    ///
    /// - Parameters:
    ///   - names: The names of the folder's files; `nil` if they are those in the catalogue.
    ///   - reader: The decoder of sheets that aren't UTF-8.
    ///   - now: The current time, in nanoseconds since 1970.
    func surveySheets(among names: [String]?, in folder: Int64, at path: String, _ reader: MediaReader, now: Int64) throws {
        var known: [String: SheetStamp] = [:]
        let sql = "SELECT name, size, modified, changed FROM sheet WHERE folder = ?"
        try Row.forEach(try database.cachedStatement(sql: sql), arguments: [folder]) { row in known[try row[0]] = try SheetStamp(row) }
        let found = names?.filter(CueSheet.isNamedLikeSheet) ?? Array(known.keys)
        if found.isEmpty, known.isEmpty { return }
        var hasChanged = false
        for name in found.sorted().prefix(CueSheet.folderLimit) {
            let file = Path.appending(name, to: path)
            let stamp: FileStamp
            do throws(SystemError) {
                let kind = try FileSystem.kind(of: file, followsLinks: true)
                guard kind.kind == .file else { continue }
                stamp = kind.stamp
            } catch {
                // A sheet that can't be reached doesn't count as deleted.
                if !error.isAbsence { known[name] = nil }
                continue
            }
            if known.removeValue(forKey: name) == SheetStamp(stamp) { continue }
            try readSheet(name, at: file, in: folder, reader, SheetStamp(stamp.settled(at: now)))
            hasChanged = true
        }
        for name in known.keys {
            try database.run("DELETE FROM sheet WHERE folder = ? AND name = ?", [folder, name])
            hasChanged = true
        }
        if hasChanged { try database.run("INSERT OR IGNORE INTO staleSheets VALUES (?)", [folder]) }
    }

    /// Returns the path of a folder that is only known as that of a file; `nil` if the folder has been searched.
    func pathOfUnsearchedFolder(_ folder: Int64) throws -> String? {
        try String.fetchOne(database, sql: "SELECT path FROM folder WHERE id = ? AND inode = 0", arguments: [folder])
    }

    private func readSheet(_ name: String, at path: String, in folder: Int64, _ reader: MediaReader, _ stamp: SheetStamp) throws {
        var content: String?
        var problem: String?
        do throws(CueSheetProblem) {
            let sheet = try CueSheet(fileAt: path, reader: reader)
            content = try? StoredJSON.encode(sheet)
        } catch {
            problem = error.sentence
        }
        try database.run(
            "INSERT OR REPLACE INTO sheet (folder, name, size, modified, changed, content, problem) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [folder, name, stamp.size, stamp.modified, stamp.changed, content, problem])
    }

    // MARK: Assigning

    /// Marks the folder of a file for ``assignSheets(in:)`` if sheets may have to do with the file.
    func markSheetsAsStale(of file: Int64) throws {
        let sql = """
            INSERT OR IGNORE INTO staleSheets SELECT folder FROM file WHERE id = ?
                AND (ownSheet IS NOT NULL OR sheet IS NOT NULL OR EXISTS (SELECT 1 FROM sheet WHERE sheet.folder = file.folder))
            """
        try database.cachedStatement(sql: sql).execute(arguments: [file])
    }

    /// Returns the folders whose sheets are to be assigned and all of whose files are read.
    func foldersWithStaleSheets() throws -> [Int64] {
        let unread = "SELECT 1 FROM file WHERE file.folder = staleSheets.folder AND +state = 0 AND NOT isGone"
        return try Int64.fetchAll(database, sql: "SELECT folder FROM staleSheets WHERE NOT EXISTS (\(unread))")
    }

    /// Assigns the sheets of a folder to its files, by ``SheetAssignment``, and marks what files whose tracks change belonged to and belong to
    /// for regrouping.
    func assignSheets(in folder: Int64) throws {
        let sheets = try Row.fetchAll(
            database, sql: "SELECT name, content FROM sheet WHERE folder = ? AND content IS NOT NULL", arguments: [folder]
        ) { row in
            (name: try row[0] as String, sheet: try? StoredJSON.decode(CueSheet.self, from: try row[1]))
        }.compactMap { sheet in sheet.sheet.map { (name: sheet.name, sheet: $0) } }
        let files = try wholeFiles("file.folder = ? AND state = 1 AND NOT file.isGone", [folder])
        let others = try String.fetchAll(
            database, sql: "SELECT name FROM file WHERE folder = ? AND state <> 1 AND NOT isGone", arguments: [folder])
        let assignment = SheetAssignment(
            sheets,
            to: files.map { file in
                SheetAssignment.AudioFile(
                    name: Path.name(of: file.file.path), seconds: file.file.tags.seconds, hasTitle: file.file.tags.title != nil,
                    hasAlbum: file.file.tags.album != nil)
            }, others: others)
        for (index, file) in files.enumerated() {
            let assigned = try assignment.parts[index].map { try StoredJSON.encode($0) } ?? file.ownSheet
            if assigned != file.sheet { try assign(assigned, to: file) }
        }
        // In a folder that wasn't searched, the other files are unknown.
        let isSearched = try pathOfUnsearchedFolder(folder) == nil
        for sheet in sheets {
            var problem = assignment.problems[sheet.name]
            if case .missing = problem, !isSearched { problem = nil }
            try database.run("UPDATE sheet SET problem = ? WHERE folder = ? AND name = ?", [problem?.sentence, folder, sheet.name])
        }
    }

    private func assign(_ sheet: String?, to file: WholeFile) throws {
        try markStale("id = ?", [file.id])
        try database.run("UPDATE file SET sheet = ? WHERE id = ?", [sheet, file.id])
        guard let track = try tracks("file.id = ?", [file.id]).first?.track else { return }
        try database.run("UPDATE file SET shelf = ? WHERE id = ?", [track.shelf, file.id])
        try database.run("INSERT OR IGNORE INTO staleShelf VALUES (?)", [track.shelf])
    }

    // MARK: Problems

    /// Returns the problems with the sheets in some folders and below them, by path.
    func sheetProblems(below roots: [String]) throws -> [ImportProblem] {
        try roots.flatMap { root in
            let bounds = Self.bounds(of: root)
            return try Row.fetchAll(
                database,
                sql: """
                    SELECT folder.path, sheet.name, sheet.problem FROM sheet JOIN folder ON folder.id = sheet.folder
                    WHERE (folder.path = ?1 OR folder.path >= ?2 AND folder.path < ?3 OR folder.path = ?4) AND sheet.problem IS NOT NULL
                        AND NOT folder.isGone
                    """,
                // The last is the folder of a file.
                arguments: [root, bounds.first, bounds.end, try folder(at: root) == nil ? Path.folder(of: root) : root]
            ) { row in
                ImportProblem(path: Path.appending(try row[1], to: try row[0]), reason: try row[2])
            }
        }
    }
}
