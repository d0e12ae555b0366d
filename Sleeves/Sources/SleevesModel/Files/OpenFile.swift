internal import FileNames
internal import Glibc

/// A regular file that is open for reading. It is closed with this value.
package struct OpenFile: ~Copyable, Sendable {
    package let descriptor: Int32
    package private(set) var stamp = FileStamp(stat())
    /// The size in bytes.
    package var size: Int { Int(stamp.size) }

    /// Opens the file at `path`. A pipe or a device is an error, because it may never end.
    package init(path: String, followsLinks: Bool = true) throws(SystemError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        descriptor = FileName.withSystemName(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL) }
        stamp = FileStamp(status)
    }

    /// Takes ownership of an open descriptor, about whose file nothing else is known.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Returns the next bytes: this many, or fewer at the end of the file.
    package func read(_ limit: Int) throws(SystemError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, filled in
            while filled < limit {
                // SAFETY: the count matches the rest of the buffer; the system writes to it only during the call.
                let count = Glibc.read(descriptor, buffer.baseAddress! + filled, limit - filled)
                if count < 0, errno == EINTR { continue }
                if count < 0 { failure = errno }
                guard count > 0 else { break }
                filled += count
            }
        }
        guard failure == 0 else { throw SystemError(code: failure) }
        return bytes
    }
}
