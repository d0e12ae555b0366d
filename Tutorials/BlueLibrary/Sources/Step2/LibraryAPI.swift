import Heed

/// The façade: all that a program can ask of the library. How it keeps albums and fetches covers is nobody else's business.
@MainActor
final class LibraryAPI {
    private let hub: NotificationHub
    private let persistency = PersistencyManager()
    private let client = HTTPClient()
    private var covers: [String: [String]] = [:]

    /// - Parameter hub: Where the library posts its messages. It is passed in, so each library can have its own.
    init(hub: NotificationHub) {
        self.hub = hub
    }

    var albums: [Album] { persistency.albums }

    func add(_ album: Album, at index: Int? = nil) {
        persistency.insert(album, at: index ?? albums.count)
        hub.post(LibraryChanged(count: albums.count))
    }

    func deleteAlbum(at index: Int) {
        _ = persistency.removeAlbum(at: index)
        hub.post(LibraryChanged(count: albums.count))
    }

    /// Returns an album's cover: from memory if it is there, otherwise from where covers come from.
    func cover(of album: Album) async throws -> [String] {
        if let cover = covers[album.id] { return cover }
        let cover = try await client.cover(of: album.id)
        covers[album.id] = cover
        return cover
    }
}
