internal import SleevesModel

/// A reader of rows of comma-separated values.
///
/// It follows RFC 4180, and handles files that don't:
///
/// - Lines end in `\n`, `\r\n` or `\r`. Empty lines are skipped.
/// - A quotation mark encloses a field only at its beginning, and only if it is closed at the field's end; some programs write blanks
///   around both. Any other mark is literal. A field with an unclosed mark ends with its line, so that it doesn't swallow the rest of the file.
/// - Invalid UTF-8 is read as Windows-1252, which spreadsheets write otherwise. Lists in other encodings are decoded before.
///
/// One row is in memory at a time. SwiftCSV 0.10.0 reads the whole file into one `String` and rejects all of it at the first misplaced
/// quotation mark, and real exports are full of those (`7" EP`).
struct CSVReader: ~Copyable {
    /// The maximum length of a row, in bytes. A longer row has lost a quotation mark.
    static let rowLimit = 256 << 10

    struct Row: Equatable {
        var fields: [String]
        /// The line of the row's beginning, counted from 1.
        var line: Int
        /// Whether a quotation mark of the row is closed neither in it nor before the end of the file.
        var isUnclosed = false
    }

    private var source: ByteSource
    private let separator: UInt8
    private var fields: [String] = []
    private var field: [UInt8] = []

    init(_ source: consuming ByteSource, separator: Character = ",") {
        self.source = source
        self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    }

    /// The place of the next row, to go back to.
    var place: (offset: Int, line: Int) { (source.offset, source.line) }

    mutating func goBack(to place: (offset: Int, line: Int)) throws(SystemError) {
        try source.goBack(to: place.offset, line: place.line)
    }

    /// Whether the line before has no end, as where a file breaks off.
    mutating func isWithinLine() throws(SystemError) -> Bool {
        let place = place
        guard place.offset > 0 else { return false }
        try source.goBack(to: place.offset - 1, line: place.line)
        let last = try source.next()
        try source.goBack(to: place.offset, line: place.line)
        return last != UInt8(ascii: "\n") && last != UInt8(ascii: "\r")
    }

    /// Returns the next row, or `nil` at the end.
    mutating func next() throws(SystemError) -> Row? {
        while let byte = try source.peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { _ = try source.next() }
        guard try source.peek() != nil else { return nil }
        let (offset, line) = (source.offset, source.line)
        if let fields = try row(from: offset, trustsQuotes: true) { return Row(fields: fields, line: line) }
        let isUnclosed = try source.peek() == nil
        try source.goBack(to: offset, line: line)
        return Row(fields: try row(from: offset, trustsQuotes: false) ?? [], line: line, isUnclosed: isUnclosed)
    }

    /// Reads the fields up to the end of the row; `nil` if a quotation mark is never closed.
    ///
    /// - Parameter trustsQuotes: Whether a field may continue after the end of its line.
    private mutating func row(from start: Int, trustsQuotes: Bool) throws(SystemError) -> [String]? {
        fields = []
        field = []
        var isRowOver = false
        while !isRowOver {
            let (fieldStart, line) = (source.offset, source.line)
            try skipBlanks()
            if try source.peek() != UInt8(ascii: "\"") {
                try source.goBack(to: fieldStart, line: line)
            } else if try !readQuotedField(from: start, crossesLines: trustsQuotes) {
                if trustsQuotes { return nil }
                // The mark is literal, so the commas after it count.
                try source.goBack(to: fieldStart, line: line)
                field = []
            }
            isRowOver = try readRestOfField(from: start)
            fields.append(Self.text(field))
            field.removeAll(keepingCapacity: true)
        }
        return fields
    }

    /// Reads a field in quotation marks, up to the closing one.
    ///
    /// - Returns: Whether the field was closed. If anything but the end of the field follows, `field` includes the marks.
    private mutating func readQuotedField(from start: Int, crossesLines: Bool) throws(SystemError) -> Bool {
        _ = try source.next()
        while let byte = try source.peek() {
            if !crossesLines, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
            guard source.offset - start < Self.rowLimit else { return false }
            _ = try source.next()
            guard byte == UInt8(ascii: "\"") else {
                field.append(byte)
                continue
            }
            if try source.peek() == UInt8(ascii: "\"") {
                _ = try source.next()
                field.append(byte)
                continue
            }
            if try isAtEndOfField() { return true }
            // This mark opens a field of another row, so this field's mark was never closed.
            if field.contains(UInt8(ascii: "\n")) || field.contains(UInt8(ascii: "\r")) { break }
            // Only these words are quoted, not the field.
            field = [UInt8(ascii: "\"")] + field + [UInt8(ascii: "\"")]
            return true
        }
        return false
    }

    /// Skips the blanks before the end of a field; none if other characters follow.
    private mutating func isAtEndOfField() throws(SystemError) -> Bool {
        let (offset, line) = (source.offset, source.line)
        try skipBlanks()
        let byte = try source.peek()
        if byte == nil || byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return true }
        try source.goBack(to: offset, line: line)
        return false
    }

    private mutating func skipBlanks() throws(SystemError) {
        while try source.peek() == UInt8(ascii: " ") { _ = try source.next() }
    }

    /// Reads up to and including the separator or the end of the line.
    ///
    /// - Returns: Whether the row has ended.
    private mutating func readRestOfField(from start: Int) throws(SystemError) -> Bool {
        while let byte = try source.next() {
            if byte == separator { return false }
            if byte == UInt8(ascii: "\n") { return true }
            if byte == UInt8(ascii: "\r") {
                if try source.peek() == UInt8(ascii: "\n") { _ = try source.next() }
                return true
            }
            // The excess of a row that is too long is skipped.
            if source.offset - start < Self.rowLimit { field.append(byte) }
        }
        return true
    }

    /// Decodes bytes as text.
    static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // If any other character is valid UTF-8, the text is damaged UTF-8.
        let repaired = String(decoding: bytes, as: UTF8.self)
        if repaired.unicodeScalars.contains(where: { !$0.isASCII && $0 != "\u{FFFD}" }) { return repaired }
        return TextEncoding.windows1252(bytes)
    }
}
