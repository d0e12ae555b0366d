import Heed

/// The façade: all that a program can ask of the library. It loads the covers that somebody requests on the hub.
@MainActor
final class LibraryAPI {
    private let hub: NotificationHub
    private let persistency = PersistencyManager()
    private let client = HTTPClient()
    private var requests: ObservationToken?

    /// - Parameter hub: Where the library posts and receives messages.
    init(hub: NotificationHub) {
        self.hub = hub
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

    /// Loads a cover, and changes the model. It posts no answer: the model's observers see it change.
    private func loadCover(of id: String) async {
        guard let cover = albums.first(where: { $0.id == id })?.cover, cover.lines == nil else { return }
        cover.isLoading = true
        cover.lines = try? await client.cover(of: id)
        cover.isLoading = false
    }
}
