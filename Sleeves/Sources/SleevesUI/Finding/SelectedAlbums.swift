import SleevesLibrary

/// The selected albums, for actions on all of them.
struct SelectedAlbums: Sendable {
    /// The albums' indices in the list, in order.
    let indices: [Int]
    let list: AlbumList

    /// Whether there is more than one album.
    var areMany: Bool { indices.count > 1 }

    /// Reads the albums' identifiers, without those of albums that are gone.
    func ids(in library: LibraryAPI) async throws(PersistencyError) -> [AlbumID] {
        try await library.ids(at: indices, of: list)
    }
}
