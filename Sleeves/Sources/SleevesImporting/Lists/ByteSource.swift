internal import SleevesModel
internal import Glibc

/// A source of a file's bytes, with one piece of the file in memory at a time.
///
/// The end of the file is `nil`. Only regular files can be read, because a pipe or a device may never end.
struct ByteSource: ~Copyable {
    private static let pieceSize = 64 << 10

    private let descriptor: Int32
    private var piece: [UInt8]
    /// The offset of `piece` in the file.
    private var pieceStart = 0
    private var index = 0
    /// The line of the next byte, counted from 1.
    private(set) var line = 1

    /// Opens the file at `path`.
    ///
    /// - Parameter limit: The maximum size of the file, in bytes.
    /// - Returns: `nil` if the file is larger.
    init?(path: String, limit: Int) throws(SystemError) {
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        piece = []
        guard descriptor >= 0 else { throw SystemError(code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(code: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
        }
        if status.st_size > limit { return nil }
    }

    /// Creates a source of bytes in memory.
    init(_ bytes: [UInt8]) {
        descriptor = -1
        piece = bytes
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// The offset of the next byte.
    var offset: Int { pieceStart + index }

    /// Returns the next byte without consuming it.
    mutating func peek() throws(SystemError) -> UInt8? {
        if index == piece.count { try readPiece() }
        return index < piece.count ? piece[index] : nil
    }

    /// Returns the next byte and consumes it.
    mutating func next() throws(SystemError) -> UInt8? {
        guard let byte = try peek() else { return nil }
        index += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        return byte
    }

    /// Consumes and returns all unconsumed bytes in memory, or else the next piece; `nil` at the end. Lines aren't counted.
    mutating func nextPiece() throws(SystemError) -> ArraySlice<UInt8>? {
        guard try peek() != nil else { return nil }
        defer { index = piece.count }
        return piece[index...]
    }

    /// Goes back to an earlier offset on its line.
    mutating func goBack(to offset: Int, line: Int) throws(SystemError) {
        self.line = line
        if offset >= pieceStart {
            index = offset - pieceStart
            return
        }
        // Bytes in memory are one piece, so this is a file.
        guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(code: errno) }
        pieceStart = offset
        piece = []
        index = 0
    }

    private mutating func readPiece() throws(SystemError) {
        guard descriptor >= 0 else { return }
        pieceStart += piece.count
        index = 0
        var filled = 0
        var next = [UInt8](repeating: 0, count: Self.pieceSize)
        repeat {
            // SAFETY: the call writes at most the array, which is held exclusively meanwhile.
            filled = next.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        } while filled < 0 && errno == EINTR
        guard filled >= 0 else {
            piece = []
            throw SystemError(code: errno)
        }
        next.removeLast(next.count - filled)
        piece = next
    }
}
