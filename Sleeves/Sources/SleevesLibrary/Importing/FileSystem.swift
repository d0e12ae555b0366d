internal import Glibc

/// The calls to the system behind an import. They block for as long as the disk takes.
package enum FileSystem {
    /// One name in a folder.
    package struct Entry: Sendable, Hashable {
        /// The name, or `nil` where its bytes are not UTF-8.
        package let name: String?
        /// The name with what is not UTF-8 repaired, for showing.
        package let shownName: String
    }

    /// The names in the folder at `path` in the order of their characters, without hidden ones.
    package static func entries(ofFolder path: String) throws(SystemError) -> [Entry] {
        try listing(ofFolder: path).entries
    }

    /// The names in the folder at `path` likewise, and how many folders and audio files in it are hidden.
    static func listing(ofFolder path: String) throws(SystemError) -> (entries: [Entry], hidden: Int) {
        guard let folder = opendir(path) else { throw SystemError(code: errno) }
        defer { closedir(folder) }
        var entries: [Entry] = []
        var hidden = 0
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            // SAFETY: the entry is valid until the next readdir on this folder, and its name ends in a zero byte. The name is read
            // through the entry's own address, because a short name's entry may be shorter than the structure.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
            let bytes = UnsafeBufferPointer(start: start, count: strlen(UnsafePointer<CChar>(OpaquePointer(start))))
            let shownName = String(decoding: bytes, as: UTF8.self)
            if shownName == "." || shownName == ".." { continue }
            if isHidden(shownName) {
                if entry.pointee.d_type == UInt8(DT_DIR) || AudioFile.isNamedLikeAudio(shownName) { hidden += 1 }
                continue
            }
            entries.append(Entry(name: String(validating: bytes, as: UTF8.self), shownName: shownName))
        }
        guard errno == 0 else { throw SystemError(code: errno) }
        return (entries.sorted { $0.shownName < $1.shownName }, hidden)
    }

    /// Whether a name is that of a hidden file or folder. Some names of albums and artists begin with a dot: “...And Justice for All”,
    /// “.38 Special”.
    static func isHidden(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: ".") else { return false }
        let rest = name.dropFirst()
        guard let next = rest.unicodeScalars.first, next != "." else { return false }
        return !(("0"..."9").contains(next) && rest.contains(" "))
    }

    /// What lies at `path`.
    ///
    /// - Parameter followsLinks: Whether a symbolic link stands for what it leads to.
    package static func kind(of path: String, followsLinks: Bool) throws(SystemError) -> FileKind {
        var status = stat()
        let result = followsLinks ? stat(path, &status) : lstat(path, &status)
        guard result == 0 else { throw SystemError(code: errno) }
        let kind: FileKind.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        return FileKind(kind: kind, stamp: FileStamp(status))
    }

    /// `path` from the root, without links, dots or doubled slashes in it.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else { throw SystemError(code: errno) }
        // SAFETY: realpath(_:_:) allocated the string because it was given no buffer; it is copied here and freed once.
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else { throw SystemError(code: EILSEQ) }
        return text
    }

    /// The first bytes of the plain file at `path`, at most `limit`.
    static func firstBytes(ofFile path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: EINVAL) }
        var bytes = [UInt8](repeating: 0, count: min(limit, Int(status.st_size)))
        // SAFETY: at most the array, which is exclusively held while the call runs, is written.
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw SystemError(code: errno) }
        return Array(bytes.prefix(count))
    }

    /// The bytes of the plain file at `path`, or `nil` where they are more than `limit`.
    ///
    /// A pipe or a device is not read: it counts as an error, because it may never end.
    package static func bytes(ofFile path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        MainThread.assertMayWait()
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        guard status.st_size <= limit else { return nil }
        // One byte more than expected, so that a file that grows meanwhile is noticed.
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
        var filled = 0
        while filled < bytes.count {
            // SAFETY: at most the rest of the array, which is exclusively held while the call runs, is written.
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress! + filled, $0.count - filled) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw SystemError(code: errno) }
            guard count > 0 else { break }
            filled += count
        }
        guard filled <= limit else { return nil }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}
