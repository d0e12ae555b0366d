internal import Glibc

/// Lets one process at a time create a library or bring its schema up to date.
///
/// SQLite guards each transaction, but not the steps between finding out what is to be done and having done it.
enum OpeningLock {
    /// Runs `body` while no other process runs one for the same folder. The system frees the lock if the process dies.
    static func withLock<Value>(in folder: String, _ body: () throws(PersistencyError) -> Value) throws(PersistencyError) -> Value {
        let path = "\(folder)/library.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PersistencyError(errno: errno, path: path, doing: "opening") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            // A file system without such locks must not keep the person from the library.
            guard errno == EINTR else { break }
        }
        return try body()
    }
}
