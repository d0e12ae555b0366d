/// The identifier of an album, for as long as the album is in the library.
///
/// An identifier is a digest of what distinguishes the album (see ``init(digesting:)``), so importing the same files again finds the same
/// album. It is safe to use as a file name.
public struct AlbumID: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
    /// The identifier as text: hexadecimal digits.
    public let rawValue: String

    /// Creates an identifier from its text.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates the identifier of the album that these parts describe.
    ///
    /// - Parameter parts: What distinguishes the album from others, in a fixed order: `["folder", "björk", "debut"]`.
    public init(digesting parts: [String]) {
        var bytes: [UInt8] = []
        for part in parts {
            withUnsafeBytes(of: UInt64(part.utf8.count).littleEndian) { bytes += $0 }
            bytes += part.utf8
        }
        rawValue = SHA256.hexadecimal(SHA256.digest(of: bytes).prefix(12))
    }

    /// Creates an identifier from a text of another program; `nil` if it isn't in the common form.
    package init?(checking text: String) {
        guard text.utf8.count == 24, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else { return nil }
        rawValue = text
    }

    /// The identifier as text.
    public var description: String { rawValue }
}
