internal import Localization

/// Reads albums out of a collection that Discogs exported as comma-separated values.
///
/// The first row names the columns, in any order: `Catalog#`, `Artist`, `Title`, `Label`, `Format`, `Rating`, `Released`, `release_id`,
/// `CollectionFolder`, `Date Added`, `Collection Media Condition`, `Collection Sleeve Condition`, `Collection Notes`. Artist and title are
/// needed; the rest may be missing. `Genre` and `coverURL`, which Discogs does not export, are read where somebody has added them.
///
/// ## Behavior
/// - Rows with one `release_id` are one album with as many copies.
/// - A row that cannot be used is named among the problems by its line, and the rest is read. Rows may be too short.
/// - Values in columns that mean nothing here are left out and counted.
/// - Memory does not grow with the length of the file, but for the albums themselves.
public struct DiscogsCSVImporter: Sendable {
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

    /// Reads bytes that are in memory.
    package static func read(_ bytes: [UInt8], path: String) throws -> ImportResult {
        try read(ByteSource(bytes), path: path)
    }

    private static func read(_ source: consuming ByteSource, path: String) throws -> ImportResult {
        let separator = try separator(of: &source)
        var reader = CSVReader(source, separator: separator)
        guard let first = try reader.next(), let header = DiscogsHeader(first.fields) else {
            let reason = localized(
                "is no collection of Discogs: its first line does not name the columns Artist and Title. Export it from Discogs again.")
            throw ImportError(kind: .badData, path: path, reason: reason)
        }
        var collector = ListCollector(path: path, unit: .line)
        var count = 0
        while let row = try reader.next() {
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
            // What spreadsheets leave of rows that were emptied.
            if row.fields.allSatisfy({ $0.cleaned() == nil }) { continue }
            var reading = DiscogsRowReading(row: row.fields, header: header)
            let album = reading.album()
            collector.ignore(header.ignored(in: row.fields))
            for problem in reading.problems { collector.note(problem, entry: row.line) }
            if let album { collector.add(album, entry: row.line) }
        }
        return collector.result
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
