internal import Foundation

/// Reads albums out of a JSON file that holds a list of them.
///
/// ```json
/// [
///     {"title": "Debut", "artist": "Björk", "genre": "Electronic", "year": 1993, "coverURL": "https://example.org/debut.jpg"}
/// ]
/// ```
///
/// `title` and `artist` are needed; `year` is a number or a text that holds one. Other keys are passed over and counted.
///
/// ## Behavior
/// - An entry that cannot be used is named among the problems by its position, counted from 1, and the rest is read.
/// - A cover address that is not one of the web is left out, and the album is kept.
/// - Two entries with one artist, title and year are one album; the first is kept.
public struct JSONListImporter: Sendable {
    /// The largest file that is read, in bytes.
    package static let sizeLimit = 256 << 20

    private let path: String
    private let sizeLimit: Int

    /// - Parameter path: The path of the file, absolute or from the current folder.
    public init(path: String) {
        self.init(path: path, sizeLimit: Self.sizeLimit)
    }

    /// - Parameter sizeLimit: In bytes.
    package init(path: String, sizeLimit: Int) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    /// Reads the file.
    ///
    /// - Throws: ``ImportError`` where the file cannot be opened, is too large, is not JSON or holds no list; `CancellationError` where
    ///   the task was cancelled.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    public func read() throws -> ImportResult {
        let entries = try entries()
        var result = ImportResult(filesRead: 1)
        var positions: [AlbumID: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if index.isMultiple(of: 1024) { try Task.checkCancellation() }
            result.keysIgnored += entry.keysIgnored
            var reading = JSONEntryReading(entry: entry)
            let album = reading.album()
            result.problems += reading.problems.map { ImportProblem(path: path, reason: "entry \(index + 1) \($0)") }
            guard let album else { continue }
            if let first = positions[album.id] {
                let reason = "entry \(index + 1) is the same album as entry \(first). It was left out."
                result.problems.append(ImportProblem(path: path, reason: reason))
            } else {
                positions[album.id] = index + 1
                result.albums.append(album)
            }
        }
        return result
    }

    private func entries() throws(ImportError) -> [JSONListEntry] {
        let bytes: [UInt8]?
        do {
            bytes = try FileSystem.bytes(ofFile: path, limit: sizeLimit)
        } catch {
            throw ImportError(kind: .noInput, path: path, reason: "cannot be read: \(error). Check the file and its permissions.")
        }
        guard let bytes else {
            let reason = "is larger than \(sizeLimit >> 20) MiB. Split the list into several files."
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
        let data = Data(bytes)
        do {
            return try JSONDecoder().decode([JSONListEntry].self, from: data)
        } catch DecodingError.typeMismatch, DecodingError.valueNotFound {
            let reason = #"holds JSON, but no list. Put the albums between [ and ]: [{"title": "…", "artist": "…"}]."#
            throw ImportError(kind: .badData, path: path, reason: reason)
        } catch {
            let reason = "is not JSON\(Self.place(in: data)). Correct it there, or export it again."
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
    }

    /// Where the mistake is, for the end of "is not JSON". The decoder does not say; the older parser does.
    private static func place(in data: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: data)
            return ""
        } catch {
            guard let words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String else { return "" }
            return ": " + words.prefix(1).lowercased() + words.dropFirst().prefix { $0 != "." }
        }
    }
}
