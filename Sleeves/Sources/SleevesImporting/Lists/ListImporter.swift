internal import SleevesCovers
internal import SleevesModel
internal import Localization

/// An importer of albums from lists in one format.
///
/// To add a format, write its importer, and add it to ``ListFormats/all``.
package protocol ListImporter: SendableMetatype {
    /// The endings of the files' names, in lower case; the usual one first.
    static var endings: [String] { get }
    /// Endings that other files have, too: such a file is a list if ``isList(fileAt:)`` says so.
    static var sharedEndings: [String] { get }
    /// Returns whether a file with a shared ending is a list.
    static func isList(fileAt path: String) -> Bool
    /// The maximum size of a file, in bytes.
    static var sizeLimit: Int { get }
    /// Whether a file may be in any encoding that others of its kind don't declare.
    static var isOfAnyEncoding: Bool { get }
    /// Reads bytes of a file at `path`.
    static func read(_ source: consuming ByteSource, path: String, into contents: ListContents) throws
}

extension ListImporter {
    package static var sharedEndings: [String] { [] }
    package static func isList(fileAt path: String) -> Bool { true }
    package static var isOfAnyEncoding: Bool { false }

    /// Reads the file at `path`.
    ///
    /// - Throws: ``ImportError`` if the file can't be opened, is too large, or isn't such a list; ``PersistencyError`` if there is no room for a
    ///   temporary file; `CancellationError` if the task was cancelled.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    package static func read(fileAt path: String, sizeLimit: Int = Self.sizeLimit, into contents: ListContents) throws {
        try ListFile(path: path, sizeLimit: sizeLimit, decoder: isOfAnyEncoding ? contents.reader : nil).read {
            try read($0, path: path, into: contents)
        }
    }
}

/// The formats of lists. What an import reads, what choosers of files offer, and texts follow from them.
package enum ListFormats {
    package static let all: [any ListImporter.Type] = [CSVListImporter.self, JSONListImporter.self, AppleLibraryImporter.self]

    /// The endings of all lists.
    package static var endings: [String] { all.flatMap { $0.endings + $0.sharedEndings } }
    /// The usual ending of each format.
    package static var usualEndings: [String] { all.compactMap { $0.endings.first } }

    /// Returns the importer of a file; `nil` if it isn't a list.
    package static func importer(ofFileAt path: String) -> (any ListImporter.Type)? {
        let ending = Path.split(name: Path.name(of: path)).fileExtension
        return all.first { $0.endings.contains(ending) } ?? all.first { $0.sharedEndings.contains(ending) && $0.isList(fileAt: path) }
    }
}

/// A list's file, which explains why it can't be opened.
struct ListFile {
    let path: String
    /// The maximum size, in bytes.
    let sizeLimit: Int
    /// The decoder of a file that isn't UTF-8; `nil` if the file's kind says its encoding.
    var decoder: MediaReader?

    /// Opens the file and reads it.
    ///
    /// - Parameter read: Reads the bytes. A failure of the disk becomes an ``ImportError`` for the list.
    func read<Result>(_ read: (consuming ByteSource) throws -> Result) throws -> Result {
        do {
            return try read(try open())
        } catch let error as SystemError {
            let reason = localized("The file cannot be read. {error} Check the file and its permissions.", ["error": "\(error)"])
            throw ImportError(kind: .noInput, path: path, reason: reason)
        }
    }

    func open() throws -> ByteSource {
        guard var source = try ByteSource(path: path, limit: sizeLimit) else { throw tooLarge(sizeLimit) }
        let limit = min(sizeLimit, Self.decodedLimit)
        guard let isBigEndian = try Self.skipByteOrderMark(&source) else {
            if let decoder, let decoded = try decoder.decoded(&source, limit: limit) { return decoded }
            return source
        }
        guard let decoded = try Self.decodedUTF16(&source, isBigEndian: isBigEndian, limit: limit) else { throw tooLarge(limit) }
        return decoded
    }

    private func tooLarge(_ limit: Int) -> ImportError {
        let reason = localized("The list is larger than {limit} MiB. Split it into several files.", ["limit": "\(limit >> 20)"])
        return ImportError(kind: .badData, path: path, reason: reason)
    }

    /// The maximum size of a file in another encoding than UTF-8, in bytes, which is in memory as a whole.
    private static let decodedLimit = 64 << 20

    /// Skips a byte order mark. Without one, the bytes themselves show UTF-16.
    ///
    /// - Returns: For UTF-16, which iTunes and spreadsheets write, whether the high byte comes first; otherwise `nil`.
    private static func skipByteOrderMark(_ source: inout ByteSource) throws -> Bool? {
        let first = [try source.next(), try source.next()]
        if first == [0xFF, 0xFE] { return false }
        if first == [0xFE, 0xFF] { return true }
        if first == [0xEF, 0xBB], try source.next() == 0xBF { return nil }
        try source.goBack(to: 0, line: 1)
        return try guessByteOrder(&source)
    }

    /// Returns bytes in memory as UTF-8 without a byte order mark if they are UTF-16 or have such a mark, or else as they are.
    static func decoded(_ bytes: [UInt8]) throws -> [UInt8] {
        var source = ByteSource(bytes)
        if let isBigEndian = try skipByteOrderMark(&source) {
            guard let decoded = try decodedUTF16(&source, isBigEndian: isBigEndian, limit: decodedLimit) else { return bytes }
            source = decoded
        }
        return try source.nextPiece().map(Array.init) ?? []
    }

    /// Returns, for UTF-16 without a byte order mark, whether the high byte comes first; `nil` for any other text.
    ///
    /// Lists are full of separators and line ends, whose high bytes are zero. Texts in other encodings have no zeros.
    private static func guessByteOrder(_ source: inout ByteSource) throws -> Bool? {
        let head = try source.nextPiece()?.prefix(4096) ?? []
        try source.goBack(to: 0, line: 1)
        var zeros = (even: 0, odd: 0)
        for (index, byte) in head.enumerated() where byte == 0 {
            if index.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
        }
        guard max(zeros.even, zeros.odd) * 16 >= head.count else { return nil }
        if zeros.odd > 2 * zeros.even { return false }
        return zeros.even > 2 * zeros.odd ? true : nil
    }

    /// Decodes the rest of a UTF-16 text to UTF-8 in memory. An unpaired surrogate becomes `�`.
    private static func decodedUTF16(_ source: inout ByteSource, isBigEndian: Bool, limit: Int) throws -> ByteSource? {
        var units: [UInt16] = []
        var half: UInt8?
        while let piece = try source.nextPiece() {
            guard units.count * 2 + piece.count <= limit else { return nil }
            for byte in piece {
                guard let first = half else {
                    half = byte
                    continue
                }
                units.append(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
                half = nil
            }
        }
        return ByteSource(Array(String(decoding: units, as: UTF16.self).utf8))
    }
}
