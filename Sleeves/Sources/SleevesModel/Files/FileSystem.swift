internal import CFileTimes
internal import FileNames
internal import Glibc
package import struct FoundationEssentials.Date

/// The system calls of an import. They block for as long as the disk takes.
package enum FileSystem {
    /// Returns the names in the folder at `path` in the order of their characters, without hidden ones.
    package static func names(inFolder path: String) throws(SystemError) -> [String] {
        try listing(ofFolder: path).names
    }

    /// Returns the same names, and the number of hidden folders and audio files.
    package static func listing(ofFolder path: String) throws(SystemError) -> (names: [String], hidden: Int) {
        guard let folder = FileName.withSystemName(path, { opendir($0) }) else { throw SystemError(code: errno) }
        defer { closedir(folder) }
        var names: [String] = []
        var hidden = 0
        while true {
            errno = 0
            guard let entry = readdir(folder) else { break }
            // SAFETY: the entry is valid until the next readdir on this folder, and its name ends in a zero byte. The name is read
            // through the entry's own address, because a short name's entry may be shorter than the structure.
            let offset = MemoryLayout<dirent>.offset(of: \.d_name)!
            let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: UInt8.self)
            let name = FileName.string(UnsafeBufferPointer(start: start, count: strlen(UnsafePointer<CChar>(OpaquePointer(start)))))
            if name == "." || name == ".." { continue }
            if isHidden(name) {
                if entry.pointee.d_type == UInt8(DT_DIR) || AudioFile.isNamedLikeAudio(name) { hidden += 1 }
                continue
            }
            names.append(name)
        }
        guard errno == 0 else { throw SystemError(code: errno) }
        return (names.sorted(), hidden)
    }

    /// Returns whether a name belongs to a hidden file or folder. Some names of albums and artists begin with a dot: “...And Justice for
    /// All”, “.38 Special”.
    static func isHidden(_ name: String) -> Bool {
        guard name.utf8.first == UInt8(ascii: ".") else { return false }
        let rest = name.dropFirst()
        guard let next = rest.unicodeScalars.first, next != "." else { return false }
        return !(("0"..."9").contains(next) && rest.contains(" "))
    }

    /// Returns the kind of file at `path`.
    ///
    /// - Parameter followsLinks: Whether to follow a symbolic link.
    package static func kind(of path: String, followsLinks: Bool) throws(SystemError) -> FileKind {
        var status = stat()
        let result = FileName.withSystemName(path) { followsLinks ? stat($0, &status) : lstat($0, &status) }
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

    /// Returns when the file at `path` came to its place: when it was created there, or else when its folder last changed; `nil` if neither
    /// is known.
    package static func arrival(of path: String) -> Date? {
        var milliseconds: Int64 = 0
        if FileName.withSystemName(path, { sleeves_birth_of_file($0, &milliseconds) }) { return Date(milliseconds: milliseconds) }
        guard let folder = try? kind(of: Path.folder(of: path), followsLinks: true), folder.stamp.modified > 0 else { return nil }
        return Date(milliseconds: folder.stamp.modified / 1_000_000)
    }

    /// Returns the absolute form of `path`, without links, dots or doubled slashes.
    package static func resolved(_ path: String) throws(SystemError) -> String {
        guard let resolved = FileName.withSystemName(path, { realpath($0, nil) }) else { throw SystemError(code: errno) }
        // SAFETY: realpath(_:_:) allocated the string because it was given no buffer; it is copied here and freed once.
        defer { free(resolved) }
        return FileName.string(cString: resolved)
    }

    /// Returns the absolute form of the path of a file or folder that may be missing, without links in the part that exists. A path that leads
    /// through a folder whose name isn't UTF-8 stays as it is, for libraries that know no such names.
    package static func resolvedIfPossible(_ path: String) -> String {
        if let resolved = try? resolved(path) { return resolved.unicodeScalars.contains(where: FileName.isEscape) ? path : resolved }
        let folder = Path.folder(of: path)
        guard folder != path, folder.utf8.count < path.utf8.count, let name = path.split(separator: "/").last else { return path }
        return "\(resolvedIfPossible(folder))/\(name)"
    }

    /// Returns the first bytes of the regular file at `path`, at most `limit`.
    package static func firstBytes(ofFile path: String, limit: Int) throws(SystemError) -> [UInt8] {
        try OpenFile(path: path).read(limit)
    }

    /// Returns the bytes of the regular file at `path`, or `nil` if there are more than `limit`.
    package static func bytes(ofFile path: String, limit: Int) throws(SystemError) -> [UInt8]? {
        MainThread.assertMayWait()
        let file = try OpenFile(path: path)
        guard file.size <= limit else { return nil }
        // One byte more than expected, to detect a file that grows meanwhile.
        let bytes = try file.read(file.size + 1)
        return bytes.count <= limit ? bytes : nil
    }

    /// Writes all bytes to an open file.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            // SAFETY: the count matches the buffer, and the system reads it only during the call.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemError(code: count == 0 ? ENOSPC : errno) }
            rest = rest.dropFirst(count)
        }
    }
}
