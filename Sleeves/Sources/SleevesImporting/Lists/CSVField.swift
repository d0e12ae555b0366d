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

    /// Removes the leading apostrophe that ``encoded(_:)`` added, and the signs of a formula that is only a text, `="0724384260958"`: with those,
    /// programs keep spreadsheets from reading a number.
    static func decoded(_ text: String) -> String {
        if text.utf8.first == UInt8(ascii: "="), let guarded = textOfFormula(text) { return guarded }
        // Compare bytes, because a single character may be as long as the text.
        return text.utf8.first == UInt8(ascii: "'") && looksLikeFormula(text) ? String(text.unicodeScalars.dropFirst()) : text
    }

    private static func textOfFormula(_ text: String) -> String? {
        guard text.utf8.count >= 3, text.utf8.starts(with: "=\"".utf8), text.utf8.last == UInt8(ascii: "\"") else { return nil }
        let inside = text.unicodeScalars.dropFirst(2).dropLast()
        let parts = String(inside).replacing("\"\"", with: "\u{0}")
        // Of `="a"&"b"`, more than the text is a formula.
        return parts.utf8.contains(UInt8(ascii: "\"")) ? nil : parts.replacing("\u{0}", with: "\"")
    }

    /// Returns whether a value looks like a formula, also with leading apostrophes, so that none of its own is lost.
    private static func looksLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first { $0 != "'" }.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
    }
}
