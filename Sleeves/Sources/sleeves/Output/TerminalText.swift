internal import Glibc
internal import SleevesLibrary

/// Formatting of text for a terminal.
enum TerminalText {
    /// Returns one line without control characters, which a terminal could interpret as commands, and without those that reverse the text after
    /// them.
    static func printable(_ line: String) -> String {
        guard !line.unicodeScalars.allSatisfy(isHarmless) else { return line }
        return String(String.UnicodeScalarView(line.unicodeScalars.map { isHarmless($0) ? $0 : "\u{FFFD}" }))
    }

    /// Returns lines without these characters.
    static func printableLines(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard !scalars.allSatisfy({ $0 == "\n" || isHarmless($0) }) else { return text }
        var kept = String.UnicodeScalarView()
        for index in scalars.indices {
            let scalar = scalars[index]
            let isBreak = scalar == "\n" || scalar == "\r" && scalars[scalars.index(after: index)...].first == "\n"
            kept.append(isBreak || isHarmless(scalar) ? scalar : "\u{FFFD}")
        }
        return String(kept)
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool { !TerminalCharacters.contains(scalar) }

    /// Returns the number of columns of a text: two for each wide East Asian character and each emoji.
    ///
    /// The ranges are the "W" and "F" blocks of Unicode's Standard Annex #11.
    static func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    /// Returns the text, cut with an ellipsis if it takes more columns.
    static func cut(_ text: String, to columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        var cut = ""
        var used = 1
        for character in text {
            used += width(of: character)
            guard used <= columns else { break }
            cut.append(character)
        }
        while cut.last == " " { cut.removeLast() }
        return cut + "…"
    }

    /// The width of standard output: the terminal's, or the value of `COLUMNS`, or eighty columns.
    static var outputWidth: Int {
        let chosen = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { (20...10_000).contains($0) ? $0 : nil }
        return width(of: STDOUT_FILENO) ?? chosen ?? 80
    }

    /// Returns the number of columns of a terminal; `nil` if the descriptor isn't a terminal's.
    static func width(of descriptor: Int32) -> Int? {
        var size = winsize()
        return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : nil
    }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        if scalar.properties.isEmojiPresentation { return 2 }
        return wideRanges.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xA960...0xA97C,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
    ]
}
