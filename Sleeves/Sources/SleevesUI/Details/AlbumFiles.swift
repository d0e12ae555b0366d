import SleevesLibrary

/// The user's own files of an album.
struct AlbumFiles: Equatable {
    /// The paths in playing order.
    let paths: [String]
    /// The folder that contains them all.
    let folder: String

    /// The folder of the first file.
    var firstFolder: String { Path.folder(of: paths[0]) }

    /// Creates a value with the files of tracks; `nil` if none of them is a file.
    init?(_ tracks: [TrackRecord]) {
        // The tracks of one file follow one another.
        paths = tracks.compactMap(\.path).reduce(into: []) { paths, path in if path != paths.last { paths.append(path) } }
        guard !paths.isEmpty else { return nil }
        folder = Path.common(paths.map(Path.folder))
    }
}

extension AlbumDetails {
    /// The person's own files, where the album was read from such.
    var files: AlbumFiles? { AlbumFiles(tracks) }
}
