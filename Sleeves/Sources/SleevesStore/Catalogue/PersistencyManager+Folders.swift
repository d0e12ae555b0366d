package import SleevesModel
internal import SleevesCovers
package import SleevesImporting
internal import SQLite

/// The reads and writes of an import of folders.
extension PersistencyManager {
    // MARK: Survey

    /// Continues a survey in one short transaction, so that others can write in between.
    ///
    /// - Returns: Whether there may be more to visit.
    package func step(_ survey: inout FolderSurvey) throws(PersistencyError) -> Bool {
        let start = ContinuousClock.now
        return try write { database in
            let catalogue = FileCatalogue(database)
            var hasMore = true
            while hasMore, ContinuousClock.now - start < .milliseconds(10) { hasMore = try survey.step(in: catalogue) }
            if !hasMore { try survey.finish(in: catalogue) }
            return hasMore
        }
    }

    // MARK: Reading

    /// Returns the files among these whose tags haven't been read, with their paths.
    ///
    /// - Parameter files: The numbers of the files.
    package func pendingFiles(_ files: some Collection<Int64>) throws(PersistencyError) -> [(id: Int64, path: String)] {
        try read { try FileCatalogue($0).pending(files) }
    }

    /// Stores the tags of files, in one transaction.
    package func store(_ readings: [TagReading]) throws(PersistencyError) {
        try write { database in
            let catalogue = FileCatalogue(database)
            for reading in readings {
                switch reading.tags {
                case .success(let tags): try catalogue.store(tags, of: reading.id, shelf: reading.shelf, problem: reading.problem)
                case .failure(let error):
                    try catalogue.store(problem: reading.problem ?? "", of: reading.id, isPassing: error.isPassing)
                }
            }
        }
    }

    // MARK: Grouping

    /// Updates the albums from the catalogue, in several transactions, so that others can write in between.
    ///
    /// - Parameters:
    ///   - roots: The imported folders and files.
    ///   - notesRoots: Whether to record them as imported by the user.
    ///   - bringsBackRemoved: Whether to restore albums that the user has removed.
    ///   - journal: The journal of changes to albums.
    ///   - turn: The maximum duration of a transaction.
    ///   - coverIsLikely: Called with pictures that will probably become covers, before the albums are updated.
    /// - Returns: The numbers of new, changed, removed and unchanged albums, and the journal.
    /// - Throws: ``PersistencyError`` or `CancellationError`; earlier transactions remain.
    package func group(
        below roots: [String],
        notesRoots: Bool,
        bringsBackRemoved: Bool,
        journal: ImportJournal?,
        turn: Duration = PersistencyManager.turn,
        coverIsLikely: @escaping (LocalCover) -> Void = { _ in }
    ) async throws -> (summary: SaveSummary, journal: ImportJournal?) {
        var journal = journal
        try write { database in
            let catalogue = FileCatalogue(database)
            if notesRoots {
                let change = try RootChange.during(in: catalogue) {
                    for path in roots where try catalogue.folder(at: path)?.isSeen == true { try catalogue.addRoot(path) }
                }
                journal?.roots.add(change)
            }
            if bringsBackRemoved { try AlbumsBelow(roots).markRemovedAsStale(in: database) }
            for root in roots { try catalogue.markRestoredAsStale(below: root) }
        }
        var saving = AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: journal)
        var emptyAlbumsAreGone = false
        try await writeInTurns(of: turn) { database, isOver in
            try saving.inTransaction(of: database) { saving in
                var regrouping = AlbumRegrouping(database, saving: saving)
                regrouping.emptyAlbumsAreGone = emptyAlbumsAreGone
                regrouping.coverIsLikely = coverIsLikely
                defer { (saving, emptyAlbumsAreGone) = (regrouping.saving, regrouping.emptyAlbumsAreGone) }
                return try regrouping.run(until: isOver)
            }
        }
        let albums = AlbumsBelow(roots)
        var summary = saving.summary
        try read { database in
            summary.unchanged = try albums.count(of: "album", in: database) - summary.inserted - summary.updated
            summary.leftOut = try albums.count(of: "removedAlbum", in: database)
        }
        return (summary, saving.journal)
    }
}
