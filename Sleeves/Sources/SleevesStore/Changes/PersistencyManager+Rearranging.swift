internal import SleevesImporting
package import SleevesModel
internal import SQLite

/// The user's decisions about which files are one album, and which copy is played, as changes that can be undone. Imports keep them.
extension PersistencyManager {
    /// Joins albums into one: the files into one album, which shows the records without files. Skips missing ones.
    ///
    /// - Throws: ``PersistencyError``, or a ``RearrangingError`` if there is only one, or the files of one are elsewhere.
    package func recordJoining(of ids: [AlbumID]) throws -> ChangeOutcome {
        try recordRearranging(.joining) { database in
            var (albums, records): ([CompleteAlbum], [CompleteAlbum]) = ([], [])
            var known: Set<AlbumID> = []
            for id in ids where known.insert(id).inserted {
                guard let album = try Self.archived(id, in: database) else { continue }
                if try FileCatalogue(database).hasFiles(of: id) { albums.append(album) } else { records.append(album) }
            }
            // The files of some are on other machines.
            let away = records.filter { $0.source == .folder }
            guard albums.count + records.count > 1,
                let host = albums.first ?? away.first ?? records.first(where: { !$0.isWanted }) ?? records.first
            else { return .failure(.onlyOne) }
            if let other = away.first(where: { $0.id != host.id }) { return .failure(.noFiles(title: other.title)) }
            let joined = JoinedRecords(database)
            var members = try albums.flatMap { try joined.members(of: $0.id) } + records.map(\.id)
            var rearranged = Rearranged(album: host.id)
            if albums.count > 1 {
                let (album, change) = try AlbumRearrangement(database).join(albums)
                (rearranged.album, rearranged.change) = (album, change)
            }
            // An album that shows others isn't shown by another one.
            rearranged.records += try joined.show(rearranged.album, in: nil)
            members.removeAll { $0 == rearranged.album }
            rearranged.records += try members.flatMap { try joined.show($0, in: rearranged.album) }
            return .success(rearranged)
        }
    }

    /// Separates the records that an album shows, or a record from the album that shows it. If there are none, splits it into its folders, formats or discs.
    ///
    /// - Throws: ``PersistencyError``, or a ``RearrangingError`` if the album has no parts.
    package func recordSplitting(of id: AlbumID) throws -> ChangeOutcome {
        try recordRearranging(.splitting) { database in
            guard let album = try Self.archived(id, in: database) else { return nil }
            let joined = JoinedRecords(database)
            let isShownByOther = album.edits?.host.map { $0 != id } == true
            let records = isShownByOther ? [id] : try joined.records(of: id)
            if !records.isEmpty { return .success(Rearranged(album: id, records: try records.flatMap { try joined.show($0, in: $0) })) }
            guard try FileCatalogue(database).hasFiles(of: id) else { return .failure(.noFiles(title: album.title)) }
            guard let change = try AlbumRearrangement(database).split(album) else { return .failure(.noParts(title: album.title)) }
            return .success(Rearranged(album: id, change: change))
        }
    }

    private struct Rearranged {
        /// The joined album, or the one that was split.
        var album: AlbumID
        /// The change of the files, if there is one.
        var change: AlbumRearrangement.Change?
        /// The changes of records that another album shows, or no longer shows.
        var records: [ChangeLog.Entry] = []
    }

    private func recordRearranging(
        _ kind: LibraryChange.Kind, _ body: (Database) throws -> Result<Rearranged, RearrangingError>?
    ) throws -> ChangeOutcome {
        var problem: RearrangingError?
        var albums: [AlbumID] = []
        var outcome = try record(kind) { database, add in
            switch try body(database) {
            case nil: break
            case .failure(let error): problem = error
            case .success(let rearranged):
                let id = rearranged.album
                albums = [id]
                if let (before, after) = rearranged.change {
                    albums = after.albums.map(\.id)
                    let entry = ChangeLog.Entry(
                        album: id, before: try StoredJSON.encode(before), after: try StoredJSON.encode(after),
                        covers: (before.albums + after.albums).flatMap(\.neededPictures))
                    try add(entry, (after.albums + before.albums).first { $0.id == id }?.title)
                }
                let title = try Self.album(id, in: database)?.title
                for entry in rearranged.records {
                    try add(entry, title)
                    if kind == .splitting { albums.append(entry.album) }
                }
            }
        }
        if let problem { throw problem }
        outcome.albums = albums
        return outcome
    }

    /// Undoes or redoes a decision about files, or about a record that another album shows.
    ///
    /// - Parameter isUndoing: Whether to restore the state before the change.
    /// - Returns: The albums of its files, or the record and the album that shows it.
    static func revertRearranging(
        _ entry: ChangeLog.Entry, at position: Int64, of change: LibraryChange, isUndoing: Bool, in database: Database
    ) throws -> [AlbumID] {
        guard let memento = isUndoing ? entry.before : entry.after else { return [] }
        guard let state = try? StoredJSON.decode(AlbumRearrangement.State.self, from: memento) else {
            guard try revertEdits(entry, isUndoing: isUndoing, in: database) else { return [] }
            return [entry.album] + [try edits(of: entry.album, in: database)?.host].compactMap(\.self).filter { $0 != entry.album }
        }
        let (now, result) = try AlbumRearrangement(database).rearrange(state)
        var entry = entry
        if isUndoing { entry.after = try StoredJSON.encode(now) } else { entry.before = try StoredJSON.encode(now) }
        entry.covers += now.albums.flatMap(\.neededPictures).filter { !entry.covers.contains($0) }
        try ChangeLog(database).renew(entry, at: position, of: change)
        return result.albums.map(\.id)
    }

    /// Returns whether albums that a change is to take apart have come back with another step of the history, so that the next import reads their
    /// files.
    static func waitsForFiles(_ change: LibraryChange, isUndoing: Bool, in database: Database) throws -> Bool {
        let state = isUndoing ? "after" : "before"
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM changedAlbum, json_each(CASE WHEN json_valid(\(state)) THEN \(state) ELSE '{}' END, '$.albums') AS album
                JOIN restoredAlbum ON restoredAlbum.id = album.value ->> '$.album.id'
                WHERE change = ?1
            )
            """
        return try Bool.fetchOne(database, sql: sql, arguments: [change.id]) == true
    }

    // MARK: Copies

    /// The rips of an album, and those of them that the user has chosen to play, as the history keeps them.
    private struct ChosenRips: Codable, Hashable {
        var rips: [RipPlace]
        var chosen: [RipPlace]
    }

    /// Chooses the rip of an album whose tracks are played where several have them.
    ///
    /// - Parameters:
    ///   - folder: The rip's folder.
    ///   - format: The rip's format.
    package func recordChoice(ofRipIn folder: String, format: String, for id: AlbumID) throws(PersistencyError) -> ChangeOutcome {
        try record(.copy) { database, add in
            let catalogue = FileCatalogue(database)
            let regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            let wanted = RipPlace(home: folder, format: format)
            guard let album = try Self.album(id, in: database), let current = try regrouping.assembly(of: id.rawValue) else { return }
            let rips = current.origin.rips.map(\.place)
            guard rips.contains(wanted) else { return }
            let before = ChosenRips(rips: rips, chosen: try catalogue.chosenRips(among: rips).sorted { $0.home < $1.home })
            // A choice that equals the rule's isn't kept.
            let byRule = try regrouping.assembly(of: id.rawValue, playing: [])?.origin.rips
            let byChoice = try regrouping.assembly(of: id.rawValue, playing: [wanted])?.origin.rips
            let after = ChosenRips(rips: rips, chosen: byRule == byChoice ? [] : [wanted])
            guard before.chosen != after.chosen else { return }
            try Self.choose(after, for: id, in: database)
            try add(ChangeLog.Entry(album: id, before: try StoredJSON.encode(before), after: try StoredJSON.encode(after)), album.title)
        }
    }

    private static func choose(_ rips: ChosenRips, for id: AlbumID, in database: Database) throws {
        try FileCatalogue(database).choose(rips.chosen, among: rips.rips)
        var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        try regrouping.bringUpToDate(id)
    }

    /// Undoes or redoes a choice.
    static func revertChoice(to memento: String?, for id: AlbumID, in database: Database) throws {
        guard let memento else { return }
        try choose(try StoredJSON.decode(ChosenRips.self, from: memento), for: id, in: database)
    }
}
