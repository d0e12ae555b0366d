package import SleevesModel

/// The keys of a shared library's values on the server.
///
/// ```
/// collection.album.<24 digits>     a SharedAlbum
/// collection.machine.<16 digits>   a SharedMachine
/// cover.<64 digits>.<number>       a piece of a chosen cover
/// ```
package enum SharedKey: Sendable, Hashable {
    case album(AlbumID)
    case machine(MachineID)

    /// The keys that every machine reads. Covers are looked up.
    package static let readKeys = "collection.>"

    /// Parses a key; `nil` if it is of another kind.
    package init?(_ text: String) {
        let words = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, words[0] == "collection" else { return nil }
        switch words[1] {
        case "album" where SHA256.isHexadecimal(words[2], byteCount: 12):
            self = .album(AlbumID(rawValue: words[2]))
        case "machine":
            guard let machine = MachineID(rawValue: words[2]) else { return nil }
            self = .machine(machine)
        default: return nil
        }
    }

    /// The key as text.
    package var text: String {
        switch self {
        case .album(let id): "collection.album.\(id.rawValue)"
        case .machine(let id): "collection.machine.\(id.rawValue)"
        }
    }

    /// The key of a piece of a cover.
    package static func piece(_ number: Int, of cover: CoverDigest) -> String { "cover.\(cover.rawValue).\(number)" }
}

/// The pieces of a chosen cover. A piece that isn't full is the last one.
package enum CoverPieces {
    /// The size of a full piece, in bytes.
    package static let size = 128 << 10

    /// Returns a picture's pieces.
    package static func cut(_ picture: [UInt8]) -> [[UInt8]] {
        stride(from: 0, through: picture.count, by: size).map { Array(picture[$0..<min($0 + size, picture.count)]) }
    }
}
