extension String {
    /// Returns one line without control characters and surrounding white space, or `nil` if it is empty.
    package func cleaned() -> String? {
        if isClean { return self }
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: kept.append(" ")
            default: kept.append(scalar)
            }
        }
        let words = String(kept).split(whereSeparator: \.isWhitespace)
        return words.isEmpty ? nil : words.joined(separator: " ")
    }

    /// Returns the lines of the text, each cleaned, without empty ones.
    package func cleanedLines() -> [String] {
        split(whereSeparator: \.isNewline).compactMap { String($0).cleaned() }
    }

    /// Whether the text is already clean: most texts are plain words separated by single spaces.
    private var isClean: Bool {
        var isAfterSpace = true
        for byte in utf8 {
            guard (0x20..<0x7f).contains(byte) else { return false }
            if byte == 0x20, isAfterSpace { return false }
            isAfterSpace = byte == 0x20
        }
        return !isAfterSpace
    }
}
