import SQLite
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// All that a library says, to compare it with what it said at another time.
struct LibraryContent: Equatable {
    let albums: [AlbumID: CompleteAlbum]
    /// By artist, and by when they came.
    let order: [[AlbumID]]
    let removed: Set<String>
    /// The texts by which the albums are found.
    let words: [String]

    init(_ persistency: PersistencyManager) throws {
        let (owned, wishes) = (try persistency.albums().map(\.id), try persistency.wishes().map(\.id))
        let ids = try persistency.read { try String.fetchAll($0, sql: "SELECT id FROM album") }.map { AlbumID(rawValue: $0) }
        order = [owned, wishes, try persistency.albums(sort: .added).map(\.id)]
        albums = try persistency.read { database in
            var albums: [AlbumID: CompleteAlbum] = [:]
            for id in ids { albums[id] = try PersistencyManager.archived(id, in: database) }
            return albums
        }
        removed = Set(try persistency.read { try String.fetchAll($0, sql: "SELECT id FROM removedAlbum") })
        words = try persistency.read { database in
            let texts = "SELECT json_array(number, words, facets) FROM albumText ORDER BY number"
            let tracks = "SELECT json_array(rowid, titles) FROM trackSearch ORDER BY rowid"
            let times = "SELECT json_array(number, seconds) FROM playingTime ORDER BY number"
            return try [texts, tracks, times].flatMap { try String.fetchAll(database, sql: $0) }
        }
    }
}

extension PersistencyManager {
    /// All changes that can be undone or redone, the oldest first.
    func changes() throws -> [LibraryChange] {
        try read { database in
            try Row.fetchAll(database, sql: "SELECT id, kind, title, albumCount FROM change ORDER BY id") { row in
                LibraryChange(
                    id: try row[0], kind: try #require(LibraryChange.Kind(rawValue: row[1])), title: try row[2], albumCount: try row[3])
            }
        }
    }
}
