internal import Glibc
package import SleevesModel
internal import SQLite

/// The imports that have begun or are waiting, and haven't ended. Those of a process that was closed or killed are continued by the next
/// window.
///
/// A path stands in the table from the start of its import to its end, whatever the end is, so only the end of the process leaves one.
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

    /// Returns the paths of imports that have begun and haven't ended, except those that have been attempted too often; none while a process
    /// imports, because they may be its own.
    package func unfinishedImports() throws(PersistencyError) -> [String] {
        let sql = "SELECT path FROM unfinishedImport WHERE attempts < ? ORDER BY rowid"
        let paths = try read { try String.fetchAll($0, sql: sql, arguments: [Self.attemptLimit]) }
        return paths.isEmpty || ImportLock.isHeld(in: libraryDirectory) ? [] : paths
    }
}

/// A lock that each import holds while it runs, beside others. The system releases it if the process dies.
package struct ImportLock: ~Copyable {
    private let descriptor: Int32

    package init(in folder: String) {
        descriptor = Self.open(in: folder)
        guard descriptor >= 0 else { return }
        // One that asks whether it is held has it for a moment. A file system may have no such locks.
        while flock(descriptor, LOCK_SH) != 0, errno == EINTR {}
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether any import is running. On a file system without such locks, none seems to be.
    package static func isHeld(in folder: String) -> Bool {
        let descriptor = open(in: folder)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func open(in folder: String) -> Int32 {
        Glibc.open("\(folder)/import.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
