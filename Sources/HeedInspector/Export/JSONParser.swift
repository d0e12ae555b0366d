/// Reads JSON as RFC 8259 defines it, from an untrusted source.
///
/// The nesting, the number of values and the number of an object's members are limited, so that no input exhausts the stack, the memory or
/// the processor.
struct JSONParser {
    /// A description of the mistake and its place.
    struct Problem: Error {
        let text: String
        /// The offset in the UTF-8 text.
        let byte: Int
    }

    /// The limits of the input.
    enum Limit {
        static let bytes = 64 << 20
        static let depth = 32
        static let values = 4 << 20
        static let members = 64
    }

    private let bytes: [UInt8]
    private var position = 0
    private var valueCount = 0

    /// Reads a text that holds one value.
    static func value(of text: String) throws(Problem) -> JSONValue {
        guard text.utf8.count <= Limit.bytes else { throw Problem(text: "the text is longer than \(Limit.bytes) bytes", byte: Limit.bytes) }
        var parser = JSONParser(bytes: Array(text.utf8))
        let value = try parser.readValue(depth: 0)
        parser.skipSpace()
        guard parser.next == nil else { throw parser.problem("expected the end of the text") }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func problem(_ text: String) -> Problem {
        Problem(text: next == nil ? "the text ends where it should continue: \(text)" : text, byte: position)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    /// Skips a byte if it is the next one.
    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func readValue(depth: Int) throws(Problem) -> JSONValue {
        skipSpace()
        valueCount += 1
        guard valueCount <= Limit.values else { throw problem("there are more than \(Limit.values) values") }
        switch next {
        case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
        case UInt8(ascii: "["): return try readArray(depth: depth + 1)
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        case .some(UInt8(ascii: "-")), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number(try readNumber())
        default: throw problem("expected a value")
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(Problem) -> JSONValue {
        let expected = Array(word.description.utf8)
        guard bytes[position...].starts(with: expected) else { throw problem("expected \(word)") }
        position += expected.count
        return value
    }

    private mutating func readArray(depth: Int) throws(Problem) -> JSONValue {
        guard depth <= Limit.depth else { throw problem("the nesting is deeper than \(Limit.depth)") }
        position += 1
        skipSpace()
        if skip("]") { return .array([]) }
        var values: [JSONValue] = []
        while true {
            values.append(try readValue(depth: depth))
            skipSpace()
            if skip("]") { return .array(values) }
            guard skip(",") else { throw problem("expected a comma or ]") }
        }
    }

    private mutating func readObject(depth: Int) throws(Problem) -> JSONValue {
        guard depth <= Limit.depth else { throw problem("the nesting is deeper than \(Limit.depth)") }
        position += 1
        skipSpace()
        if skip("}") { return .object([]) }
        var members: [JSONValue.Member] = []
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw problem("expected a key in quotes") }
            let start = position
            let key = try readString()
            guard !members.contains(where: { $0.key == key }) else { throw Problem(text: "the key is there twice", byte: start) }
            guard members.count < Limit.members else { throw problem("the object has more than \(Limit.members) keys") }
            skipSpace()
            guard skip(":") else { throw problem("expected a colon") }
            members.append(JSONValue.Member(key, try readValue(depth: depth)))
            skipSpace()
            if skip("}") { return .object(members) }
            guard skip(",") else { throw problem("expected a comma or }") }
        }
    }
}

// MARK: Numbers and strings

extension JSONParser {
    private mutating func readNumber() throws(Problem) -> String {
        let start = position
        _ = skip("-")
        if !skip("0") { try readDigits() }
        if skip(".") { try readDigits() }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            try readDigits()
        }
        return text(from: start)
    }

    private mutating func readDigits() throws(Problem) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw problem("expected a digit") }
    }

    private mutating func readString() throws(Problem) -> String {
        position += 1
        var text = ""
        var start = position
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                text += self.text(from: start)
                position += 1
                return text
            case UInt8(ascii: "\\"):
                text += self.text(from: start)
                position += 1
                text.unicodeScalars.append(try readEscape())
                start = position
            case ..<0x20: throw problem("a control character has to be escaped")
            default: position += 1
            }
        }
        throw problem("expected a closing quote")
    }

    /// The text was valid UTF-8 and is cut only at ASCII characters, so nothing is repaired here.
    private func text(from start: Int) -> String {
        String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readEscape() throws(Problem) -> Unicode.Scalar {
        let start = position - 1
        guard let byte = next else { throw problem("expected an escaped character") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try readCodeUnit()
            if let scalar = Unicode.Scalar(UInt32(unit)) { return scalar }
            guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u") else { throw Problem(text: "half of a surrogate pair", byte: start) }
            let trail = try readCodeUnit()
            guard UTF16.isTrailSurrogate(trail) else { throw Problem(text: "half of a surrogate pair", byte: start) }
            return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
        default: throw Problem(text: "there is no such escaped character", byte: start)
        }
    }

    private mutating func readCodeUnit() throws(Problem) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw problem("expected four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
