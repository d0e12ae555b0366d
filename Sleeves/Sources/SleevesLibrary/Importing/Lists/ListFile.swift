internal import Localization

/// Opens the file of a list, or says why that cannot be.
struct ListFile {
    let path: String
    /// In bytes.
    let sizeLimit: Int

    /// Opens the file and reads it through.
    ///
    /// - Parameter read: Reads the bytes. Where the disk fails on the way, the error says what that means for the list.
    func read<Result>(_ read: (consuming ByteSource) throws -> Result) throws -> Result {
        let source = try open()
        do {
            return try read(source)
        } catch let error as SystemError {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: SystemError) -> ImportError {
        let reason = localized("cannot be read: {error}. Check the file and its permissions.", ["error": "\(error)"])
        return ImportError(kind: .noInput, path: path, reason: reason)
    }

    func open() throws(ImportError) -> ByteSource {
        do {
            if var source = try ByteSource(path: path, limit: sizeLimit) {
                try Self.skipByteOrderMark(&source)
                return source
            }
        } catch let error as SystemError {
            throw unreadable(error)
        } catch {
            let reason = localized("is written in UTF-16. Open it in an editor or a spreadsheet and save it in UTF-8.")
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
        let reason = localized("is larger than {limit} MiB. Split the list into several files.", ["limit": "\(sizeLimit >> 20)"])
        throw ImportError(kind: .badData, path: path, reason: reason)
    }

    private struct IsUTF16: Error {}

    private static func skipByteOrderMark(_ source: inout ByteSource) throws {
        let first = [try source.next(), try source.next()]
        if first == [0xFF, 0xFE] || first == [0xFE, 0xFF] { throw IsUTF16() }
        if first == [0xEF, 0xBB], try source.next() == 0xBF { return }
        try source.goBack(to: 0, line: 1)
    }
}
