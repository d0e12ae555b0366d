internal import SleevesModel
internal import Localization

/// An importer of albums from a table of comma-separated values.
///
/// One of the first rows names the columns, in any order, which identify the table:
///
/// - A collection from Discogs: `Catalog#`, `Artist`, `Title`, `Label`, `Format`, `Rating`, `Released`, `release_id`, `CollectionFolder`,
///   `Date Added`, `Collection Media Condition`, `Collection Sleeve Condition`, `Collection Notes`. Artist and title are required; the rest
///   is optional. `Genre` and `coverURL`, which Discogs doesn't export, are read if the user has added them.
/// - A wantlist from Discogs: the first eight of these and `Notes`.
/// - A collection from CLZ Music, which is read like one from Discogs. `Collection Status` says what is wanted or sold, and `Quantity` how many
///   copies there are.
/// - A catalogue from RateYourMusic.
/// - Tracks, as written by Exportify and iTunes: an album's title, an artist and a track's title.
///
/// ## Behavior
/// - Rows with one `release_id` are one album with as many copies. Rows of tracks with one album and artist are one album.
/// - Wanted albums are kept apart from owned ones.
/// - An unusable row is listed among the problems by its line, and the rest is read. Rows may be too short. If only the last one is, and its line
///   has no end, or if a quotation mark in that line isn't closed, the file has broken off. Rows that name the columns again are skipped; the rows
///   below have these columns in their order.
/// - Where day and month are ambiguous, the other dates of the table show which comes first. If a quarter of its ratings are above five, or above
///   ten, all are of ten or of a hundred points.
/// - Values in unknown columns are left out and counted by the column's name.
/// - Memory doesn't grow with the length of the file, unless it is in an East Asian or a Cyrillic encoding, which all of it shows.
package enum CSVListImporter: ListImporter {
    package static let endings = ["csv", "tsv"]
    /// iTunes exports tables with this ending.
    package static let sharedEndings = ["txt"]
    package static let sizeLimit = 256 << 20
    package static let isOfAnyEncoding = true

    /// Returns whether the file at `path` begins with the names of the columns of a list.
    package static func isList(fileAt path: String) -> Bool {
        let row = try? ListFile(path: path, sizeLimit: sizeLimit).read { source in
            var reader = try reader(of: source, path: path)
            return try heading(&reader, path: path)
        }
        return row.map { (try? Table($0, path: path)) != nil } ?? false
    }

    package static func read(_ source: consuming ByteSource, path: String, into contents: ListContents) throws {
        var reader = try reader(of: source, path: path)
        let heading = try heading(&reader, path: path)
        var table = try Table(heading, path: path)
        let repeated = RepeatedHeading(heading)
        let conventions = try conventions(of: table, &reader)
        var collector = contents.collector(path: path, unit: .line)
        var count = 0
        var short: (count: Int, last: Int) = (0, 0)
        // The last row with an unclosed quotation mark, and the number of complete rows after it.
        var unclosed: Int?
        while let row = try reader.next() {
            count += 1
            if count.isMultiple(of: 1024) { try Task.checkCancellation() }
            let isShort = row.fields.count < heading.count
            if row.isUnclosed { unclosed = count } else if !isShort { unclosed = nil }
            // Spreadsheets leave such rows when they are cleared, and the heading of each list when lists are put together.
            if row.fields.allSatisfy({ $0.cleaned() == nil }) { continue }
            if repeated.matches(row.fields) {
                table = try Table(row.fields, path: path)
                continue
            }
            if isShort { short = (short.count + 1, count) }
            try table.take(row, conventions, into: &collector)
        }
        if unclosed != nil || short == (1, count) && count > 1, try reader.isWithinLine() {
            collector.isTruncated = true
            collector.note(localized("The list breaks off in its last line. To import the rest, export the list again."))
        }
        collector.finish()
    }

    /// The number of lines that may precede the names of the columns: the name of the table, a remark, a cleared row.
    private static let titleLimit = 5
    /// The number of rows whose dates show which of day and month comes first, and whose ratings show how many points there are.
    private static let evidenceLimit = 2000

    /// Reads up to and including the row that names the columns: the first with those of a list, or else with more than one value.
    private static func heading(_ reader: inout CSVReader, path: String) throws(SystemError) -> [String] {
        let start = reader.place
        for _ in 0...titleLimit {
            guard let fields = try reader.next()?.fields else { break }
            if namesColumns(fields, path: path) { return fields }
        }
        try reader.goBack(to: start)
        var first: [String]?
        for _ in 0...titleLimit {
            guard let fields = try reader.next()?.fields else { break }
            if fields.count(where: { $0.cleaned() != nil }) > 1 { return fields }
            first = first ?? fields
        }
        return first ?? []
    }

    /// Returns whether a row names the columns of a list.
    private static func namesColumns(_ fields: [String], path: String) -> Bool {
        fields.count(where: { $0.cleaned() != nil }) > 1 && (try? Table(fields, path: path)) != nil
    }

    /// Returns how the table writes dates and ratings, as its first rows show it, and goes back to them.
    private static func conventions(of table: Table, _ reader: inout CSVReader) throws -> TableConventions {
        let (dates, ratings) = (table.dateColumns, table.ratingColumns)
        guard !dates.isEmpty || !ratings.isEmpty else { return TableConventions() }
        let place = reader.place
        var order = DiscogsDate.OrderEvidence()
        var scale = RatingScale()
        for _ in 0..<evidenceLimit {
            guard let fields = try reader.next()?.fields else { break }
            for column in dates where column < fields.count { order.take(fields[column].trimmed()) }
            for column in ratings where column < fields.count { scale.take(CSVField.decoded(fields[column].trimmed())) }
        }
        try reader.goBack(to: place)
        return TableConventions(dates: order.order, greatestRating: scale.greatest)
    }

    /// Returns a reader of rows. The separator is the one that a line before the first row names, as spreadsheets write and read it: `sep=;`.
    /// Otherwise, it is the one with which one of the first lines names the columns of a list. If none does, it is a comma, unless the first line
    /// with separators has more of another one that spreadsheets use.
    private static func reader(of source: consuming ByteSource, path: String) throws(SystemError) -> CSVReader {
        var (offset, line) = (source.offset, source.line)
        var first = try firstLine(&source)
        if let named = namedSeparator(in: first) {
            if let separator = named { return CSVReader(source, separator: separator) }
            (offset, line) = (source.offset, source.line)
            first = try firstLine(&source)
        }
        let candidates: [Character] = [",", ";", "\t", "|"]
        var fallback: Character?
        for _ in 0...titleLimit {
            let counts = candidates.map { count($0, in: first) }
            // A stable order: the comma precedes others of which there are as many.
            let likely = zip(candidates, counts).filter { $0.1 > 0 }.enumerated().sorted {
                ($1.element.1, $0.offset) < ($0.element.1, $1.offset)
            }
            .map(\.element.0)
            for separator in likely {
                var row = CSVReader(ByteSource(first), separator: separator)
                guard let fields = try row.next()?.fields, namesColumns(fields, path: path) else { continue }
                try source.goBack(to: offset, line: line)
                return CSVReader(source, separator: separator)
            }
            fallback = fallback ?? likely.first
            guard try source.peek() != nil else { break }
            first = try firstLine(&source)
        }
        try source.goBack(to: offset, line: line)
        return CSVReader(source, separator: fallback ?? ",")
    }

    /// Returns the number of separators in a line that aren't between quotation marks.
    private static func count(_ separator: Character, in line: [UInt8]) -> Int {
        var (count, isQuoted) = (0, false)
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == separator.asciiValue { count += 1 }
        }
        return count
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

/// A recognizer of rows that name a table's columns again, perhaps in another order.
private struct RepeatedHeading {
    private let names: [String]
    private let first: Set<String>
    /// The maximum length of the first name, in bytes.
    private let limit: Int

    init(_ heading: [String]) {
        names = Self.names(of: heading)
        first = Set(names)
        limit = (heading.map(\.utf8.count).max() ?? 0) + 8
    }

    func matches(_ fields: [String]) -> Bool {
        // Most rows have no name in the first column.
        guard names.count > 1, let name = fields.first(where: { !$0.isEmpty }), name.utf8.count <= limit,
            first.contains(Self.compared(name))
        else { return false }
        return Self.names(of: fields) == names
    }

    private static func compared(_ name: String) -> String { TableHeader<DiscogsColumn>.compared(name) }

    private static func names(of fields: [String]) -> [String] { fields.map(compared).filter { !$0.isEmpty }.sorted() }
}
