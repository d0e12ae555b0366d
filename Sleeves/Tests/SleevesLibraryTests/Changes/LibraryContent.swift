import GRDB

@testable import SleevesLibrary

/// All that a library says, to compare it with what it said at another time.
struct LibraryContent: Equatable {
    let albums: [AlbumID: ArchivedAlbum]
    /// By artist, and by when they came.
    let order: [[AlbumID]]
    let removed: Set<String>
    /// What the albums are found by.
    let words: [String]

    init(_ persistency: PersistencyManager) throws {
        let ids = try persistency.albums().map(\.id)
        order = [ids, try persistency.albums(sort: .added).map(\.id)]
        albums = try persistency.read { database in
            var albums: [AlbumID: ArchivedAlbum] = [:]
            for id in ids { albums[id] = try PersistencyManager.archived(id, in: database) }
            return albums
        }
        removed = try persistency.read { try String.fetchSet($0, sql: "SELECT id FROM removedAlbum") }
        words = try persistency.read { database in
            try Row.fetchAll(database, sql: "SELECT rowid, * FROM albumSearch ORDER BY rowid").map(\.description)
        }
    }
}
