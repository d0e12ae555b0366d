/// Reads one value in JSON out of bytes, as RFC 8259 describes it.
///
/// Bytes that are not UTF-8 become `�`, so that one bad letter does not cost an album. Of two members with one name the last counts.
/// `JSONDecoder` refuses an entry with such a letter, half a surrogate pair or a huge number, accepts `[1,]`, and takes five times as long.
struct JSONParser {
    /// How deep lists and objects may stand in each other.
    static let depthLimit = 64

    private struct Malformed: Error {}

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The value that `bytes` hold, or `nil` where they are not JSON, or more than one value.
    static func value(of bytes: [UInt8]) -> JSONValue? {
        var parser = JSONParser(bytes)
        guard let value = try? parser.value() else { return nil }
        parser.skipSpace()
        return parser.index == bytes.count ? value : nil
    }

    private mutating func value() throws(Malformed) -> JSONValue {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "{"): return .object(try nested { parser throws(Malformed) in try parser.members() })
        case UInt8(ascii: "["): return .list(try nested { parser throws(Malformed) in try parser.elements() })
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func nested<Value>(_ body: (inout JSONParser) throws(Malformed) -> Value) throws(Malformed) -> Value {
        guard depth < Self.depthLimit else { throw Malformed() }
        depth += 1
        index += 1
        let value = try body(&self)
        depth -= 1
        return value
    }

    private mutating func members() throws(Malformed) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        if skip("}") { return members }
        repeat {
            skipSpace()
            let name = try string()
            guard skip(":") else { throw Malformed() }
            members[name] = try value()
        } while skip(",")
        guard skip("}") else { throw Malformed() }
        return members
    }

    private mutating func elements() throws(Malformed) -> [JSONValue] {
        var elements: [JSONValue] = []
        if skip("]") { return elements }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw Malformed() }
        return elements
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Malformed) -> JSONValue {
        let isThere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard isThere else { throw Malformed() }
        index += word.utf8CodeUnitCount
        return value
    }

    private mutating func number() throws(Malformed) -> Double {
        let start = index
        if peek() == UInt8(ascii: "-") { index += 1 }
        let whole = digits()
        guard whole == 1 || whole > 1 && bytes[index - whole] != UInt8(ascii: "0") else { throw Malformed() }
        if peek() == UInt8(ascii: ".") {
            index += 1
            guard digits() > 0 else { throw Malformed() }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard digits() > 0 else { throw Malformed() }
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else { throw Malformed() }
        return number
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func string() throws(Malformed) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw Malformed() }
        index += 1
        var text: [UInt8] = []
        while let byte = peek() {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw Malformed()
            default: text.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape(into text: inout [UInt8]) throws(Malformed) {
        guard let byte = peek() else { throw Malformed() }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += String(Character(try escapedScalar())).utf8
        default: throw Malformed()
        }
    }

    /// The character of `\u0041` or of a pair of surrogates; half a pair becomes `�`.
    private mutating func escapedScalar() throws(Malformed) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let mark = index
        if (0xD800..<0xDC00).contains(first), bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
            index += 2
            let second = try hexadecimal()
            if (0xDC00..<0xE000).contains(second) {
                return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
            }
            index = mark
        }
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(Malformed) -> UInt32 {
        guard bytes.count - index >= 4 else { throw Malformed() }
        var number: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { throw Malformed() }
            number = number << 4 | UInt32(digit)
            index += 1
        }
        return number
    }

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { index += 1 }
    }

    /// Skips white space and, where it comes next, this sign.
    private mutating func skip(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard peek() == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }
}
