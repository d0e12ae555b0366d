import Heed

/// The façade: all that a program can ask of the library. It loads the covers that somebody requests on the hub.
@MainActor
final class LibraryAPI {
    private let hub: NotificationHub
    private let persistency = PersistencyManager()
    private let client = HTTPClient()
    private var covers: [String: [String]] = [:]
    private var requests: ObservationToken?

    /// - Parameter hub: Where the library posts and receives messages.
    init(hub: NotificationHub) {
        self.hub = hub
        // The next request waits until the handler has finished the one before.
        requests = hub.observe(CoverRequested.self, on: .mainActor) { [weak self] request in
            await self?.loadCover(of: request.album)
        }
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

    private func loadCover(of album: String) async {
        if covers[album] == nil { covers[album] = try? await client.cover(of: album) }
        hub.post(CoverArrived(album: album, lines: covers[album]))
    }
}
