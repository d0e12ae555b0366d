import Foundation
import Heed

/// The façade: all that a program can ask of the library. It loads the covers that somebody requests on the hub, and each change can be undone.
@MainActor
final class LibraryAPI {
    let history = UndoHistory(limit: 100)
    private let persistency: PersistencyManager
    private let client = HTTPClient()
    private var requests: ObservationToken?

    /// - Parameter hub: Where the library receives requests.
    init(file: URL, hub: NotificationHub) throws {
        persistency = try PersistencyManager(file: file)
        requests = hub.observe(CoverRequested.self, on: .mainActor) { [weak self] request in
            self?.loadCover(of: request.album)
        }
    }

    var albums: [Album] { persistency.albums }

    /// Calls a handler whenever albums have been added or removed.
    func observeAlbums(_ handler: @escaping @MainActor ([Album]) -> Void) -> ObservationToken {
        persistency.observe(\.albums) { albums in handler(albums) }
    }

    func add(_ album: Album, at index: Int) {
        persistency.insert(album, at: index)
        history.registerUndo(with: self, named: "Add \(album.title)") { $0.deleteAlbum(at: index) }
    }

    func deleteAlbum(at index: Int) {
        let album = persistency.removeAlbum(at: index)
        history.registerUndo(with: self, named: "Delete \(album.title)") { $0.add(album, at: index) }
    }

    func export() throws -> Data {
        try persistency.export()
    }

    /// Loads a cover with a worker, which changes the model from its own thread. All covers load at once.
    private func loadCover(of id: String) {
        guard let cover = albums.first(where: { $0.id == id })?.cover, cover.lines == nil else { return }
        Task.detached { [client] in
            cover.isLoading = true
            cover.lines = try? await client.cover(of: id)
            cover.isLoading = false
        }
    }
}
