internal import FileNames
internal import Glibc

/// A writer of a file of any length, piece by piece, that replaces an existing file only when the new one is complete.
///
/// The new file has no name until then, where the file system can do that, so that nothing is left behind if the program ends. It has the mode of the
/// existing one. Anything but a regular file, such as a pipe or a device, is written directly.
struct ExportFile: ~Copyable {
    private static let pieceSize = 64 << 10
    /// `O_TMPFILE`, which Swift doesn't import.
    private static let withoutName = 0o20000000 | O_DIRECTORY

    private let path: String
    /// The temporary file; `nil` if the bytes are written to `path` itself.
    private let temporary: String?
    private var isNamed = true
    private var descriptor: Int32
    private var piece: [UInt8] = []

    /// - Parameter path: The path of the file; `nil` for standard output.
    init(path: String?) throws(ExportError) {
        guard let path else {
            self.path = ExportError.standardOutput
            temporary = nil
            descriptor = dup(STDOUT_FILENO)
            return
        }
        // A link is kept and then leads to the new file.
        let place = (try? FileSystem.resolved(path)) ?? path
        self.path = place
        var status = stat()
        let exists = FileName.withSystemName(place) { stat($0, &status) } == 0
        if exists, FileName.withSystemName(place, { access($0, W_OK) }) < 0 {
            (temporary, descriptor) = (nil, -1)
        } else if exists, status.st_mode & S_IFMT != S_IFREG {
            temporary = nil
            descriptor = FileName.withSystemName(place) { open($0, O_WRONLY | O_CLOEXEC) }
        } else {
            let name = ".\(Path.name(of: place).prefix(64)).\(UInt32.random(in: 0...UInt32.max)).part"
            let temporary = Path.appending(name, to: Path.folder(of: place))
            self.temporary = temporary
            descriptor = FileName.withSystemName(Path.folder(of: place)) { open($0, O_WRONLY | O_CLOEXEC | Self.withoutName, 0o666) }
            isNamed = descriptor < 0
            if isNamed {
                descriptor = FileName.withSystemName(temporary) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666) }
            }
            if exists, descriptor >= 0 { _ = fchmod(descriptor, status.st_mode & 0o777) }
        }
        guard descriptor >= 0 else { throw ExportError(errno: errno, path: place, isCreating: true) }
    }

    deinit {
        // An unfinished export is discarded.
        if descriptor >= 0 { close(descriptor) }
        if let temporary { _ = FileName.withSystemName(temporary) { unlink($0) } }
    }

    mutating func write(_ bytes: some Sequence<UInt8>) throws(ExportError) {
        piece.append(contentsOf: bytes)
        if piece.count >= Self.pieceSize { try flush() }
    }

    /// Moves the complete file to its place.
    mutating func finish() throws(ExportError) {
        try flush()
        guard let temporary else { return }
        guard fsync(descriptor) == 0 || errno == EINVAL, isNamed || setName(temporary) else { throw ExportError(errno: errno, path: path) }
        let closed = close(descriptor)
        descriptor = -1
        let isRenamed = FileName.withSystemName(temporary) { from in FileName.withSystemName(path) { rename(from, $0) } } == 0
        guard closed == 0, isRenamed else { throw ExportError(errno: errno, path: path) }
    }

    /// Gives the file a name. Returns whether that has worked.
    private mutating func setName(_ name: String) -> Bool {
        let file = "/proc/self/fd/\(descriptor)"
        isNamed = FileName.withSystemName(name) { linkat(AT_FDCWD, file, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) } == 0
        return isNamed
    }

    private mutating func flush() throws(ExportError) {
        do throws(SystemError) {
            try FileSystem.write(piece, to: descriptor)
        } catch {
            throw ExportError(errno: error.code, path: path)
        }
        piece.removeAll(keepingCapacity: true)
    }
}
