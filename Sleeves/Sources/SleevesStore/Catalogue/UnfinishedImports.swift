internal import Glibc
package import SleevesModel
internal import SQLite

/// The imports that have begun or are waiting, and haven't ended. Those of a process that was closed or killed are continued by the next
/// window.
///
/// A path stands in the table from the start of its import to its end, whatever the end is, so only the end of the process leaves one.
extension PersistencyManager {
    /// Records imports of absolute paths.
    package func noteUnfinished(_ paths: [String]) throws(PersistencyError) {
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

    /// Returns the paths of imports that have begun and haven't ended; none while a process imports, because they may be its own.
    package func unfinishedImports() throws(PersistencyError) -> [String] {
        let paths = try read { try String.fetchAll($0, sql: "SELECT path FROM unfinishedImport ORDER BY rowid") }
        return paths.isEmpty || ImportLock.isHeld(in: libraryDirectory) ? [] : paths
    }
}

/// A lock that each import holds while it runs, beside others. The system releases it if the process dies.
package struct ImportLock: ~Copyable {
    private let descriptor: Int32

    package init(in folder: String) {
        descriptor = Self.open(in: folder)
        if descriptor >= 0 { flock(descriptor, LOCK_SH | LOCK_NB) }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns whether any import is running. On a file system without such locks, none seems to be.
    static func isHeld(in folder: String) -> Bool {
        let descriptor = open(in: folder)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    private static func open(in folder: String) -> Int32 {
        Glibc.open("\(folder)/import.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
