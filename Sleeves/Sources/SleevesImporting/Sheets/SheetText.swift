package import SleevesCovers

/// The decoding of a CUE sheet's bytes. A sheet doesn't say in which encoding it is.
package enum SheetText {
    /// Returns the text that some bytes are: UTF-16 or UTF-8, with or without a byte order mark, or else the older encoding that all of it shows.
    ///
    /// - Parameter reader: The decoder of other encodings than Windows-1252; `nil` for that one.
    package static func text(_ bytes: [UInt8], by reader: MediaReader? = nil) -> String {
        let bytes = (try? ListFile.decoded(bytes)) ?? bytes
        return (try? reader?.text(of: bytes)) ?? CSVReader.text(bytes)
    }
}
