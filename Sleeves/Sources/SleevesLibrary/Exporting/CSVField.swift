/// One value of a row of comma-separated values, made harmless to spreadsheets, and read again.
package enum CSVField {
    /// The value as RFC 4180 writes it.
    ///
    /// A spreadsheet takes what begins with one of `= + - @` for a formula and runs it, so an apostrophe goes before it, as spreadsheets
    /// themselves write text that looks like one.
    package static func encoded(_ text: String) -> String {
        let harmless = looksLikeFormula(text) ? "'\(text)" : text
        guard harmless.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return harmless }
        return "\"\(harmless.replacing("\"", with: "\"\""))\""
    }

    /// The value without the apostrophe that was put before it.
    static func decoded(_ text: String) -> String {
        // By bytes, since a character may be as long as the text.
        text.utf8.first == UInt8(ascii: "'") && looksLikeFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Also what has apostrophes before it already, so that none of its own is lost.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
