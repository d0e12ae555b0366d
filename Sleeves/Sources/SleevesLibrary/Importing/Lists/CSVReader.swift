/// Reads rows of comma-separated values, one after another.
///
/// As RFC 4180 says where the file keeps to it, and as people mean it where it does not:
///
/// - Lines end in `\n`, `\r\n` or `\r`. Lines without anything in them are passed over.
/// - A quotation mark counts as one that encloses only at the beginning of a field, and only where it is closed at the end of one; any other
///   stands for itself. A field that opens one and never closes it ends with its line, so that it does not swallow the rest of the file.
/// - Bytes that are not UTF-8 are read as Windows-1252, which is what spreadsheets write that do not write UTF-8.
///
/// One row is in memory at a time. SwiftCSV 0.10.0 reads the whole file into one `String` and rejects all of it at the first misplaced
/// quotation mark, and real exports are full of those (`7" EP`).
struct CSVReader: ~Copyable {
    /// The longest row that is read, in bytes. What is longer has lost a quotation mark.
    static let rowLimit = 256 << 10

    struct Row: Equatable {
        var fields: [String]
        /// The line that the row begins on, from 1.
        var line: Int
    }

    private var source: ByteSource
    private let separator: UInt8
    private var fields: [String] = []
    private var field: [UInt8] = []

    init(_ source: consuming ByteSource, separator: Character = ",") {
        self.source = source
        self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    }

    /// The next row, or `nil` at the end.
    mutating func next() throws(SystemError) -> Row? {
        while let byte = try source.peek(), byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { _ = try source.next() }
        guard try source.peek() != nil else { return nil }
        let (offset, line) = (source.offset, source.line)
        if let fields = try row(from: offset, trustsQuotes: true) { return Row(fields: fields, line: line) }
        try source.goBack(to: offset, line: line)
        return Row(fields: try row(from: offset, trustsQuotes: false) ?? [], line: line)
    }

    /// The fields up to the end of the row; `nil` where a quotation mark was opened and never closed.
    ///
    /// - Parameter trustsQuotes: Whether a field may go on over the end of its line.
    private mutating func row(from start: Int, trustsQuotes: Bool) throws(SystemError) -> [String]? {
        fields = []
        field = []
        var isRowOver = false
        while !isRowOver {
            let (fieldStart, line) = (source.offset, source.line)
            if try source.peek() == UInt8(ascii: "\""), try !readQuotedField(from: start, crossesLines: trustsQuotes) {
                if trustsQuotes { return nil }
                // The mark stands for itself, so that the commas after it count.
                try source.goBack(to: fieldStart, line: line)
                field = []
            }
            isRowOver = try readRestOfField(from: start)
            fields.append(Self.text(field))
            field.removeAll(keepingCapacity: true)
        }
        return fields
    }

    /// Reads a field in quotation marks, up to the one that closes it.
    ///
    /// - Returns: Whether it was closed. Where more follows than the end of the field, the marks stand in `field` too.
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
            // A mark that opens the field of another row: this field's own was never closed.
            if field.contains(UInt8(ascii: "\n")) || field.contains(UInt8(ascii: "\r")) { break }
            // Words in quotation marks, not a field in them.
            field = [UInt8(ascii: "\"")] + field + [UInt8(ascii: "\"")]
            return true
        }
        return false
    }

    private mutating func isAtEndOfField() throws(SystemError) -> Bool {
        let byte = try source.peek()
        return byte == nil || byte == separator || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Reads up to the separator or the end of the line, and over it.
    ///
    /// - Returns: Whether the row is over.
    private mutating func readRestOfField(from start: Int) throws(SystemError) -> Bool {
        while let byte = try source.next() {
            if byte == separator { return false }
            if byte == UInt8(ascii: "\n") { return true }
            if byte == UInt8(ascii: "\r") {
                if try source.peek() == UInt8(ascii: "\n") { _ = try source.next() }
                return true
            }
            // What is too long for a row is passed over to its end, without being kept.
            if source.offset - start < Self.rowLimit { field.append(byte) }
        }
        return true
    }

    /// The text that bytes stand for.
    static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // A letter of UTF-8 among the rest, and it is UTF-8 that was damaged.
        let repaired = String(decoding: bytes, as: UTF8.self)
        if repaired.unicodeScalars.contains(where: { !$0.isASCII && $0 != "\u{FFFD}" }) { return repaired }
        return String(String.UnicodeScalarView(bytes.map { windows1252[$0] ?? Unicode.Scalar($0) }))
    }

    /// Where Windows-1252 is not Latin 1.
    private static let windows1252: [UInt8: Unicode.Scalar] = [
        0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ", 0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ",
        0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“", 0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
        0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
    ]
}
