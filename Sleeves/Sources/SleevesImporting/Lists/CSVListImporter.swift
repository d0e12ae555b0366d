internal import SleevesModel
internal import Localization

/// An importer of albums from a table of comma-separated values.
///
/// The first row names the columns, in any order, which identify the table:
///
/// - A collection from Discogs: `Catalog#`, `Artist`, `Title`, `Label`, `Format`, `Rating`, `Released`, `release_id`, `CollectionFolder`,
///   `Date Added`, `Collection Media Condition`, `Collection Sleeve Condition`, `Collection Notes`. Artist and title are required; the rest
///   is optional. `Genre` and `coverURL`, which Discogs doesn't export, are read if the user has added them.
/// - A wantlist from Discogs: the first eight of these and `Notes`.
/// - A catalogue from RateYourMusic.
/// - Tracks, as written by Exportify and iTunes: an album's title, an artist and a track's title.
///
/// ## Behavior
/// - Rows with one `release_id` are one album with as many copies. Rows of tracks with one album and artist are one album.
/// - Wanted albums are kept apart from owned ones.
/// - An unusable row is listed among the problems by its line, and the rest is read. Rows may be too short.
/// - Values in unknown columns are left out and counted by the column's name.
/// - Memory doesn't grow with the length of the file, except for the albums themselves.
public struct CSVListImporter: Sendable {
    /// The maximum size of a file, in bytes.
    package static let sizeLimit = 256 << 20

    private let path: String
    private let sizeLimit: Int

    /// - Parameter path: The path of the file, absolute or from the current folder.
    public init(path: String) {
        self.init(path: path, sizeLimit: Self.sizeLimit)
    }

    /// - Parameter sizeLimit: The maximum size of the file, in bytes.
    package init(path: String, sizeLimit: Int) {
        self.path = path
        self.sizeLimit = sizeLimit
    }

    /// Reads the file.
    ///
    /// - Throws: ``ImportError`` if the file can't be opened, is too large, or isn't a list of records; `CancellationError` if the task was
    ///   cancelled.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    public func read() throws -> ImportResult {
        try ListFile(path: path, sizeLimit: sizeLimit).read { try Self.read($0, path: path) }
    }

    /// Whether the file's first line names the columns of a list.
    package var namesItsColumns: Bool {
        (try? ListFile(path: path, sizeLimit: sizeLimit).read { try Self.firstRow($0) }).map { (try? Table($0)) != nil } ?? false
    }

    /// Reads bytes in memory.
    package static func read(_ bytes: [UInt8], path: String) throws -> ImportResult {
        try read(ByteSource(bytes), path: path)
    }

    private static func firstRow(_ source: consuming ByteSource) throws -> [String] {
        let separator = try separator(of: &source)
        var reader = CSVReader(source, separator: separator)
        return try reader.next()?.fields ?? []
    }

    private static func read(_ source: consuming ByteSource, path: String) throws -> ImportResult {
        let separator = try separator(of: &source)
        var reader = CSVReader(source, separator: separator)
        let table: Table
        do {
            table = try Table(try reader.next()?.fields ?? [])
        } catch let refusal as Table.Refusal {
            throw ImportError(kind: .badData, path: path, reason: refusal.reason)
        }
        var collector = ListCollector(path: path, unit: .line)
        var count = 0
        while let row = try reader.next() {
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
            // Spreadsheets leave such rows when they are cleared.
            if row.fields.allSatisfy({ $0.cleaned() == nil }) { continue }
            table.take(row, into: &collector)
        }
        return collector.finish()
    }

    /// Returns the separator: a comma, unless the first line has more of another separator that spreadsheets use.
    private static func separator(of source: inout ByteSource) throws(SystemError) -> Character {
        let (offset, line) = (source.offset, source.line)
        var counts: [Character: Int] = [:]
        while let byte = try source.next(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"),
            source.offset - offset < CSVReader.rowLimit
        {
            counts[Character(Unicode.Scalar(byte)), default: 0] += 1
        }
        try source.goBack(to: offset, line: line)
        return [",", ";", "\t"].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? ","
    }
}
