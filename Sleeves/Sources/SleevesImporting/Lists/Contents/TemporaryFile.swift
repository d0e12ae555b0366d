internal import Glibc
internal import SleevesModel

/// A file without a name, which ends with this object or the process.
///
/// It is in the folder that `TMPDIR` names, or else in `/var/tmp`, which has room for large files, unlike `/tmp` in memory.
final class TemporaryFile {
    private static let pieceSize = 64 << 10

    private let descriptor: Int32
    private let folder: String
    /// The bytes at the end that haven't been written.
    private var piece: [UInt8] = []
    private var written = 0

    /// The size in bytes.
    var size: Int { written + piece.count }

    init() throws(PersistencyError) {
        let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var failure: PersistencyError?
        for folder in [named, "/var/tmp", "/tmp"] where folder.hasPrefix("/") {
            let name = "\(folder)/sleeves-\(UInt64.random(in: 0 ... .max))"
            let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                failure = failure ?? PersistencyError(errno: errno, path: folder, doing: "open")
                continue
            }
            unlink(name)
            (self.descriptor, self.folder) = (descriptor, folder)
            return
        }
        throw failure ?? PersistencyError(.notWritable, path: "/var/tmp", detail: "")
    }

    deinit {
        close(descriptor)
    }

    /// Adds bytes at the end.
    func append(_ bytes: some Collection<UInt8>) throws(PersistencyError) {
        piece += bytes
        if piece.count >= Self.pieceSize { try write() }
    }

    private func write() throws(PersistencyError) {
        let code = piece.withUnsafeBytes { bytes -> Int32 in
            var rest = bytes[...]
            while !rest.isEmpty {
                // SAFETY: the count is that of the bytes, which the system only reads.
                let count = pwrite(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count, off_t(size - rest.count))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : ENOSPC }
                rest = rest.dropFirst(count)
            }
            return 0
        }
        if code != 0 { throw PersistencyError(errno: code, path: folder, doing: "write") }
        written += piece.count
        piece.removeAll(keepingCapacity: true)
    }

    /// Returns the bytes in a range.
    func read(_ range: Range<Int>) throws(PersistencyError) -> [UInt8] {
        if range.upperBound > written { try write() }
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                // SAFETY: the count is that of the rest of the buffer, to which the system writes only during the call.
                let count = pread(descriptor, buffer.baseAddress! + filled, range.count - filled, off_t(range.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                if count <= 0 { code = count < 0 ? errno : EIO }
                guard count > 0 else { break }
                filled += count
            }
        }
        if code != 0 { throw PersistencyError(errno: code, path: folder, doing: "read") }
        return bytes
    }
}
