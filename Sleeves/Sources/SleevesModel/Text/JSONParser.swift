/// A parser of JSON in bytes, as RFC 8259 describes it: into a ``JSONValue``, or directly into a value of another type.
///
/// Bytes that aren't UTF-8 become `�`, so that one bad letter doesn't cost an album. Of two members with one name the last counts.
/// `JSONDecoder` refuses an entry with such a letter, half a surrogate pair or a huge number, accepts `[1,]`, and takes five times as long.
package struct JSONParser {
    /// The maximum nesting depth of lists and objects.
    package static let depthLimit = 64

    package struct Malformed: Error {
        package init() {}
    }

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the value of some bytes; `nil` if they aren't JSON, or more than one value.
    package static func value(of bytes: [UInt8]) -> JSONValue? {
        read(bytes) { parser throws(Malformed) in try parser.value() }
    }

    /// Returns what `body` makes of the only value of some bytes; `nil` if they aren't JSON, more than one value, or one that it can't use.
    package static func read<Value>(_ bytes: [UInt8], _ body: (inout JSONParser) throws(Malformed) -> Value) -> Value? {
        var parser = JSONParser(bytes)
        guard let value = try? body(&parser) else { return nil }
        parser.skipSpace()
        return parser.index == bytes.count ? value : nil
    }

    // MARK: Values of known types

    /// Reads an object. Calls `member` with the name of each member; it reads or skips the value.
    package mutating func readObject(
        _ member: (_ name: String, inout JSONParser) throws(Malformed) -> Void
    ) throws(Malformed) {
        guard skip("{") else { throw Malformed() }
        try nested { parser throws(Malformed) in
            if parser.skip("}") { return }
            repeat {
                parser.skipSpace()
                let name = try parser.string()
                guard parser.skip(":") else { throw Malformed() }
                try member(name, &parser)
            } while parser.skip(",")
            guard parser.skip("}") else { throw Malformed() }
        }
    }

    /// Reads a list. `element` reads or skips the next element.
    package mutating func readList(_ element: (inout JSONParser) throws(Malformed) -> Void) throws(Malformed) {
        guard skip("[") else { throw Malformed() }
        try nested { parser throws(Malformed) in
            if parser.skip("]") { return }
            repeat { try element(&parser) } while parser.skip(",")
            guard parser.skip("]") else { throw Malformed() }
        }
    }

    /// Reads a text.
    package mutating func readText() throws(Malformed) -> String {
        skipSpace()
        return try string()
    }

    /// Reads a text or `null`.
    package mutating func readTextOrNull() throws(Malformed) -> String? {
        try readsNull() ? nil : try readText()
    }

    /// Reads a whole number.
    package mutating func readInteger() throws(Malformed) -> Int64 {
        skipSpace()
        switch try number() {
        case .integer(let number): return number
        case .number(let number):
            guard let whole = Int64(exactly: number) else { throw Malformed() }
            return whole
        default: throw Malformed()
        }
    }

    /// Reads a number or `null`.
    package mutating func readNumberOrNull() throws(Malformed) -> Double? {
        if try readsNull() { return nil }
        switch try number() {
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw Malformed()
        }
    }

    /// Reads a whole number or `null`.
    package mutating func readIntegerOrNull() throws(Malformed) -> Int? {
        try readsNull() ? nil : Int(try readInteger())
    }

    /// Reads a value as `body` does. Skips a value that it can't use, and returns `nil`.
    package mutating func readIfPossible<Value>(
        _ body: (inout JSONParser) throws(Malformed) -> Value
    ) throws(Malformed) -> Value? {
        let start = self
        if let value = try? body(&self) { return value }
        self = start
        try skipValue()
        return nil
    }

    /// Skips a value of any type.
    package mutating func skipValue() throws(Malformed) {
        _ = try value()
    }

    private mutating func readsNull() throws(Malformed) -> Bool {
        skipSpace()
        guard peek() == UInt8(ascii: "n") else { return false }
        _ = try literal("null", .null)
        return true
    }

    // MARK: Values of any type

    private mutating func value() throws(Malformed) -> JSONValue {
        skipSpace()
        switch peek() {
        case UInt8(ascii: "{"):
            var members: [String: JSONValue] = [:]
            try readObject { name, parser throws(Malformed) in members[name] = try parser.value() }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try readList { parser throws(Malformed) in elements.append(try parser.value()) }
            return .list(elements)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try literal("true", .boolean(true))
        case UInt8(ascii: "f"): return try literal("false", .boolean(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(_ body: (inout JSONParser) throws(Malformed) -> Void) throws(Malformed) {
        guard depth < Self.depthLimit else { throw Malformed() }
        depth += 1
        try body(&self)
        depth -= 1
    }

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(Malformed) -> JSONValue {
        let isThere = word.withUTF8Buffer { bytes[index...].starts(with: $0) }
        guard isThere else { throw Malformed() }
        index += word.utf8CodeUnitCount
        return value
    }

    /// Reads a number as ``JSONValue/integer(_:)`` or ``JSONValue/number(_:)``.
    private mutating func number() throws(Malformed) -> JSONValue {
        let start = index
        var isWhole = true
        if peek() == UInt8(ascii: "-") { index += 1 }
        let whole = digits()
        guard whole == 1 || whole > 1 && bytes[index - whole] != UInt8(ascii: "0") else { throw Malformed() }
        if peek() == UInt8(ascii: ".") {
            isWhole = false
            index += 1
            guard digits() > 0 else { throw Malformed() }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            isWhole = false
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard digits() > 0 else { throw Malformed() }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text) else { throw Malformed() }
        return .number(number)
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        return index - start
    }

    private mutating func string() throws(Malformed) -> String {
        guard peek() == UInt8(ascii: "\"") else { throw Malformed() }
        index += 1
        let start = index
        skipPlainText()
        if peek() == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while let byte = peek() {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw Malformed()
            default:
                text.append(byte)
                let rest = index
                skipPlainText()
                text += bytes[rest..<index]
            }
        }
        throw Malformed()
    }

    /// Skips the part of a string without anything that is escaped: most strings are nothing else.
    private mutating func skipPlainText() {
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""), bytes[index] != UInt8(ascii: "\\") {
            index += 1
        }
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
