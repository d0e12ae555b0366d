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
/// - Memory doesn't grow with the length of the file.
package enum CSVListImporter: ListImporter {
    package static let sizeLimit = 256 << 20

    /// Returns whether the first line of the file at `path` names the columns of a list.
    package static func namesColumns(inFileAt path: String) -> Bool {
        let row = try? ListFile(path: path, sizeLimit: sizeLimit).read { source in
            var reader = try reader(of: source)
            return try reader.next()?.fields ?? []
        }
        return row.map { (try? Table($0, path: path)) != nil } ?? false
    }

    package static func read(_ source: consuming ByteSource, path: String, into contents: ListContents) throws {
        var reader = try reader(of: source)
        let table = try Table(try reader.next()?.fields ?? [], path: path)
        var collector = contents.collector(path: path, unit: .line)
        var count = 0
        while let row = try reader.next() {
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
            // Spreadsheets leave such rows when they are cleared.
            if row.fields.allSatisfy({ $0.cleaned() == nil }) { continue }
            try table.take(row, into: &collector)
        }
        collector.finish()
    }

    /// Returns a reader of rows. The separator is a comma, unless the first line has more of another one that spreadsheets use.
    private static func reader(of source: consuming ByteSource) throws(SystemError) -> CSVReader {
        let (offset, line) = (source.offset, source.line)
        var counts: [Character: Int] = [:]
        while let byte = try source.next(), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r"),
            source.offset - offset < CSVReader.rowLimit
        {
            counts[Character(Unicode.Scalar(byte)), default: 0] += 1
        }
        try source.goBack(to: offset, line: line)
        return CSVReader(source, separator: [",", ";", "\t"].max { (counts[$0] ?? 0) < (counts[$1] ?? 0) } ?? ",")
    }
}
