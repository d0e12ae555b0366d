import SleevesLibrary

/// The user's own files of an album.
struct AlbumFiles: Equatable {
    /// The paths in playing order.
    let paths: [String]
    /// The folder that contains them all.
    let folder: String

    /// The folder of the first file.
    var firstFolder: String { "/" + Self.parts(of: paths[0]).dropLast().joined(separator: "/") }

    /// Creates a value with the files of tracks; `nil` if none of them is a file.
    init?(_ tracks: [TrackRecord]) {
        // The tracks of one file follow one another.
        paths = tracks.compactMap(\.path).reduce(into: []) { paths, path in if path != paths.last { paths.append(path) } }
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
