package import SleevesModel

/// The keys of a shared library's values on the server.
///
/// ```
/// collection.album.<24 digits>     a SharedAlbum
/// collection.machine.<16 digits>   a SharedMachine
/// cover.<64 digits>.<number>       a piece of a chosen cover
/// ```
///
/// ## Behavior
/// - Each value has one key, which is valid on every server. Other keys are foreign, and never looked up.
package enum SharedKey: Sendable, Hashable {
    case album(AlbumID)
    case machine(MachineID)
    case piece(Int, of: CoverDigest)

    /// The keys that every machine reads. Covers are looked up.
    package static let readKeys = "collection.>"

    /// Parses a key; `nil` if it is foreign.
    package init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false)
        guard words.count == 3 else { return nil }
        switch (words[0], words[1]) {
        case ("collection", "album"):
            // An identifier is safe to use as a file name.
            guard SHA256.isHexadecimal(String(words[2]), byteCount: 12) else { return nil }
            self = .album(AlbumID(rawValue: String(words[2])))
        case ("collection", "machine"):
            guard let machine = MachineID(rawValue: String(words[2])) else { return nil }
            self = .machine(machine)
        case ("cover", let digest):
            guard let digest = CoverDigest(rawValue: String(digest)), let number = Int(words[2]), number >= 0, words[2] == "\(number)"
            else {
                return nil
            }
            self = .piece(number, of: digest)
        default: return nil
        }
    }

    /// The key as text.
    package var text: String {
        switch self {
        case .album(let id): "collection.album.\(id.rawValue)"
        case .machine(let id): "collection.machine.\(id.rawValue)"
        case .piece(let number, let cover): "cover.\(cover.rawValue).\(number)"
        }
    }
}

/// The pieces of a chosen cover. A piece that isn't full is the last one.
package enum CoverPieces {
    /// The size of a full piece, in bytes.
    package static let size = 128 << 10

    /// Returns the sizes of the pieces of a picture, which may end with an empty one.
    static func sizes(of count: Int) -> [Int] {
        stride(from: 0, through: count, by: size).map { min($0 + size, count) - $0 }
    }

    /// Returns a picture's pieces.
    package static func cut(_ picture: [UInt8]) -> [[UInt8]] {
        stride(from: 0, through: picture.count, by: size).map { Array(picture[$0..<min($0 + size, picture.count)]) }
    }
}
