extension String {
    /// Returns one line without control characters, marks that only tell programs where a text or a word begins, and surrounding white space;
    /// `nil` if it is empty.
    package func cleaned() -> String? {
        if isClean { return self }
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: kept.append(" ")
            // The byte order mark, the zero width space and the word joiner. Other joiners and marks of direction change how letters look.
            case .format where scalar == "\u{FEFF}" || scalar == "\u{200B}" || scalar == "\u{2060}": break
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

    /// Whether the text is surely clean: most texts are words separated by single spaces.
    private var isClean: Bool {
        func isClean(_ bytes: some Sequence<UInt8>) -> Bool {
            var isAfterSpace = true
            var last: UInt8 = 0
            for byte in bytes {
                switch byte {
                case 0x20 where !isAfterSpace: isAfterSpace = true
                case 0x21..<0x7F: isAfterSpace = false
                // The first byte of a letter or an ideograph.
                case 0xC3...0xCB, 0xCE...0xD1, 0xE4...0xE9: isAfterSpace = false
                // The first byte of others, and of marks, which could belong to the space before them.
                case 0xCC, 0xCD, 0xD2...0xE0, 0xE3:
                    if isAfterSpace { return false }
                // U+3000 is a space. Other spaces and controls have other first bytes.
                case 0x80 where last == 0xE3: return false
                case 0x80..<0xC0: break
                default: return false
                }
                last = byte
            }
            return !isAfterSpace
        }
        return utf8.withContiguousStorageIfAvailable { isClean($0) } ?? isClean(utf8)
    }
}
