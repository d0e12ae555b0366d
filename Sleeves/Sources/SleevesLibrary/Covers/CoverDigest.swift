/// Names a picture by its bytes: their SHA-256, as 64 lower-case hexadecimal digits. Safe to use as a file name.
public struct CoverDigest: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The 64 digits.
    public let rawValue: String

    /// The digest of a picture as it was found, before anything was done to it.
    public init(of bytes: [UInt8]) {
        rawValue = SHA256.hexadecimal(SHA256.digest(of: bytes))
    }

    /// A digest that was kept as text; `nil` for a text that is no digest.
    public init?(rawValue: String) {
        let isDigest = rawValue.utf8.count == 64 && rawValue.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
        guard isDigest else { return nil }
        self.rawValue = rawValue
    }

    /// The 64 digits.
    public var description: String { rawValue }
}
