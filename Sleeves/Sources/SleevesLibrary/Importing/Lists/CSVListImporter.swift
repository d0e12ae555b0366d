internal import Localization

/// Reads albums out of a table of comma-separated values.
///
/// The first row names the columns, in any order, and so tells what the table is:
///
/// - A collection that Discogs exported: `Catalog#`, `Artist`, `Title`, `Label`, `Format`, `Rating`, `Released`, `release_id`,
///   `CollectionFolder`, `Date Added`, `Collection Media Condition`, `Collection Sleeve Condition`, `Collection Notes`. Artist and title are
///   needed; the rest may be missing. `Genre` and `coverURL`, which Discogs does not export, are read where somebody has added them.
/// - A wantlist that Discogs exported: the first eight of these and `Notes`.
/// - A catalogue that RateYourMusic exported.
/// - Tracks, as Exportify and iTunes write them: an album's title, an artist and a track's title.
///
/// ## Behavior
/// - Rows with one `release_id` are one album with as many copies. Rows of tracks with one album and artist are one album.
/// - What a list says is wanted stands apart from what is owned.
/// - A row that cannot be used is named among the problems by its line, and the rest is read. Rows may be too short.
/// - Values in columns that mean nothing here are left out and counted by the column's name.
/// - Memory does not grow with the length of the file, but for the albums themselves.
public struct CSVListImporter: Sendable {
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
    /// - Throws: ``ImportError`` where the file cannot be opened, is too large, or is no list of records; `CancellationError` where the
    ///   task was cancelled.
    /// - Threading: Blocks the calling thread for as long as the disk takes.
    public func read() throws -> ImportResult {
        try ListFile(path: path, sizeLimit: sizeLimit).read { try Self.read($0, path: path) }
    }

    /// Whether the file's first line names the columns of a list.
    var namesItsColumns: Bool {
        (try? ListFile(path: path, sizeLimit: sizeLimit).read { try Self.firstRow($0) }).map { (try? Table($0)) != nil } ?? false
    }

    /// Reads bytes that are in memory.
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
            // What spreadsheets leave of rows that were emptied.
            if row.fields.allSatisfy({ $0.cleaned() == nil }) { continue }
            table.take(row, into: &collector)
        }
        return collector.finish()
    }

    /// What stands between the values: a comma, unless the first line has more of something that spreadsheets write instead.
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
