/// An encoding of CSV values that is harmless to spreadsheets, and its decoding.
package enum CSVField {
    /// Encodes a value according to RFC 4180.
    ///
    /// Spreadsheets treat a value that begins with one of `= + - @` as a formula and run it. So such a value gets a leading apostrophe,
    /// with which spreadsheets themselves mark text.
    package static func encoded(_ text: String) -> String {
        let harmless = looksLikeFormula(text) ? "'\(text)" : text
        guard harmless.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return harmless }
        return "\"\(harmless.replacing("\"", with: "\"\""))\""
    }

    /// Removes the leading apostrophe that ``encoded(_:)`` added.
    static func decoded(_ text: String) -> String {
        // Compare bytes, because a single character may be as long as the text.
        text.utf8.first == UInt8(ascii: "'") && looksLikeFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Returns whether a value looks like a formula, also with leading apostrophes, so that none of its own is lost.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
