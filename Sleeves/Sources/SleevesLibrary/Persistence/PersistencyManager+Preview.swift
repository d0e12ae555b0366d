internal import SQLite

/// A copy of the library, and an import's changes to it.
extension PersistencyManager {
    /// Copies the database, as of one moment.
    func copy(to folder: String) throws(PersistencyError) {
        try AtomicFile.createFolder(folder)
        do { try backup(to: try DatabaseQueue(path: "\(folder)/library.sqlite")) } catch { throw PersistencyError(error, path: folder) }
    }

    /// Returns an import's changes, album by album.
    func albums(of change: LibraryChange) throws(PersistencyError) -> [ImportPreview.Change] {
        try read { database in
            let log = ChangeLog(database)
            return try log.positions(of: change).compactMap { position in
                guard let entry = try log.entry(position, of: change) else { return nil }
                let now = try Self.album(entry.album, in: database)
                guard let before = entry.before, before != ChangeLog.Entry.removed else {
                    return now.map { ImportPreview.Change(kind: .new, title: $0.title, artist: $0.artist) }
                }
                if let now { return ImportPreview.Change(kind: .changed, title: now.title, artist: now.artist) }
                let album = try StoredJSON.decode(CompleteAlbum.self, from: before).album
                return ImportPreview.Change(kind: .gone, title: album.title, artist: album.artist)
            }
        }
    }
}
