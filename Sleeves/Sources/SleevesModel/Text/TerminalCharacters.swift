internal import FileNames

/// The characters that a terminal could interpret as commands, those that reverse the text after them, and those that only this program knows.
package enum TerminalCharacters {
    package static func contains(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Control characters; embeddings, overrides and isolates.
        case 0...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        // Bytes of names that aren't UTF-8.
        default: FileName.isEscape(scalar)
        }
    }

    /// Returns JSON with escapes in place of these characters, and with `�` for the bytes of names that aren't UTF-8.
    package static func escaped(inJSON bytes: [UInt8]) -> [UInt8] {
        // JSON has none below a space in its texts. The others are this byte, or begin with these.
        guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xF4 }) else { return bytes }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if FileName.isEscape(scalar) {
                escaped += "\u{FFFD}".utf8
            } else if scalar.value >= 0x7F, contains(scalar) {
                let digits = String(scalar.value, radix: 16)
                escaped += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            } else {
                escaped += UTF8.encode(scalar)!
            }
        }
        return escaped
    }
}
