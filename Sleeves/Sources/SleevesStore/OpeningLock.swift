internal import SleevesModel
internal import Glibc

/// A lock that lets only one process at a time create a library or migrate its schema.
///
/// SQLite protects each transaction, but not the steps between determining the migrations and performing them.
enum OpeningLock {
    /// Runs `body` while no other process does so for the same folder. The system releases the lock if the process dies.
    static func withLock<Value>(in folder: String, _ body: () throws(PersistencyError) -> Value) throws(PersistencyError) -> Value {
        let path = "\(folder)/library.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PersistencyError(errno: errno, path: path, doing: "opening") }
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            // A file system without such locks must not keep the user from the library.
            guard errno == EINTR else { break }
        }
        return try body()
    }
}
