import Foundation

/// An album as the script that makes a library describes it.
struct ExpectedAlbum: Decodable, Hashable {
    let artist: String
    let title: String
    let year: Int?
    let genre: String?
    let trackCount: Int?
    let cover: Bool

    /// The command's list, in the same form.
    init(_ listed: ListedAlbum) {
        (artist, title, year, genre) = (listed.artist, listed.title, listed.year, listed.genre)
        (trackCount, cover) = (listed.trackCount, listed.cover == "present")
    }

    /// The description at a path.
    static func read(_ path: String) throws -> [ExpectedAlbum] {
        try JSONDecoder().decode([ExpectedAlbum].self, from: Data(contentsOf: URL(filePath: path)))
    }

    /// In an order that does not depend on where they come from.
    static func sorted(_ albums: [ExpectedAlbum]) -> [ExpectedAlbum] {
        albums.sorted { String(describing: $0) < String(describing: $1) }
    }
}
