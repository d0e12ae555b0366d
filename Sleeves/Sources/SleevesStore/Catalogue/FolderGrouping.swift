internal import SleevesCovers
package import SleevesImporting
package import SleevesModel
internal import SQLite

/// The update of the albums by an import of folders, from what the catalogue knows.
///
/// 1. ``addNewAlbums()`` adds albums whose files are all new and read. An import calls it now and then while it reads files.
/// 2. ``finish(afterTurn:)`` brings all albums up to date, when all files are read.
///
/// Changes of existing albums wait for the second step. In the middle of an import, an album whose files were tagged anew could be there
/// twice or not at all, and would lose the user's changes.
package struct FolderGrouping: Sendable {
    private let persistency: PersistencyManager
    private let roots: [String]
    private let notesRoots: Bool
    private let bringsBackRemoved: Bool
    private let turn: Duration
    private let coverIsLikely: @Sendable (LocalCover) -> Void
    private var saving: AlbumSaving
    /// The shelves with changed files that also have grouped ones.
    private var knownShelves: Set<Int64> = []

    /// - Parameters:
    ///   - roots: The imported folders and files.
    ///   - notesRoots: Whether to record them as imported by the user.
    ///   - bringsBackRemoved: Whether to restore albums that the user has removed.
    ///   - journal: The journal of changes to albums.
    ///   - turn: The maximum duration of a transaction.
    ///   - coverIsLikely: Called with pictures that will probably become covers, before the albums are updated.
    package init(
        _ persistency: PersistencyManager,
        below roots: [String],
        notesRoots: Bool,
        bringsBackRemoved: Bool,
        journal: ImportJournal?,
        turn: Duration = PersistencyManager.turn,
        coverIsLikely: @escaping @Sendable (LocalCover) -> Void = { _ in }
    ) {
        self.persistency = persistency
        self.roots = roots
        self.notesRoots = notesRoots
        self.bringsBackRemoved = bringsBackRemoved
        self.turn = turn
        self.coverIsLikely = coverIsLikely
        saving = AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: journal)
    }

    /// Adds the albums whose files are all new and read, in one transaction. Those that take longer wait for the next call.
    ///
    /// - Returns: Whether there are more albums now.
    package mutating func addNewAlbums() throws(PersistencyError) -> Bool {
        do {
            try persistency.decodeTexts(isComplete: false)
        } catch let error as PersistencyError {
            throw error
        } catch {
            // Without a reader, they wait for the second step, which reports that.
        }
        let start = ContinuousClock.now
        var (saving, knownShelves) = (saving, knownShelves)
        try persistency.write { database in
            try saving.inTransaction(of: database) { saving in
                var regrouping = AlbumRegrouping(database, saving: saving)
                regrouping.coverIsLikely = coverIsLikely
                defer { saving = regrouping.saving }
                try regrouping.addNewAlbums(except: &knownShelves) { ContinuousClock.now - start >= turn }
                if regrouping.saving.changeCount > 0 { try noteRoots(in: database, &regrouping.saving) }
            }
        }
        defer { (self.saving, self.knownShelves) = (saving, knownShelves) }
        return saving.changeCount > self.saving.changeCount
    }

    /// Brings all albums up to date, in several transactions, so that others can write in between.
    ///
    /// - Parameter afterTurn: Called after each transaction that changed albums.
    /// - Returns: The numbers of new, changed, removed and unchanged albums, the journal, and the problems with CUE sheets.
    /// - Throws: ``PersistencyError`` or `CancellationError`; earlier transactions remain.
    package func finish(afterTurn: () -> Void = {}) async throws -> (
        summary: SaveSummary, journal: ImportJournal?, sheetProblems: [ImportProblem]
    ) {
        var saving = saving
        do {
            try persistency.decodeTexts(isComplete: true)
        } catch let failure as ReaderFailure {
            throw failure.thrown
        }
        try persistency.write { database in
            try noteRoots(in: database, &saving)
            if bringsBackRemoved { try AlbumsBelow(roots).markRemovedAsStale(in: database) }
            for root in roots { try FileCatalogue(database).markRestoredAsStale(below: root) }
        }
        var toldChanges = saving.changeCount
        var emptyAlbumsAreGone = false
        try await persistency.writeInTurns(of: turn) { database, isOver in
            try saving.inTransaction(of: database) { saving in
                var regrouping = AlbumRegrouping(database, saving: saving)
                regrouping.emptyAlbumsAreGone = emptyAlbumsAreGone
                regrouping.coverIsLikely = coverIsLikely
                defer { (saving, emptyAlbumsAreGone) = (regrouping.saving, regrouping.emptyAlbumsAreGone) }
                return try regrouping.run(until: isOver)
            }
        } afterTurn: {
            if saving.changeCount > toldChanges { afterTurn() }
            toldChanges = saving.changeCount
        }
        let albums = AlbumsBelow(roots)
        var summary = saving.summary
        let problems = try persistency.read { database in
            // The user may have removed some meanwhile.
            summary.unchanged = max(0, try albums.count(of: "album", in: database) - summary.inserted - summary.updated)
            summary.leftOut = try albums.count(of: "removedAlbum", in: database)
            return try FileCatalogue(database).sheetProblems(below: roots)
        }
        return (summary, saving.journal, problems)
    }

    /// Records the folders that the survey has found as imported by the user.
    private func noteRoots(in database: Database, _ saving: inout AlbumSaving) throws {
        guard notesRoots else { return }
        let catalogue = FileCatalogue(database)
        let change = try RootChange.during(in: catalogue) {
            for path in roots where try catalogue.folder(at: path)?.isSeen == true { try catalogue.addRoot(path) }
        }
        saving.note(change)
    }
}
