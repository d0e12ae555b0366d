public import SleevesModel
internal import SQLite

/// Undoing and redoing changes.
extension PersistencyManager {
    /// Returns the changes to undo and redo.
    package func historyTop() throws(PersistencyError) -> ChangeLog.Top {
        try read { try ChangeLog($0).top() }
    }

    /// Undoes the last change, or redoes the one that was undone last.
    ///
    /// - Parameters:
    ///   - side: Whether to undo or to redo.
    ///   - expected: The changes that the user saw. If the database has others by now, nothing happens.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    package func revert(_ side: KeyPath<ChangeLog.Top, LibraryChange?>, expecting expected: ChangeLog.Top) throws -> ChangeOutcome {
        var problem: HistoryError?
        var outcome = try write { database in
            let log = ChangeLog(database)
            var outcome = ChangeOutcome(top: try log.top())
            // An import that has continued since is still the same change.
            guard outcome.top.undo?.id == expected.undo?.id, outcome.top.redo?.id == expected.redo?.id else {
                problem = .changedElsewhere
                return outcome
            }
            guard let change = outcome.top[keyPath: side] else { return outcome }
            if side == \.undo, try isRunning(change, in: database) {
                problem = .importRunning
                return outcome
            }
            if change.isOfAlbums, try Self.waitsForFiles(change, isUndoing: side == \.undo, in: database) {
                problem = .filesUnread(title: change.title)
                return outcome
            }
            var numbers: [Int64] = []
            if change.isOfSources { try Self.prepare(change, side, in: database) }
            try log.forEachPosition(of: change) { position in
                guard let entry = try log.entry(position, of: change) else { return }
                let number = try Self.number(of: entry.album, in: database)
                if change.isOfAlbums {
                    let albums = try Self.revertRearranging(entry, at: position, of: change, isUndoing: side == \.undo, in: database)
                    outcome.albums += albums
                    numbers += try albums.compactMap { try Self.number(of: $0, in: database) }
                    return
                }
                guard try Self.revert(entry, at: position, of: change, side, in: database) else { return }
                if change.isOfSources, outcome.albums.count >= HistoryStep.limit { return }
                outcome.albums.append(entry.album)
                // A record that was added may be a copy of another album.
                let host = change.kind == .adding ? try Self.edits(of: entry.album, in: database)?.host : nil
                if let number = try Self.number(of: host ?? entry.album, in: database) ?? number { numbers.append(number) }
            }
            if change.isOfSources || !outcome.albums.isEmpty || change.albumCount == 0 {
                if change.kind == .edit { try log.roots(of: change)?.revertFields(isUndoing: side == \.undo, in: database) }
                try log.setUndone(side == \.undo, change)
            } else {
                try log.remove(change.id)
                problem = .albumGone(title: change.title)
            }
            outcome.change = change
            outcome.step = HistoryStep(change: change, albums: outcome.albums, numbers: numbers)
            outcome.top = try log.top()
            return outcome
        }
        if let problem { throw problem }
        if outcome.change?.kind == .encoding {
            outcome.albums = try decodeAgain(outcome.albums)
            outcome.step = outcome.change.map { HistoryStep(change: $0, albums: outcome.albums, numbers: outcome.step?.numbers ?? []) }
        }
        return outcome
    }

    /// Returns whether a change is an import that is still running.
    private func isRunning(_ change: LibraryChange, in database: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM unfinishedImport WHERE change = ?)"
        return try Bool.fetchOne(database, sql: sql, arguments: [change.id]) == true && ImportLock.isHeld(in: libraryDirectory)
    }

    /// Restores an album to its state before a change, or after it.
    ///
    /// - Returns: Whether there was an album to restore.
    private static func revert(
        _ entry: ChangeLog.Entry, at position: Int64, of change: LibraryChange,
        _ side: KeyPath<ChangeLog.Top, LibraryChange?>, in database: Database
    ) throws -> Bool {
        let memento = side == \.undo ? entry.before : entry.after
        switch change.kind {
        case .adding, .importing, .forgetting:
            // Another machine may have removed it since.
            if side == \.undo, entry.after == ChangeLog.Entry.removed { return true }
            try AlbumRestoring(database).put(
                entry.album, as: memento, keepsChanges: side == \.redo && (change.kind == .forgetting || memento == nil))
        case .edit:
            return try revertEdits(entry, isUndoing: side == \.undo, in: database)
        case .cover where entry.isOfEdits:
            return try revertEdits(entry, isUndoing: side == \.undo, in: database)
        case .cover:
            guard let album = try album(entry.album, in: database) else { return false }
            // Another machine may have chosen another one since.
            guard album.chosenCover?.rawValue == (side == \.undo ? entry.after : entry.before) else { return true }
            _ = try chooseCover(memento.flatMap(CoverDigest.init(rawValue:)), for: entry.album, in: database)
        case .encoding:
            guard let memento else { return false }
            try FileCatalogue(database).choose(StoredJSON.decode(ChosenEncoding.self, from: memento))
        case .copy:
            guard try album(entry.album, in: database) != nil else { return false }
            try revertChoice(to: memento, for: entry.album, in: database)
        case .joining, .splitting:
            return false
        case .fetching:
            guard let album = try album(entry.album, in: database) else { return false }
            guard let digest = entry.after.flatMap(CoverDigest.init(rawValue:)) else { return false }
            if side == \.undo {
                // A cover that has come since isn't this change's.
                if album.cover.digest == digest { try forgetCover(of: entry.album, in: database) }
            } else if album.cover.digest == nil {
                try setFoundCover(digest, of: entry.album, in: database)
            }
        case .removal where side == \.undo:
            guard let memento else { return false }
            var album = try StoredJSON.decode(CompleteAlbum.self, from: memento)
            // Its files may have another identifier by now.
            album.album.id = entry.album
            try AlbumRestoring(database).restore(album)
        case .removal:
            guard let removed = try remove(entry.album, in: database) else { return false }
            try ChangeLog(database).renew(ChangeLog.Entry(album: removed.id, before: .present(removed)), at: position, of: change)
        }
        return true
    }

    /// Takes an edit back, or repeats it. Values that have changed since then stay.
    ///
    /// - Returns: Whether the library has the album.
    static func revertEdits(_ entry: ChangeLog.Entry, isUndoing: Bool, in database: Database) throws -> Bool {
        guard let album = try album(entry.album, in: database) else { return false }
        let (before, after) = (try edits(in: entry.before), try edits(in: entry.after))
        let current = try edits(of: entry.album, in: database) ?? AlbumEdits()
        try setEdits(
            isUndoing ? current.reverted(from: after, to: before) : current.reverted(from: before, to: after), of: album, in: database)
        return true
    }

    private static func edits(in memento: String?) throws -> AlbumEdits {
        try memento.map { try StoredJSON.decode(AlbumEdits.self, from: $0) } ?? AlbumEdits()
    }

    /// Saves the current state of a change's albums, which the opposite step restores, and follows or stops following its folders.
    private static func prepare(_ change: LibraryChange, _ side: KeyPath<ChangeLog.Top, LibraryChange?>, in database: Database) throws {
        let log = ChangeLog(database)
        try log.forEachPosition(of: change) { position in
            guard var entry = try log.entry(position, of: change) else { return }
            let now = try ChangeLog.Entry(album: entry.album, before: state(of: entry.album, in: database))
            if side == \.undo { entry.after = now.before } else { entry.before = now.before }
            entry.covers += now.covers.filter { !entry.covers.contains($0) }
            try log.renew(entry, at: position, of: change)
        }
        guard let roots = try log.roots(of: change) else { return }
        let catalogue = FileCatalogue(database)
        if side == \.undo { try roots.undo(in: catalogue) } else { try roots.redo(in: catalogue) }
        // An album with files in other folders stays, with those files.
        var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        try regrouping.run()
    }

    /// Returns the pictures that undoable changes refer to.
    public func undoableCovers() throws(PersistencyError) -> Set<CoverDigest> {
        try read { database in
            let sql = "SELECT DISTINCT cover.value FROM changedAlbum, json_each(changedAlbum.covers) AS cover"
            return Set(try String.fetchAll(database, sql: sql).compactMap(CoverDigest.init(rawValue:)))
        }
    }
}
