#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// JSON from a server or another machine.
enum SafeJSON {
    /// Reads a value, whatever the bytes are.
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard !mayTrap(bytes) else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "A number is too long, or the text isn't UTF-8."))
        }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Returns whether a number is longer than any that a value of Swift needs, or could be in UTF-16. Foundation's decoder ends the process at some
    /// integers with a long fraction or exponent (swift-foundation, issue 812).
    private static func mayTrap(_ bytes: [UInt8]) -> Bool {
        var length = 0
        var isString = false
        var isEscaped = false
        for byte in bytes {
            switch byte {
            case 0: return true
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isString
            case UInt8(ascii: "\""):
                isString.toggle()
                length = 0
            case UInt8(ascii: "+"), UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "E"),
                UInt8(ascii: "e"):
                length = isString ? 0 : length + 1
                if length > 40 { return true }
            default: length = 0
            }
        }
        return false
    }
}
