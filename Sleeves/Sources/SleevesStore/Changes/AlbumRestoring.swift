internal import SleevesModel
internal import SQLite

/// The restoration of a removed album: its date, its cover, its edits, and its place among albums that sort alike.
///
/// Changes since then take precedence: if an import has brought the album back, or its files have changed, the album keeps its current
/// values, with the user's changes.
struct AlbumRestoring {
    private let database: Database

    init(_ database: Database) {
        self.database = database
    }

    func restore(_ memento: CompleteAlbum) throws {
        let newer = try PersistencyManager.archived(memento.id, in: database)
        for sql in ["DELETE FROM album WHERE id = ?", "DELETE FROM removedAlbum WHERE id = ?"] {
            try database.run(sql, [memento.id.rawValue])
        }
        try insert(memento, newer: newer)
        // A list that was read meanwhile doesn't name it.
        try ListCatalogue(database).setTied(true, memento.id)
        var saving = AlbumSaving()
        if let newer { try saving.save(newer.sourceRecord, in: database) }
        if memento.album.source == .folder {
            var regrouping = AlbumRegrouping(database, saving: saving)
            try regrouping.bringUpToDate(memento.id)
        }
    }

    private func insert(_ memento: CompleteAlbum, newer: CompleteAlbum?) throws {
        var album = memento.album
        // The user's later changes take precedence over earlier ones.
        album.chosenCover = newer?.album.chosenCover ?? album.chosenCover
        let isFree = try memento.number.map { try PersistencyManager.isFree($0, in: database) } ?? false
        let edits = newer?.edits ?? memento.edits
        try NewAlbum(album, tracks: memento.tracks, release: memento.release, edits: edits)
            .insert(into: database, number: isFree ? memento.number : nil)
        guard let edits else { return }
        try PersistencyManager.store(edits, unedited: memento.unedited, of: memento.id, in: database)
    }

    // MARK: Imports

    /// Restores an album to its state before or after an import, regardless of later changes. Its cover stays if its place is the same.
    ///
    /// - Parameters:
    ///   - memento: As in ``ChangeLog/Entry``; `nil` if the library didn't contain the album.
    ///   - keepsChanges: Whether the user's changes come back with the album when it is imported again.
    func put(_ id: AlbumID, as memento: String?, keepsChanges: Bool = false) throws {
        let current = try PersistencyManager.archived(id, in: database)
        if keepsChanges { try KeptAlbum.keep(id, in: database) }
        let lists = ListCatalogue(database)
        for table in ["album", "removedAlbum", "restoredAlbum"] + (keepsChanges ? [] : ["keptAlbum"]) {
            try database.run("DELETE FROM \(table) WHERE id = ?", [id.rawValue])
        }
        let hasFiles = try FileCatalogue(database).hasFiles(of: id)
        guard let memento, memento != ChangeLog.Entry.removed else {
            try lists.setTied(false, id)
            // Its files are followed nevertheless, and must not bring it back.
            guard hasFiles || memento != nil else { return }
            return try database.run("INSERT INTO removedAlbum VALUES (?)", [id.rawValue])
        }
        var album = try StoredJSON.decode(CompleteAlbum.self, from: memento)
        album.album.id = id
        // An import makes no changes of its own. Another machine may have made some since then.
        try SharedCatalogue(database, now: 0)?.keepForeignValues(of: &album)
        if let current, current.album.localCover == album.album.localCover, current.album.coverURL == album.album.coverURL {
            album.album.cover = current.album.cover
        }
        try insert(album, newer: nil)
        if current == nil { try lists.setTied(true, id) }
        guard album.album.source == .folder else { return }
        if !hasFiles { try database.run("INSERT INTO restoredAlbum VALUES (?)", [id.rawValue]) }
        guard album.album.localCover != nil, album.album.cover.digest == nil else { return }
        try database.run("INSERT OR IGNORE INTO coverDue VALUES (?)", [id.rawValue])
    }
}
