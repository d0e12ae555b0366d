internal import struct FoundationEssentials.Date
package import SleevesImporting
package import SleevesModel
internal import SleevesCovers
internal import SQLite

/// The findings of the readings of sources.
extension PersistencyManager {
    /// Records readings of lists, as the end of an import, and removes the albums that no list and no file has any more. The user's changes of them
    /// are kept.
    package func note(_ contents: ListContents, saving: AlbumSaving) throws(PersistencyError) -> AlbumSaving {
        guard contents.lists.contains(where: \.isRead) else { return saving }
        return try write { database in
            var saving = saving
            try saving.inTransaction(of: database) { saving in
                let change = try RootChange.during(in: FileCatalogue(database)) {
                    for (id, lapse) in try ListCatalogue(database).note(contents, at: Date()) {
                        switch lapse {
                        case .gone(let successor):
                            try saving.replace(id, by: nil, in: database)
                            if let successor { try saving.handOver(from: id, to: successor, in: database) }
                        case .wish: try saving.makeWish(id, in: database)
                        }
                    }
                }
                saving.note(change)
            }
            return saving
        }
    }

    /// Records that folders were read as a whole. Only those that the library follows count.
    ///
    /// - Parameter problems: The problems with what is below the folders.
    package func noteReading(of folders: [String], problems: [ImportProblem]) throws(PersistencyError) {
        try write { database in
            let catalogue = FileCatalogue(database)
            // The library says by itself which folders are away.
            let away = Set(try catalogue.awayFolders())
            for root in try catalogue.roots() where folders.contains(root) {
                let kept = Set(try catalogue.problems(below: root).map(\.path)).union(away)
                let others = problems.filter { problem in
                    !kept.contains(problem.path) && Path.isPath(problem.path, in: root)
                }
                try SourceReading(date: Date(), problems: others).save(of: root, in: database)
            }
        }
    }

    /// Returns what can't be used of a source, by path: files and folders that can't be read, and covers and entries that can't be used.
    package func problems(of source: String) throws(PersistencyError) -> [ImportProblem] {
        let problems = try read { database in
            try FileCatalogue(database).problems(below: source) + (SourceReading.last(of: source, in: database)?.problems ?? [])
        }
        return (problems + (try coverReport(below: [source]).problems)).sorted { $0.path < $1.path }
    }
}

extension FileCatalogue {
    /// Returns the problems with the files and names below a folder.
    fileprivate func problems(below root: String) throws -> [ImportProblem] {
        let bounds = Self.bounds(of: root)
        let below = "(folder.path = ?1 OR folder.path >= ?2 AND folder.path < ?3)"
        let files = try Row.fetchAll(
            database,
            sql: """
                SELECT folder.path, file.name, file.problem FROM file JOIN folder ON folder.id = file.folder
                WHERE \(below) AND file.problem IS NOT NULL AND NOT file.isGone
                """,
            arguments: [root, bounds.first, bounds.end]
        ) { row in
            ImportProblem(path: Path.appending(try row[1], to: try row[0]), reason: try row[2])
        }
        let names = try String.fetchAll(
            database, sql: "SELECT problems FROM folder WHERE \(below) AND problems <> '[]' AND NOT isGone",
            arguments: [root, bounds.first, bounds.end]
        ).flatMap { try StoredJSON.decode([ImportProblem].self, from: $0) }
        return files + names + (try sheetProblems(below: [root]))
    }

    /// Returns the number of these problems, and of covers that can't be used.
    func problemCount(below root: String) throws -> Int {
        let bounds = Self.bounds(of: root)
        let below = "(folder.path = ?1 OR folder.path >= ?2 AND folder.path < ?3)"
        let sql = """
            SELECT (SELECT count(*) FROM file JOIN folder ON folder.id = file.folder
                    WHERE \(below) AND file.problem IS NOT NULL AND NOT file.isGone)
                + (SELECT coalesce(sum(json_array_length(problems)), 0) FROM folder WHERE \(below) AND problems <> '[]' AND NOT isGone)
                + (SELECT count(*) FROM sheet JOIN folder ON folder.id = sheet.folder
                    WHERE \(below) AND sheet.problem IS NOT NULL AND NOT folder.isGone)
            """
        let files = try Int.fetchOne(database, sql: sql, arguments: [root, bounds.first, bounds.end]) ?? 0
        let covers = AlbumsBelow([root])
        let count = "SELECT count(*) FROM album WHERE coverProblem IS NOT NULL AND id IN (\(covers.sql))"
        return files + (try Int.fetchOne(database, sql: count, arguments: covers.arguments) ?? 0)
    }
}
