internal import CCrypto

/// The digest that identifies pictures, albums and libraries.
///
/// Source: FIPS 180-4, as libcrypto computes it.
package enum SHA256 {
    package static let byteCount = 32

    /// Returns the digest of some bytes: ``byteCount`` bytes.
    package static func digest(of bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            // SAFETY: both buffers have the lengths that the call expects, and are used only during it.
            let isDone = EVP_Digest(bytes, bytes.count, buffer.baseAddress, nil, EVP_sha256(), nil)
            precondition(isDone == 1, "install a libcrypto that has SHA-256")
            count = byteCount
        }
    }

    /// Returns whether a text is what ``hexadecimal(_:)`` returns for a number of bytes.
    package static func isHexadecimal(_ text: String, byteCount: Int) -> Bool {
        text.utf8.count == 2 * byteCount && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
    }

    /// Returns bytes as lower-case hexadecimal digits, two each.
    package static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * byteCount)
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}
