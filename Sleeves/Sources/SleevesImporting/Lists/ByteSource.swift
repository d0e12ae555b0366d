internal import SleevesModel
internal import Glibc

/// A source of a file's bytes, with one piece of the file in memory at a time.
///
/// The end of the file is `nil`. Only regular files can be read, because a pipe or a device may never end.
package struct ByteSource: ~Copyable {
    private static let pieceSize = 64 << 10

    /// The file; none for bytes in memory.
    private let file: OpenFile
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
        let file = try OpenFile(path: path)
        if file.size > limit { return nil }
        self.file = file
        piece = []
    }

    /// Creates a source of bytes in memory.
    init(_ bytes: [UInt8]) {
        file = OpenFile(descriptor: -1)
        piece = bytes
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
        guard lseek(file.descriptor, off_t(offset), SEEK_SET) >= 0 else { throw SystemError(code: errno) }
        pieceStart = offset
        piece = []
        index = 0
    }

    private mutating func readPiece() throws(SystemError) {
        guard file.descriptor >= 0 else { return }
        pieceStart += piece.count
        index = 0
        piece = []
        piece = try file.read(Self.pieceSize)
    }
}
