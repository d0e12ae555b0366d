import Foundation
import Heed

/// Keeps the albums, which are read from JSON. Only the façade knows it.
@KeyValueObservable
final class PersistencyManager {
    private(set) var albums: [Album]

    init(file: URL) throws {
        albums = try JSONDecoder().decode([Album].self, from: Data(contentsOf: file))
    }

    func insert(_ album: Album, at index: Int) {
        albums.insert(album, at: index)
    }

    func removeAlbum(at index: Int) -> Album {
        albums.remove(at: index)
    }

    /// Returns the albums as JSON.
    func export() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(albums)
    }
}
