/// Texts whose bytes compare as people count: in each, a number begins with a mark of its length, so `now 9` is stored as `now 19`, and `now 10`
/// as `now 210`. Zeros before a number don't count.
///
/// The marks are digits themselves, so numbers keep their place between signs and letters. The database stores such texts.
enum NumberedText {
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns a text with marks.
    static func marked(_ text: String) -> String {
        guard text.utf8.contains(where: isDigit) else { return text }
        var marked: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let others = rest.prefix { !isDigit($0) }
            rest = rest.dropFirst(others.count)
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            marked += others
            guard !digits.isEmpty else { break }
            let number = digits.drop { $0 == 0x30 }
            marked += mark(of: number.count) + number
        }
        return String(decoding: marked, as: UTF8.self)
    }

    /// Returns the beginnings of the marked texts of all texts that begin with this one, because a number at its end may go on.
    static func beginnings(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        let digits = bytes.suffix(while: isDigit)
        guard !digits.isEmpty else { return [marked(text)] }
        let before = marked(String(decoding: bytes.dropLast(digits.count), as: UTF8.self))
        let number = digits.drop { $0 == 0x30 }
        // Of nothing but zeros, any number may follow.
        guard !number.isEmpty else { return (0...9).map { "\(before)\($0)" } }
        return (number.count...max(number.count, 18)).map { before + String(decoding: mark(of: $0) + number, as: UTF8.self) }
    }

    /// Returns the first character of the text that a marked text stands for.
    static func first(of marked: String) -> Character? {
        guard let first = marked.utf8.first, isDigit(first) else { return marked.first }
        // Zero is nothing but a mark.
        return marked.drop { $0 == "9" }.dropFirst().first { $0.isASCII && $0.isNumber } ?? "0"
    }

    /// Returns the mark of a number with so many digits: one digit up to eight, and one more for each further nine.
    private static func mark(of count: Int) -> [UInt8] {
        [UInt8](repeating: 0x39, count: count / 9) + [0x30 + UInt8(count % 9)]
    }
}

extension Array<UInt8> {
    /// Returns the longest end whose elements all satisfy a condition.
    fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = lastIndex { !condition($0) }.map { $0 + 1 } ?? startIndex
        return self[start...]
    }
}
