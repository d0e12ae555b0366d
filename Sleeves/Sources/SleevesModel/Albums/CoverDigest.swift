/// The name of a picture: the SHA-256 of its bytes, as 64 lowercase hexadecimal digits. Safe to use as a file name.
public struct CoverDigest: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The 64 digits.
    public let rawValue: String

    /// Creates the digest of a picture's original bytes.
    public init(of bytes: [UInt8]) {
        rawValue = SHA256.hexadecimal(SHA256.digest(of: bytes))
    }

    /// Creates a digest from its text; `nil` if the text isn't a digest.
    public init?(rawValue: String) {
        guard SHA256.isHexadecimal(rawValue, byteCount: SHA256.byteCount) else { return nil }
        self.rawValue = rawValue
    }

    /// The 64 digits.
    public var description: String { rawValue }
}
