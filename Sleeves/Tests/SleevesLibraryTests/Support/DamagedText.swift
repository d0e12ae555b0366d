/// Damages that a text can have: what a disk, an editor or a stranger does to it.
enum DamagedText {
    private static let numbers = [
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "18446744073709551615", "1e308", "1e999", "-1", "0", "0.5",
        "2147483648", "-0.0", "1e-400",
    ]
    private static let values = ["null", "true", "[]", "{}", "\"\"", "[[[[]]]]", "7", "[null]", "{\"a\": 1}"]
    private static let texts = [
        "", "a b", ".", "/", "../..", "\\u0000", "\\ud800", "*", ">", "ä\u{0301}", String(repeating: "x", count: 5_000),
    ]

    /// Returns the bytes of the text with up to three damages.
    static func bytes(of text: String, using random: inout SeededRandom) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0...random.number(below: 3) { damage(&bytes, using: &random) }
        return bytes
    }

    private static func damage(_ bytes: inout [UInt8], using random: inout SeededRandom) {
        guard !bytes.isEmpty else { return }
        let place = random.number(below: bytes.count)
        let end = min(bytes.count, place + 1 + random.element(of: [0, 1, 8, 100].map { random.number(below: $0 + 1) }))
        switch random.number(below: 9) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes[place] ^= 1 << UInt8(random.number(below: 8))
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 5, 6: replaceNumber(in: &bytes, from: place, using: &random)
        case 7: replaceText(in: &bytes, from: place, with: random.element(of: texts).utf8)
        default: replaceText(in: &bytes, from: place, with: random.element(of: values).utf8, withQuotes: true)
        }
    }

    /// Replaces the next number by one that can't be calculated with.
    private static func replaceNumber(in bytes: inout [UInt8], from place: Int, using random: inout SeededRandom) {
        func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) || byte == 45 || byte == 46 }
        guard let start = bytes[place...].firstIndex(where: isDigit) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.endIndex
        bytes.replaceSubrange(start..<end, with: random.element(of: numbers).utf8)
    }

    /// Replaces what is between the next two quotes.
    private static func replaceText(in bytes: inout [UInt8], from place: Int, with text: some Collection<UInt8>, withQuotes: Bool = false) {
        guard let start = bytes[place...].firstIndex(of: 34), let end = bytes[(start + 1)...].firstIndex(of: 34) else { return }
        bytes.replaceSubrange(withQuotes ? start..<end + 1 : start + 1..<end, with: text)
    }
}
