internal import FoundationEssentials
internal import Glibc
internal import Synchronization

/// A writer of whole files: a reader sees the old file or the new one, never a part, even after a power failure.
///
/// It writes a temporary file in the same folder, which replaces the old one when it is safely on the disk.
package enum AtomicFile {
    /// Replaces or creates the file at `path`, readable by its owner only.
    ///
    /// - Parameters:
    ///   - isLasting: Whether the file must survive a power failure. A file that can be recreated, and whose damage is detectable, need not:
    ///     waiting for the disk costs more than recreating it.
    ///   - temporaryFolder: The folder of the temporary file, on the same disk; `nil` for that of the file.
    package static func write(
        _ bytes: [UInt8], to path: String, isLasting: Bool = true, temporaryFolder: String? = nil
    ) throws(PersistencyError) {
        MainThread.assertMayWait()
        let folder = Path.folder(of: path)
        let temporary = temporaryPath(in: temporaryFolder ?? folder)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw PersistencyError(errno: errno, path: path, doing: "creating") }
        // Shows that it is being written, see `removeLeftovers`.
        FileLock.lock(descriptor)
        do throws(SystemError) {
            try FileSystem.write(bytes, to: descriptor)
            guard !isLasting || fsync(descriptor) == 0 else { throw SystemError(code: errno) }
        } catch {
            close(descriptor)
            unlink(temporary)
            throw PersistencyError(errno: error.code, path: path, doing: "writing")
        }
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw PersistencyError(errno: code, path: path, doing: "replacing")
        }
        if isLasting { try synchronizeFolder(folder) }
    }

    /// Deletes the temporary files of killed writers in `folder`.
    ///
    /// A file younger than `age` stays if another process may still be writing it.
    ///
    /// - Parameter age: In seconds.
    /// - Returns: The number of deleted files.
    @discardableResult
    package static func removeLeftovers(in folder: String, olderThan age: Int = 3600) -> Int {
        removeFiles(in: folder, olderThan: 0) { name in
            guard name.hasPrefix(prefix) else { return false }
            let path = "\(folder)/\(name)"
            var status = stat()
            return lstat(path, &status) == 0 && (time(nil) - status.st_mtim.tv_sec >= age || isAbandoned(path, name))
        }
    }

    /// Returns whether the process that has written a temporary file is gone: this system has no process of that number, and no process of
    /// another system that uses the same folder has locked the file.
    private static func isAbandoned(_ path: String, _ name: String) -> Bool {
        guard let writer = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ pid_t($0) }), writer > 0,
            kill(writer, 0) != 0, errno == ESRCH
        else { return false }
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return FileLock.lock(descriptor)
    }

    /// Deletes the files in `folder` whose names are `unneeded` and that haven't changed for `age` seconds.
    ///
    /// - Returns: The number of deleted files.
    package static func removeFiles(in folder: String, olderThan age: Int, unneeded: (_ name: String) -> Bool) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(unneeded).count { name in
            let path = "\(folder)/\(name)"
            var status = stat()
            return lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec >= age && unlink(path) == 0
        }
    }

    /// Creates a folder and its missing parents, for their owner only. An existing folder stays unchanged.
    package static func createFolder(_ path: String) throws(PersistencyError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case ENOENT where path.utf8.contains(UInt8(ascii: "/")):
            try createFolder(Path.folder(of: path))
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw PersistencyError(errno: errno, path: path, doing: "creating the folder")
            }
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
                throw PersistencyError(errno: ENOTDIR, path: path, doing: "creating the folder")
            }
        case let code:
            throw PersistencyError(errno: code, path: path, doing: "creating the folder")
        }
    }

    private static let prefix = ".incoming-"
    private static let serial = Atomic<UInt64>(0)

    private static func temporaryPath(in folder: String) -> String {
        let number = serial.wrappingAdd(1, ordering: .relaxed).newValue
        return "\(folder)/\(prefix)\(getpid())-\(number)-\(UInt32.random(in: 0...UInt32.max))"
    }

    /// Makes the folder's new entry survive a power failure.
    private static func synchronizeFolder(_ folder: String) throws(PersistencyError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PersistencyError(errno: errno, path: folder, doing: "opening the folder") }
        defer { close(descriptor) }
        // Some file systems can't synchronize folders and return EINVAL, which is harmless.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw PersistencyError(errno: errno, path: folder, doing: "writing the folder")
        }
    }
}
