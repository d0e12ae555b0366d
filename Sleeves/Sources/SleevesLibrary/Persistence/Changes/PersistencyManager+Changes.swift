internal import SQLite

/// What came of a change, of undoing or of redoing one.
struct ChangeOutcome {
    /// What was done, undone or redone; `nil` where there was nothing to do.
    var change: LibraryChange?
    /// The albums that were changed.
    var albums: [AlbumID] = []
    /// What was undone or redone, where it is that.
    var step: HistoryStep?
    /// Whether older changes have been forgotten for it.
    var isTrimmed = false
    /// What undo and redo would have concerned before, and what they concern now.
    var topBefore: ChangeLog.Top
    var top: ChangeLog.Top
}

extension PersistencyManager {
    // MARK: Changing

    /// Changes an album by hand, as a change that can be undone.
    func recordEdit(of id: AlbumID, _ edits: AlbumEdits) throws(PersistencyError) -> ChangeOutcome {
        try record(.edit) { database, add in
            guard let album = try Self.album(id, in: database) else { return }
            let before = try Self.edits(of: id, in: database) ?? AlbumEdits()
            let edits = try Self.setEdits(edits, of: album, in: database)
            guard edits != before else { return }
            try add(ChangeLog.Entry(album: id, before: try StoredJSON.encode(before), after: try StoredJSON.encode(edits)), album.title)
        }
    }

    /// Takes albums out of the library, as a change that can be undone. Those that are not there are passed over.
    func recordRemoval(of ids: [AlbumID]) throws(PersistencyError) -> ChangeOutcome {
        try record(.removal) { database, add in
            for id in ids {
                guard let memento = try Self.remove(id, in: database) else { continue }
                try add(ChangeLog.Entry(memento), memento.album.title)
            }
        }
    }

    /// Chooses a cover by hand, as a change that can be undone.
    func recordCover(_ digest: CoverDigest?, of id: AlbumID) throws(PersistencyError) -> ChangeOutcome {
        try record(.cover) { database, add in
            guard let album = try Self.album(id, in: database), album.chosenCover != digest else { return }
            _ = try Self.chooseCover(digest, for: id, in: database)
            let entry = ChangeLog.Entry(
                album: id,
                before: album.chosenCover?.rawValue,
                after: digest?.rawValue,
                covers: [album.chosenCover, digest].compactMap { $0 }
            )
            try add(entry, album.title)
        }
    }

    private func record(
        _ kind: LibraryChange.Kind,
        _ body: (_ database: Database, _ add: (ChangeLog.Entry, _ title: String) throws -> Void) throws -> Void
    ) throws(PersistencyError) -> ChangeOutcome {
        try write { database in
            let log = ChangeLog(database)
            let before = try log.top()
            var outcome = ChangeOutcome(topBefore: before, top: before)
            // A change that turns out to be none must not make what was undone go.
            try database.inSavepoint {
                let id = try log.begin(kind)
                try body(database) { entry, title in
                    try log.add(entry, titled: title, to: id)
                    outcome.albums.append(entry.album)
                }
                if outcome.albums.isEmpty { return .rollback }
                outcome.change = try log.change(id)
                outcome.isTrimmed = try log.trim(before: id)
                return .commit
            }
            outcome.top = try log.top()
            return outcome
        }
    }

    // MARK: Undoing

    /// All changes that can be undone or redone, the oldest first.
    func changes() throws(PersistencyError) -> (changes: [(change: LibraryChange, isUndone: Bool)], top: ChangeLog.Top) {
        try read { database in (try ChangeLog(database).changes(), try ChangeLog(database).top()) }
    }

    /// Takes the last change back.
    ///
    /// - Parameter expected: What the person was shown. Where it is something else by now, nothing happens.
    func undo(expecting expected: ChangeLog.Top) throws -> ChangeOutcome {
        try revert(expecting: expected, \.undo) { change, entry, position, database in
            switch change.kind {
            case .importing, .forgetting:
                try AlbumRestoring(database).put(entry.album, as: entry.before)
            case .edit:
                guard let album = try Self.album(entry.album, in: database) else { return false }
                try Self.setEdits(try Self.edits(in: entry.before), of: album, in: database)
            case .removal:
                guard let before = entry.before else { return false }
                var memento = try StoredJSON.decode(ArchivedAlbum.self, from: before)
                // Its files may go by another name by now.
                memento.album.id = entry.album
                try AlbumRestoring(database).restore(memento)
            case .cover:
                guard try Self.album(entry.album, in: database) != nil else { return false }
                _ = try Self.chooseCover(entry.before.flatMap(CoverDigest.init(rawValue:)), for: entry.album, in: database)
            }
            return true
        }
    }

    /// Does again what was undone last.
    ///
    /// - Parameter expected: As for ``undo(expecting:)``.
    func redo(expecting expected: ChangeLog.Top) throws -> ChangeOutcome {
        try revert(expecting: expected, \.redo) { change, entry, position, database in
            if change.isOfFolders {
                try AlbumRestoring(database).put(entry.album, as: entry.after)
                return true
            }
            guard let album = try Self.album(entry.album, in: database) else { return false }
            switch change.kind {
            case .edit:
                try Self.setEdits(try Self.edits(in: entry.after), of: album, in: database)
            case .removal:
                guard let memento = try Self.remove(entry.album, in: database) else { return false }
                try ChangeLog(database).renew(ChangeLog.Entry(memento), at: position, of: change)
            case .cover:
                _ = try Self.chooseCover(entry.after.flatMap(CoverDigest.init(rawValue:)), for: entry.album, in: database)
            case .importing, .forgetting:
                break
            }
            return true
        }
    }

    private static func edits(in memento: String?) throws -> AlbumEdits {
        try memento.map { try StoredJSON.decode(AlbumEdits.self, from: $0) } ?? AlbumEdits()
    }

    private func revert(
        expecting expected: ChangeLog.Top,
        _ side: KeyPath<ChangeLog.Top, Int64?>,
        _ body: (LibraryChange, ChangeLog.Entry, _ position: Int64, Database) throws -> Bool
    ) throws -> ChangeOutcome {
        var problem: HistoryError?
        let outcome = try write { database in
            let log = ChangeLog(database)
            var outcome = ChangeOutcome(topBefore: try log.top(), top: expected)
            guard outcome.topBefore == expected else {
                problem = .changedElsewhere
                return outcome
            }
            guard let id = expected[keyPath: side], let change = try log.change(id) else { return outcome }
            var numbers: [Int64] = []
            if change.isOfFolders { try Self.prepare(change, side, in: database) }
            for position in try log.positions(of: change) {
                guard let entry = try log.entry(position, of: change) else { continue }
                let number = try Self.number(of: entry.album, in: database)
                guard try body(change, entry, position, database) else { continue }
                outcome.albums.append(entry.album)
                if let number = try Self.number(of: entry.album, in: database) ?? number { numbers.append(number) }
            }
            if change.isOfFolders {
                try log.setUndone(side == \.undo, change)
            } else if outcome.albums.isEmpty {
                try log.forget(change)
                problem = .albumGone(title: change.title)
            } else {
                try log.setUndone(side == \.undo, change)
            }
            outcome.change = change
            outcome.step = HistoryStep(change: change, albums: outcome.albums, numbers: numbers)
            outcome.top = try log.top()
            return outcome
        }
        if let problem { throw problem }
        return outcome
    }

    /// Writes down how the albums of a change are now, which is what doing the opposite leads to, and has its folders followed or forgotten.
    private static func prepare(_ change: LibraryChange, _ side: KeyPath<ChangeLog.Top, Int64?>, in database: Database) throws {
        let log = ChangeLog(database)
        for position in try log.positions(of: change) {
            guard var entry = try log.entry(position, of: change) else { continue }
            let now = try ChangeLog.Entry(album: entry.album, before: state(of: entry.album, in: database))
            if side == \.undo { entry.after = now.before } else { entry.before = now.before }
            entry.covers += now.covers.filter { !entry.covers.contains($0) }
            try log.renew(entry, at: position, of: change)
        }
        guard let roots = try log.roots(of: change) else { return }
        let catalogue = FileCatalogue(database)
        if side == \.undo { try roots.undo(in: catalogue) } else { try roots.redo(in: catalogue) }
        // What other folders have files of stays, with those.
        var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        try regrouping.run()
    }

    private static func state(of id: AlbumID, in database: Database) throws -> ImportJournal.Before {
        if let album = try archived(id, in: database) { return .present(album) }
        let sql = "SELECT EXISTS (SELECT 1 FROM removedAlbum WHERE id = ?)"
        let wasRemoved = try Bool.fetchOne(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) ?? false
        return wasRemoved ? .removed : .absent
    }

    /// Follows a folder no longer and takes its albums out, as a change that can be undone.
    func recordForgetting(_ path: String) throws(PersistencyError) -> ChangeOutcome {
        try write { database in
            let log = ChangeLog(database)
            let catalogue = FileCatalogue(database)
            var outcome = ChangeOutcome(topBefore: try log.top(), top: ChangeLog.Top())
            let below = AlbumsBelow([path])
            let sql = "SELECT id FROM album WHERE id IN (\(below.sql)) ORDER BY number"
            let albums = try String.fetchAll(database, sql: sql, arguments: below.arguments).map(AlbumID.init)
            let id = try log.begin(.forgetting)
            for (position, album) in albums.enumerated() {
                let entry = try ChangeLog.Entry(album: album, before: Self.state(of: album, in: database))
                try log.insert(entry, at: Int64(position), of: id)
            }
            let roots = try RootChange.during(in: catalogue) { try catalogue.forget(path) }
            try log.finish(id, titled: Path.name(of: path), roots: roots)
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            try regrouping.run()
            outcome.change = try log.change(id)
            outcome.albums = albums
            outcome.isTrimmed = try log.trim(before: id)
            outcome.top = try log.top()
            return outcome
        }
    }

    /// The pictures that changes which can be undone refer to.
    public func undoableCovers() throws(PersistencyError) -> Set<CoverDigest> {
        try read { database in
            let sql = "SELECT DISTINCT cover.value FROM changedAlbum, json_each(changedAlbum.covers) AS cover"
            return Set(try String.fetchAll(database, sql: sql).compactMap(CoverDigest.init(rawValue:)))
        }
    }
}

extension ChangeLog.Entry {
    fileprivate init(_ memento: ArchivedAlbum) throws {
        self.init(
            album: memento.id,
            before: try StoredJSON.encode(memento),
            covers: [memento.album.cover.digest, memento.album.chosenCover].compactMap { $0 }
        )
    }
}
