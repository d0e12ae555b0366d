/// An album as a printed list has it. What isn't known is empty.
public struct PrintedAlbum: Sendable, Hashable {
    /// The artist.
    public let artist: String
    /// The title.
    public let title: String
    /// The year of release.
    public let year: String
    /// The format of the release.
    public let format: String
    /// The label and the catalogue number.
    public let label: String
}

extension LibraryAPI {
    /// Returns albums for a printed list, in the order of the identifiers. Skips missing ones.
    ///
    /// - Complexity: O(*n*) in the number of albums, at some hundredths of a millisecond each.
    @concurrent
    public func printedAlbums(_ ids: [AlbumID]) async throws -> [PrintedAlbum] {
        var albums: [PrintedAlbum] = []
        try persistency.forEachAlbum(of: ids, joining: true) { album in
            let release = album.shownRelease
            let label = [release?.labels.first, release?.catalogueNumber].compactMap(\.self).joined(separator: " ")
            albums.append(
                PrintedAlbum(
                    artist: album.artist, title: album.title, year: album.year.map(String.init) ?? "", format: release?.format ?? "",
                    label: label))
        }
        return albums
    }
}
