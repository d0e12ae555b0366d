/// The decoding of a CUE sheet's bytes. A sheet doesn't say in which encoding it is.
package enum SheetText {
    /// Returns the text that some bytes are: UTF-16 or UTF-8, with or without a byte order mark, or else an older encoding.
    package static func text(_ bytes: [UInt8]) -> String {
        guard let decoded = try? ListFile.decoded(bytes) else { return legacyText(bytes) }
        return legacyText(decoded)
    }

    /// Returns the text that bytes without a mark are: UTF-8, or else Windows-1252.
    private static func legacyText(_ bytes: [UInt8]) -> String {
        CSVReader.text(bytes)
    }
}
