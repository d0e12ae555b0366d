package import SleevesModel
internal import SQLite

/// The imports that have begun or are waiting, and haven't ended. Those of a process that was closed or killed are continued by the next
/// window.
///
/// The table has a path from the start of its import to its end, however the import ends. So only the end of the process leaves one.
extension PersistencyManager {
    /// The number of times that an import can begin and change no album before it isn't continued any more, because it may be what ends the
    /// process.
    private static let attemptLimit = 3

    /// Records imports of absolute paths that begin now.
    package func noteUnfinished(_ paths: [String]) throws(PersistencyError) {
        let sql = "INSERT INTO unfinishedImport (path, attempts) VALUES (?, 1) ON CONFLICT (path) DO UPDATE SET attempts = attempts + 1"
        try write { database in
            for path in paths { try database.run(sql, [path]) }
        }
    }

    /// Records imports of absolute paths that are to begin later.
    package func notePlanned(_ paths: [String]) throws(PersistencyError) {
        try write { database in
            for path in paths { try database.run("INSERT OR IGNORE INTO unfinishedImport (path) VALUES (?)", [path]) }
        }
    }

    /// Records the end of imports.
    package func noteFinished(_ paths: [String]) throws(PersistencyError) {
        try write { database in
            for path in paths { try database.run("DELETE FROM unfinishedImport WHERE path = ?", [path]) }
        }
    }

    /// Returns whether an import of a source, of a part of it, or of a folder around it is running.
    package func isImporting(_ source: String) throws(PersistencyError) -> Bool {
        guard ImportLock.isHeld(in: libraryDirectory) else { return false }
        return try read { try String.fetchAll($0, sql: "SELECT path FROM unfinishedImport WHERE attempts > 0") }.contains { path in
            Path.isPath(path, in: source) || Path.isPath(source, in: path)
        }
    }

    /// Returns the paths of imports that have begun and haven't ended, except those that have been attempted too often; none while a process
    /// imports, because they may be its own.
    package func unfinishedImports() throws(PersistencyError) -> [String] {
        let sql = "SELECT path FROM unfinishedImport WHERE attempts < ? ORDER BY rowid"
        let paths = try read { try String.fetchAll($0, sql: sql, arguments: [Self.attemptLimit]) }
        return paths.isEmpty || ImportLock.isHeld(in: libraryDirectory) ? [] : paths
    }
}

/// A lock that each import holds while it runs, beside others.
package struct ImportLock: ~Copyable {
    private let lock: FileLock?

    package init(in folder: String) {
        // One that asks whether it is held has it for a moment.
        lock = try? FileLock(.shared, at: Self.path(in: folder))
    }

    /// Returns whether any import is running. On a file system without such locks, none seems to be.
    package static func isHeld(in folder: String) -> Bool {
        FileLock.isHeld(at: path(in: folder))
    }

    private static func path(in folder: String) -> String { "\(folder)/import.lock" }
}
