package import SleevesModel
internal import SQLite

/// An album that an import would change.
public struct AlbumChange: Sendable, Hashable {
    /// The kinds of change.
    public enum Kind: String, Sendable, Hashable, Codable {
        case new
        case changed
        case gone
    }

    /// The kind of change.
    public let kind: Kind
    /// The title after the import, or before it for a removed album.
    public let title: String
    /// The artist after the import, or before it for a removed album.
    public let artist: String
}

/// A copy of the library, and an import's changes to it.
extension PersistencyManager {
    /// Copies the database, as of one moment.
    package func copy(to folder: String) throws(PersistencyError) {
        try AtomicFile.createFolder(folder)
        do { try backup(to: try DatabaseQueue(path: "\(folder)/library.sqlite")) } catch { throw PersistencyError(error, path: folder) }
    }

    /// Returns the first of an import's changes, album by album.
    ///
    /// - Parameter limit: The maximum number of changes.
    package func albums(of change: LibraryChange, limit: Int) throws(PersistencyError) -> [AlbumChange] {
        try read { database in
            let log = ChangeLog(database)
            var changes: [AlbumChange] = []
            try log.forEachPosition(of: change, limit: limit) { position in
                guard let entry = try log.entry(position, of: change) else { return }
                let now = try Self.album(entry.album, in: database)
                guard let before = entry.before, before != ChangeLog.Entry.removed else {
                    if let now { changes.append(AlbumChange(kind: .new, title: now.title, artist: now.artist)) }
                    return
                }
                if let now { return changes.append(AlbumChange(kind: .changed, title: now.title, artist: now.artist)) }
                let album = try StoredJSON.decode(CompleteAlbum.self, from: before).album
                changes.append(AlbumChange(kind: .gone, title: album.title, artist: album.artist))
            }
            return changes
        }
    }
}
