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
/// - A collection from CLZ Music, which is read like one from Discogs. `Collection Status` tells what is wanted or sold, and `Quantity` how many
///   copies there are.
/// - A catalogue from RateYourMusic.
/// - Tracks, as written by Exportify and iTunes: an album's title, an artist and a track's title.
///
/// ## Behavior
/// - Rows with one `release_id` are one album with as many copies. Rows of tracks with one album and artist are one album.
/// - Wanted albums are kept apart from owned ones.
/// - An unusable row is listed among the problems by its line, and the rest is read. Rows may be too short.
/// - Values in unknown columns are left out and counted by the column's name.
/// - Memory doesn't grow with the length of the file, unless it is in an East Asian or a Cyrillic encoding, which all of it shows.
package enum CSVListImporter: ListImporter {
    package static let endings = ["csv", "tsv"]
    /// iTunes exports tables with this ending.
    package static let sharedEndings = ["txt"]
    package static let sizeLimit = 256 << 20
    package static let isOfAnyEncoding = true

    /// Returns whether the first line of the file at `path` names the columns of a list.
    package static func isList(fileAt path: String) -> Bool {
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

    /// Returns a reader of rows. The separator is the one that a line before the first row names, as spreadsheets write and read it: `sep=;`.
    /// Otherwise, it is a comma, unless the first line has more of another one that spreadsheets use.
    private static func reader(of source: consuming ByteSource) throws(SystemError) -> CSVReader {
        var (offset, line) = (source.offset, source.line)
        var first = try firstLine(&source)
        if let named = namedSeparator(in: first) {
            if let separator = named { return CSVReader(source, separator: separator) }
            (offset, line) = (source.offset, source.line)
            first = try firstLine(&source)
        }
        try source.goBack(to: offset, line: line)
        func count(_ separator: Character) -> Int { first.count { $0 == separator.asciiValue } }
        return CSVReader(source, separator: [",", ";", "\t"].max { count($0) < count($1) } ?? ",")
    }

    /// Returns the bytes up to the end of the line, and consumes the end too.
    private static func firstLine(_ source: inout ByteSource) throws(SystemError) -> [UInt8] {
        var line: [UInt8] = []
        while let byte = try source.next(), byte != UInt8(ascii: "\n"), line.count < CSVReader.rowLimit {
            if byte == UInt8(ascii: "\r") {
                if try source.peek() == UInt8(ascii: "\n") { _ = try source.next() }
                break
            }
            line.append(byte)
        }
        return line
    }

    /// Returns the separator that a line names.
    ///
    /// - Returns: `nil` if the line names none; `.some(nil)` if a program has saved the table again with another separator, of which empty
    ///   fields follow.
    private static func namedSeparator(in line: [UInt8]) -> Character?? {
        let text = String(decoding: line.prefix(256), as: UTF8.self)
        let name = text.drop { $0 == "\"" }
        guard line.count <= 256, name.prefix(4).lowercased() == "sep=", let separator = name.dropFirst(4).first,
            separator.isASCII, separator == "\t" || separator.isPunctuation || separator.isSymbol, separator != "\""
        else { return nil }
        let rest = name.dropFirst(5).filter { $0 != "\"" && $0 != " " }
        guard rest.allSatisfy({ ",;\t|".contains($0) }) else { return nil }
        return .some(rest.allSatisfy { $0 == separator } ? separator : nil)
    }
}
