import SleevesLibrary

/// The person's own files that an album was read from.
struct AlbumFiles: Equatable {
    /// In playing order.
    let paths: [String]
    /// The folder that has them all.
    let folder: String

    /// The files of these tracks; `nil` where none of them is a file.
    init?(_ tracks: [TrackRecord]) {
        paths = tracks.compactMap(\.path)
        guard let first = paths.first else { return nil }
        var common = Self.parts(of: first).dropLast()
        for path in paths.dropFirst() {
            let parts = Self.parts(of: path).dropLast()
            common = common.prefix(zip(common, parts).prefix { $0 == $1 }.count)
        }
        folder = "/" + common.joined(separator: "/")
    }

    private static func parts(of path: String) -> [Substring] {
        path.split(separator: "/")
    }
}

extension AlbumDetails {
    /// The person's own files, where the album was read from such.
    var files: AlbumFiles? { AlbumFiles(tracks) }
}
