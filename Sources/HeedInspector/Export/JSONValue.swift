/// A JSON value, to write or as read.
///
/// Numbers keep the digits they are written with, so that 64-bit integers survive. Objects keep the order of their members.
enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number, as its literal.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// A key of an object, with its value.
    struct Member: Equatable, Sendable {
        let key: String
        let value: JSONValue

        init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(String(value))
    }

    /// Returns a string, or `nil` for `nil`.
    static func optionalString(_ value: String?) -> JSONValue? {
        value.map { .string($0) }
    }

    /// Returns an integer, or `nil` for `nil`.
    static func optionalInteger(_ value: (some BinaryInteger)?) -> JSONValue? {
        value.map { .integer($0) }
    }

    /// Returns an object of the members whose value isn't `nil`.
    static func object(of members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    /// Returns the value of an object's key; `nil` if there is none, if it is `null`, or if this isn't an object.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.first(where: { $0.key == key })?.value, value != .null else {
            return nil
        }
        return value
    }
}

// MARK: Writing

extension JSONValue {
    /// The value as JSON, on one line.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let literal): text += literal
        case .string(let value): Self.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        if string.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for scalar in string.unicodeScalars { write(scalar, to: &text) }
        } else {
            text += string
        }
        text += "\""
    }

    private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        case "\t": text += "\\t"
        case ..<" ":
            let digits = String(scalar.value, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
    }
}
