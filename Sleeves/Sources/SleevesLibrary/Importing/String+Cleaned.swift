extension String {
    /// One line without control characters inside and without white space around it, or `nil` where nothing is left.
    func cleaned() -> String? {
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

    /// Whether there is nothing to be cleaned: most texts are plain words with single spaces between them.
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
