internal import SleevesModel
internal import Localization

/// A list's file, which explains why it can't be opened.
struct ListFile {
    let path: String
    /// The maximum size, in bytes.
    let sizeLimit: Int

    /// Opens the file and reads it.
    ///
    /// - Parameter read: Reads the bytes. A failure of the disk becomes an ``ImportError`` for the list.
    func read<Result>(_ read: (consuming ByteSource) throws -> Result) throws -> Result {
        let source = try open()
        do {
            return try read(source)
        } catch let error as SystemError {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: SystemError) -> ImportError {
        let reason = localized("The file cannot be read. {error} Check the file and its permissions.", ["error": "\(error)"])
        return ImportError(kind: .noInput, path: path, reason: reason)
    }

    func open() throws(ImportError) -> ByteSource {
        do {
            if var source = try ByteSource(path: path, limit: sizeLimit) {
                guard let isBigEndian = try Self.skipByteOrderMark(&source) else { return source }
                if let decoded = try Self.decodedUTF16(&source, isBigEndian: isBigEndian, limit: min(sizeLimit, Self.utf16Limit)) {
                    return decoded
                }
                throw tooLarge(min(sizeLimit, Self.utf16Limit))
            }
        } catch let error as SystemError {
            throw unreadable(error)
        } catch let error as ImportError {
            throw error
        } catch {}
        throw tooLarge(sizeLimit)
    }

    private func tooLarge(_ limit: Int) -> ImportError {
        let reason = localized("The list is larger than {limit} MiB. Split it into several files.", ["limit": "\(limit >> 20)"])
        return ImportError(kind: .badData, path: path, reason: reason)
    }

    /// The maximum size of a UTF-16 file, in bytes, which is in memory as a whole.
    private static let utf16Limit = 64 << 20

    /// Skips a byte order mark.
    ///
    /// - Returns: For UTF-16, which iTunes and spreadsheets write, whether the high byte comes first; otherwise `nil`.
    private static func skipByteOrderMark(_ source: inout ByteSource) throws -> Bool? {
        let first = [try source.next(), try source.next()]
        if first == [0xFF, 0xFE] { return false }
        if first == [0xFE, 0xFF] { return true }
        if first == [0xEF, 0xBB], try source.next() == 0xBF { return nil }
        try source.goBack(to: 0, line: 1)
        return nil
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
