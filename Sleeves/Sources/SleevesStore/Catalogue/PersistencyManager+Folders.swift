package import SleevesModel
internal import SleevesCovers
package import SleevesImporting
internal import SQLite

/// What an import of folders reads and writes.
extension PersistencyManager {
    // MARK: Survey

    /// Goes on with a survey in one short transaction, so that others come to write in between.
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

    /// The paths of those among some files whose tags are still to be read.
    ///
    /// - Parameter files: Their numbers.
    package func pendingFiles(_ files: some Collection<Int64>) throws(PersistencyError) -> [(id: Int64, path: String)] {
        try read { try FileCatalogue($0).pending(files) }
    }

    /// Writes down what files say about themselves, in one transaction.
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

    /// Brings the albums up to date with the catalogue, in as many transactions as let others write in between.
    ///
    /// - Parameters:
    ///   - roots: The folders and files that were imported.
    ///   - notesRoots: Whether they are noted as ones that the person has imported.
    ///   - bringsBackRemoved: Whether albums come back that the person has taken out.
    ///   - journal: Notes what is done to the albums.
    ///   - turn: How long a transaction may take.
    ///   - coverIsLikely: Told of pictures that are likely to be due as covers, before the albums are up to date.
    /// - Returns: How many albums were new, changed, gone and as before, and what was noted.
    /// - Throws: ``PersistencyError`` or `CancellationError`; what was done in earlier transactions stays.
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
                journal?.roots = change
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
