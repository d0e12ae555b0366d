/// The folders that systems and network drives make beside people's own: recycle bins, snapshots, thumbnails. Files in them are deleted ones, or
/// copies.
package enum SystemFolder {
    /// The names in lower case, because systems write some of them in several ways.
    private static let names: Set<String> = [
        // Synology, QNAP and other network drives. Folders of other systems with a dot are hidden anyway.
        "#recycle", "@recycle", "@eadir", "#snapshot", "@recently-snapshot", "@tmp", "@sharebin", "@sharesnap", "@__thumb", "@transcode",
        "~snapshot", "network trash folder", "temporary items",
        // Windows and macOS.
        "$recycle.bin", "system volume information", "$extend", "__macosx",
    ]

    /// Returns whether a folder in another has a name that no person gave it.
    package static func isNamed(_ name: String) -> Bool {
        guard let first = name.utf8.first else { return false }
        // The first letter rules out most names.
        return switch first {
        case UInt8(ascii: "l"): name == "lost+found"
        case UInt8(ascii: "f"), UInt8(ascii: "F"): isRecovered(name)
        case UInt8(ascii: "S"): isBin(name) || names.contains(name.lowercased())
        default: "#@$~_nNtTs".utf8.contains(first) && names.contains(name.lowercased())
        }
    }

    /// Returns whether a name is that of one user's bin, in a folder whose name may be an album's: "RECYCLER".
    private static func isBin(_ name: String) -> Bool {
        name.hasPrefix("S-1-5-") && name.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// Returns whether a name is that of a folder in which Windows puts lost files: `FOUND.000`.
    private static func isRecovered(_ name: String) -> Bool {
        name.utf8.count == 9 && name.lowercased().hasPrefix("found.") && name.utf8.suffix(3).allSatisfy { (0x30...0x39).contains($0) }
    }
}
