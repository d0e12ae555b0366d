/// A value of the message bus.
///
/// Arrays of other elements than texts, and structures within a value, are not part of it: nothing here sends or reads them.
public enum BusValue: Sendable, Hashable {
    /// A truth value, `b`.
    case bool(Bool)
    /// A 32-bit integer, `i`.
    case int32(Int32)
    /// A 32-bit integer without a sign, `u`.
    case uint32(UInt32)
    /// A 64-bit integer, `x`.
    case int64(Int64)
    /// A 64-bit integer without a sign, `t`.
    case uint64(UInt64)
    /// A number, `d`.
    case double(Double)
    /// A text, `s`.
    case string(String)
    /// The path of an object, `o`.
    case objectPath(String)
    /// A list of texts, `as`.
    case strings([String])
    /// Values by name, `a{sv}`.
    case dictionary([String: BusValue])
}

extension BusValue {
    /// The truth value, if it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, if it is a floating-point number.
    public var double: Double? { if case .double(let value) = self { value } else { nil } }
    /// The text or the path, if it is one.
    public var string: String? {
        switch self {
        case .string(let value), .objectPath(let value): value
        default: nil
        }
    }
    /// The texts, if it is a list of texts.
    public var strings: [String]? { if case .strings(let value) = self { value } else { nil } }
    /// The values by name, if it is a dictionary.
    public var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }
    /// The integer, if it is one of any width that fits.
    public var integer: Int64? {
        switch self {
        case .int32(let value): Int64(value)
        case .uint32(let value): Int64(value)
        case .int64(let value): value
        case .uint64(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// Whether a text is the path of an object: `/` alone, or elements of ASCII letters, digits and underscores, each after a slash.
    public static func isObjectPath(_ text: String) -> Bool {
        guard text.utf8.first == UInt8(ascii: "/") else { return false }
        if text.utf8.count == 1 { return true }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).allSatisfy { element in
            !element.isEmpty && element.utf8.allSatisfy(isElementCharacter)
        }
    }

    private static func isElementCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
