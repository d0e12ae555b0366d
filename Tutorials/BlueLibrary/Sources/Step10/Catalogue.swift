import Foundation
import Heed

/// An album's new title, as a value that can cross threads and the network.
struct TitleChange: Codable, Sendable {
    let album: String
    let title: String
}

/// The library on a server: an actor owns the albums. The model is that of the desktop; only its isolation is another.
actor Catalogue {
    /// Notifies of each change of a title, from inside the actor.
    nonisolated let changes = Subject<TitleChange>()

    private var albums: [Album] = []
    private var observations: [ObservationToken] = []

    /// Reads the albums, and observes them.
    func load(_ file: URL) throws {
        albums = try JSONDecoder().decode([Album].self, from: Data(contentsOf: file))
        observations = albums.map { album in
            album.observe(\.title) { [changes, id = album.id] title in
                changes.notify(TitleChange(album: id, title: title))
            }
        }
    }

    /// Returns all albums as JSON.
    func export() throws -> Data {
        try JSONEncoder().encode(albums)
    }

    /// Changes an album's title, and returns whether there is such an album.
    func rename(_ id: String, to title: String) -> Bool {
        guard let album = albums.first(where: { $0.id == id }) else { return false }
        album.title = title
        return true
    }
}
