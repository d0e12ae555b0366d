package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Edits a copy of an album, as a change that can be undone. Does nothing if the album doesn't have it.
    package func recordEdit(
        of copy: CopyID, in id: AlbumID, _ body: (inout CopyEdits, AlbumCopy) -> Void
    ) throws(PersistencyError) -> ChangeOutcome {
        try recordEdits(of: { _ in [id] }) { edits, _, database in
            let listed = try Self.release(of: id, in: database)?.copies ?? []
            guard let found = edits.copies.copies(besides: listed).first(where: { $0.id == copy }) else { return }
            body(&edits.copies, found)
        }
    }

    /// Edits several albums, as one change that can be undone. Skips missing ones.
    ///
    /// - Parameter edits: Returns an album's edits from now on, given the current ones.
    package func recordEdit(of ids: [AlbumID], _ edits: (AlbumEdits) -> AlbumEdits) throws(PersistencyError) -> ChangeOutcome {
        try recordEdits(of: { _ in ids }) { current, _, _ in current = edits(current) }
    }

    /// Notes that the user has what they wished for: a wish of each album, and of each record that it shows, comes true, as one change that can be
    /// undone. Skips other albums.
    package func recordArrival(of ids: [AlbumID]) throws(PersistencyError) -> ChangeOutcome {
        try recordEdits(of: { _ in ids }, joining: true) { edits, id, database in
            let listed = try Self.release(of: id, in: database)?.copies ?? []
            guard let wish = edits.copies.copies(besides: listed).first(where: \.record.isWanted) else { return }
            edits.copies.set(CopyField.got, of: wish)
        }
    }

    /// Edits the copies of several albums, as one change that can be undone. Skips missing ones.
    ///
    /// - Parameter find: Returns the albums, as they are when the change is made; may make another part of it.
    func recordCopyEdits(
        of find: (Database) throws -> [AlbumID], _ body: (inout CopyEdits, AlbumCopy) -> Void
    ) throws(PersistencyError) -> ChangeOutcome {
        try recordEdits(of: find) { edits, id, database in
            let listed = try Self.release(of: id, in: database)?.copies ?? []
            for copy in edits.copies.copies(besides: listed) { body(&edits.copies, copy) }
        }
    }

    /// Changes the opinion of several albums, as one change that can be undone. Skips missing ones. A record that one of them shows stops being a
    /// favourite with it.
    package func recordOpinion(of ids: [AlbumID], _ change: (inout AlbumOpinion) -> Void) throws(PersistencyError) -> ChangeOutcome {
        let asked = Set(ids)
        return try recordEdits(of: { _ in ids }, joining: true) { edits, id, _ in
            let former = edits.copies.opinion
            var opinion = former
            change(&opinion)
            if !asked.contains(id) {
                opinion = AlbumOpinion(rating: former.rating, isFavourite: former.isFavourite && opinion.isFavourite)
            }
            edits.copies.opinion = opinion
        }
    }

    private func recordEdits(
        of find: (Database) throws -> [AlbumID], joining: Bool = false, _ edit: (inout AlbumEdits, AlbumID, Database) throws -> Void
    ) throws(PersistencyError) -> ChangeOutcome {
        try record(.edit) { database, add in
            let albums = try find(database)
            let joined = JoinedRecords(database)
            for shown in albums {
                var (title, hasChanged) = (String?.none, false)
                for id in joining ? try joined.family(of: shown) : [shown] {
                    guard let album = try Self.album(id, in: database) else { continue }
                    title = title ?? album.title
                    let before = try Self.edits(of: id, in: database) ?? AlbumEdits()
                    var wanted = before
                    try edit(&wanted, id, database)
                    guard wanted != before else { continue }
                    let after = try Self.setEdits(wanted, of: album, in: database)
                    guard after != before else { continue }
                    var entry = try ChangeLog.Entry(album: id, before: before, after: after)
                    // An album counts once with its records.
                    entry.isOfRecord = hasChanged
                    hasChanged = true
                    try add(entry, title)
                }
            }
        }
    }

    /// Keeps a picture among those of an album, as a change that can be undone.
    package func recordKeeping(_ picture: CoverDigest, as kind: AlbumPicture.Kind, of id: AlbumID) throws(PersistencyError) -> ChangeOutcome
    {
        try recordEdits(of: { _ in [id] }) { edits, _, _ in edits.copies.keep(picture, as: kind) }
    }

    /// Says what a kept picture of an album shows, or removes it, as a change that can be undone. It may be one of a record that the album shows.
    ///
    /// - Parameter kind: What it shows; `nil` to remove it.
    package func recordKind(
        of picture: CoverDigest, _ kind: AlbumPicture.Kind?, in id: AlbumID
    ) throws(PersistencyError) -> ChangeOutcome {
        try recordEdits(of: { _ in [id] }, joining: true) { edits, _, _ in
            if edits.copies.pictures[picture] != nil { edits.copies.keep(picture, as: kind) }
        }
    }

    /// Adds an album, as a change that can be undone, also if the user had removed it. Does nothing if the library has it. It becomes a copy of the
    /// album of files that has its names, if there is one.
    package func recordAddition(of album: CompleteAlbum) throws(PersistencyError) -> ChangeOutcome {
        var (number, shown): (Int64?, AlbumID) = (nil, album.id)
        var outcome = try record(.adding) { database, add in
            guard try Self.album(album.id, in: database) == nil else { return }
            let before = try Self.state(of: album.id, in: database)
            var saving = AlbumSaving(bringsBackRemoved: true)
            try saving.save(album, in: database)
            let joined = JoinedRecords(database)
            if let host = try joined.namesake(of: album.title, by: album.artist)?.id, try joined.mayJoin((album.id, host)) {
                _ = try joined.show(album.id, in: host)
                shown = host
            }
            number = try Self.number(of: shown, in: database)
            try add(ChangeLog.Entry(album: album.id, before: before), album.title)
        }
        if let change = outcome.change, let number { outcome.step = HistoryStep(change: change, albums: [shown], numbers: [number]) }
        return outcome
    }

    /// Removes albums from the library with the records that they show, as a change that can be undone. Skips missing ones.
    package func recordRemoval(of ids: [AlbumID]) throws(PersistencyError) -> ChangeOutcome {
        try record(.removal) { database, add in
            for family in try ids.map(JoinedRecords(database).family) {
                for (place, id) in family.enumerated() {
                    guard let memento = try Self.remove(id, in: database) else { continue }
                    var entry = try ChangeLog.Entry(album: memento.id, before: .present(memento))
                    entry.isOfRecord = place > 0
                    try add(entry, memento.album.title)
                }
            }
        }
    }

    /// Sets an album's chosen cover, as a change that can be undone.
    ///
    /// - Parameter kind: What the picture shows, to keep it among the album's pictures unless it is one of them; `nil` not to keep it.
    package func recordCover(
        _ digest: CoverDigest?, longestSide: Int? = nil, keptAs kind: AlbumPicture.Kind? = nil, of id: AlbumID
    ) throws(PersistencyError) -> ChangeOutcome {
        try record(.cover) { database, add in
            if let digest { try Self.note(longestSide: longestSide, of: digest.rawValue, in: database) }
            guard let album = try Self.album(id, in: database), album.chosenCover != digest else { return }
            let kept = try Self.keep(digest, as: kind, of: album, in: database)
            _ = try Self.chooseCover(digest, for: id, in: database)
            let entry = ChangeLog.Entry(
                album: id,
                before: album.chosenCover?.rawValue,
                after: digest?.rawValue,
                covers: [album.chosenCover, digest].compactMap { $0 }
            )
            try add(entry, album.title)
            if var kept {
                // It belongs to the album that is counted already.
                kept.isOfRecord = true
                try add(kept, album.title)
            }
        }
    }

    /// Keeps a picture of an album, unless it is kept.
    ///
    /// - Returns: The change of the album's edits; `nil` if nothing changes.
    private static func keep(
        _ digest: CoverDigest?, as kind: AlbumPicture.Kind?, of album: AlbumRecord, in database: Database
    ) throws -> ChangeLog.Entry? {
        guard let digest, let kind else { return nil }
        let before = try edits(of: album.id, in: database) ?? AlbumEdits()
        guard before.copies.pictures[digest] == nil else { return nil }
        var wanted = before
        wanted.copies.keep(digest, as: kind)
        return try ChangeLog.Entry(album: album.id, before: before, after: try setEdits(wanted, of: album, in: database))
    }

    /// Records covers that were fetched, as a change that can be undone.
    ///
    /// - Parameter ids: Albums that had no cover before. Those that still have none, or have theirs in their own files, are skipped.
    package func recordFetching(of ids: [AlbumID]) throws(PersistencyError) -> ChangeOutcome {
        try record(.fetching) { database, add in
            for id in ids {
                guard let album = try Self.album(id, in: database), album.localCover == nil, let digest = album.cover.digest else {
                    continue
                }
                try add(ChangeLog.Entry(album: id, after: digest.rawValue), album.title)
            }
        }
    }

    /// Stops following a folder and removes its albums, or forgets a list with the albums that only it names, as a change that can be
    /// undone.
    package func recordForgetting(_ path: String) throws(PersistencyError) -> ChangeOutcome {
        try record(.forgetting, titled: Path.name(of: path)) { database, add in
            let lists = ListCatalogue(database)
            if try lists.contains(path) {
                for (id, lapse) in try lists.forget(path) {
                    try add(ChangeLog.Entry(album: id, before: Self.state(of: id, in: database)), nil)
                    if case .wish = lapse { _ = try Self.makeWish(id, in: database); continue }
                    try KeptAlbum.keep(id, in: database)
                    try database.cachedStatement(sql: "DELETE FROM album WHERE id = ?").execute(arguments: [id.rawValue])
                }
                return
            }
            let below = AlbumsBelow([path])
            let sql = "SELECT id FROM album WHERE id IN (\(below.sql)) ORDER BY number"
            let catalogue = FileCatalogue(database)
            for id in try String.fetchAll(database, sql: sql, arguments: below.arguments).map(AlbumID.init) {
                try add(ChangeLog.Entry(album: id, before: Self.state(of: id, in: database)), nil)
                // The others go with their files.
                if try catalogue.hasFiles(of: id) { continue }
                try KeptAlbum.keep(id, in: database)
                for table in ["album", "restoredAlbum"] { try database.run("DELETE FROM \(table) WHERE id = ?", [id.rawValue]) }
            }
            try catalogue.forget(path)
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            try regrouping.run()
        }
    }

    /// Makes a change and records it, in one transaction.
    ///
    /// - Parameter title: What the change is named after; `nil` for its first album. A change of no album, source or field isn't recorded.
    func record(
        _ kind: LibraryChange.Kind,
        titled title: String? = nil,
        _ body: (_ database: Database, _ add: (ChangeLog.Entry, _ title: String?) throws -> Void) throws -> Void
    ) throws(PersistencyError) -> ChangeOutcome {
        var isWithoutEffect = false
        do throws(PersistencyError) {
            return try write { database in
                let log = ChangeLog(database)
                var outcome = ChangeOutcome()
                let id = try log.begin(kind)
                var (title, count) = (title, 0)
                let roots = try RootChange.during(in: FileCatalogue(database)) {
                    try body(database) { entry, albumTitle in
                        try log.insert(entry, at: Int64(outcome.albums.count), of: id)
                        if !entry.isOfRecord { count += 1 }
                        title = title ?? albumTitle
                        outcome.albums.append(entry.album)
                    }
                }
                guard let title, !outcome.albums.isEmpty || !roots.isEmpty else {
                    // It must not discard the undone changes. In a savepoint, each statement would take longer than the one before.
                    isWithoutEffect = true
                    throw CancellationError()
                }
                try log.finish(id, titled: title, albumCount: count, roots: roots)
                try log.trim(before: id)
                outcome.top = try log.top()
                outcome.change = outcome.top.undo
                return outcome
            }
        } catch {
            guard isWithoutEffect else { throw error }
            return ChangeOutcome(top: try historyTop())
        }
    }

    /// Returns the state of an album, which undoing restores.
    static func state(of id: AlbumID, in database: Database) throws -> ImportJournal.Before {
        if let album = try archived(id, in: database) { return .present(album) }
        let sql = "SELECT EXISTS (SELECT 1 FROM removedAlbum WHERE id = ?)"
        let wasRemoved = try Bool.fetchOne(database, sql: sql, arguments: [id.rawValue]) ?? false
        return wasRemoved ? .removed : .absent
    }
}

extension ChangeLog.Entry {
    /// Creates the entry of a change of an album's edits.
    init(album: AlbumID, before: AlbumEdits, after: AlbumEdits) throws {
        self.init(
            album: album, before: try StoredJSON.encode(before), after: try StoredJSON.encode(after),
            covers: Set(before.copies.pictures.keys).union(after.copies.pictures.keys).sorted { $0.rawValue < $1.rawValue })
    }
}
