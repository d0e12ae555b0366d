internal import Glibc

/// A lock on a whole file, which excludes other processes and other locks of this one. It ends with this value, and with the process.
///
/// Where the file system has no such locks, it excludes nobody: that must not keep the user from the library.
package struct FileLock: ~Copyable, Sendable {
    package enum Kind: Sendable {
        /// Excludes exclusive locks only.
        case shared
        /// Excludes all others.
        case exclusive
    }

    /// The open file, for reading and writing.
    package let descriptor: Int32

    /// Waits for the lock on the file at `path`, which is created if it is missing.
    ///
    /// - Throws: A ``SystemError`` if the file can't be opened.
    package init(_ kind: Kind, at path: String) throws(SystemError) {
        descriptor = Self.open(path)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        while flock(descriptor, kind == .shared ? LOCK_SH : LOCK_EX) != 0, errno == EINTR {}
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Locks an open file exclusively until it is closed.
    ///
    /// - Returns: Whether it did: not if the file is locked otherwise, or can't be locked.
    @discardableResult
    package static func lock(_ descriptor: Int32) -> Bool {
        flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Returns whether the file at `path` is locked. One that can't be opened or locked isn't.
    package static func isHeld(at path: String) -> Bool {
        let descriptor = open(path)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return !lock(descriptor) && errno == EWOULDBLOCK
    }

    private static func open(_ path: String) -> Int32 {
        Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
}
