internal import SQLite
internal import Localization

/// An import of folders of audio files, or of the changes in them since the last import.
///
/// 1. **Survey.** Compares the folders with the catalogue and records new, changed, moved and deleted files there.
/// 2. **Reading.** Reads the tags of new and changed files on all cores and stores them in the catalogue. It begins with the first files
///    that the survey finds.
/// 3. **Grouping.** Updates the albums after the other two steps, in one transaction if that takes less than a second, otherwise in
///    several, so that others can write in between.
///
/// ## Behavior
/// - Before the third step, the library's albums are unchanged; after it, they are up to date. In between, each album is whole. An
///   interrupted import loses nothing: the next one continues with the work that the catalogue lists.
/// - The same files give the same library, however the reading is spread over threads and imports.
/// - A file or folder that can't be read is listed among the problems with the reason, and the rest is read.
/// - Memory grows only by twenty-four bytes per file.
struct FolderImport {
    let persistency: PersistencyManager
    let paths: [String]
    var bringsBackRemoved = false
    /// Whether to record the folders as imported by the user, so that they are watched.
    var notesRoots = true
    /// The journal of changes to albums, for undo; `nil` for an import that the user didn't request.
    var journal: ImportJournal?
    /// The maximum duration of a transaction.
    var turn = PersistencyManager.turn
    /// Called with pictures that will probably become covers, before the albums are updated.
    var coverIsLikely: @Sendable (LocalCover) -> Void = { _ in }
    /// Returns the current time, in nanoseconds since 1970.
    var clock: @Sendable () -> Int64 = { FileStamp.now }

    /// The outcome of an import.
    struct Outcome: Sendable {
        var albums = SaveSummary()
        var files = FileCounts()
        var problems: [ImportProblem] = []
        /// The imported paths: absolute, with links resolved.
        var paths: [String] = []
        var journal: ImportJournal?
    }

    /// - Parameter progress: Called with the progress, one call at a time on any thread.
    /// - Throws: ``ImportError`` if one of the paths doesn't exist; ``PersistencyError``; `CancellationError`.
    func run(progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> Outcome {
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            // Known folders keep the catalogue's paths: a folder behind a link stays behind it.
            let roots = notesRoots ? try resolvedPaths() : paths
            let (finds, finding) = AsyncStream<Finds>.makeStream()
            async let surveying = survey(roots, telling: finding)
            let (problems, unusable) = try await read(finds, progress: progress)
            let survey = try await surveying
            var outcome = Outcome(files: survey.counts, problems: survey.problems + problems, paths: roots)
            outcome.files.unusable += unusable
            outcome.problems.sort { $0.path < $1.path }
            try await group(below: roots, into: &outcome)
            return outcome
        }
    }

    private func resolvedPaths() throws(ImportError) -> [String] {
        var resolved: [String] = []
        for path in paths {
            do {
                resolved.append(try FileSystem.resolved(path))
            } catch {
                let reason = localized("This path cannot be imported. {error} Check the path.", ["error": "\(error)"])
                throw ImportError(kind: .noInput, path: path, reason: reason)
            }
        }
        return resolved
    }

    private func noteRoots(_ paths: [String], in catalogue: FileCatalogue) throws {
        for path in paths {
            guard let folder = try catalogue.folder(at: path), folder.isSeen else { continue }
            try catalogue.addRoot(path)
        }
    }

    // MARK: Grouping

    private func group(below roots: [String], into outcome: inout Outcome) async throws {
        var journal = journal
        try persistency.write { database in
            let catalogue = FileCatalogue(database)
            if notesRoots {
                let change = try RootChange.during(in: catalogue) { try noteRoots(roots, in: catalogue) }
                journal?.roots = change
            }
            if bringsBackRemoved { try AlbumsBelow(roots).markRemovedAsStale(in: database) }
            for root in roots { try catalogue.markRestoredAsStale(below: root) }
        }
        var saving = AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: journal)
        var emptyAlbumsAreGone = false
        try await persistency.writeInTurns(of: turn) { database, isOver in
            try saving.inTransaction(of: database) { saving in
                var regrouping = AlbumRegrouping(database, saving: saving)
                regrouping.emptyAlbumsAreGone = emptyAlbumsAreGone
                regrouping.coverIsLikely = coverIsLikely
                defer { (saving, emptyAlbumsAreGone) = (regrouping.saving, regrouping.emptyAlbumsAreGone) }
                return try regrouping.run(until: isOver)
            }
        }
        outcome.albums = saving.summary
        outcome.journal = saving.journal
        let albums = AlbumsBelow(roots)
        try persistency.read { database in
            outcome.albums.unchanged = try albums.count(of: "album", in: database) - outcome.albums.inserted - outcome.albums.updated
            outcome.albums.leftOut = try albums.count(of: "removedAlbum", in: database)
        }
    }

    // MARK: Survey

    /// A survey's findings since its last report.
    private struct Finds: Sendable {
        /// The IDs of the files with unread tags.
        var unread: [Int64]
        /// The total number of files found.
        var count: Int
    }

    /// Surveys folders in many short transactions, so that others can write in between, and reports the findings of each.
    private func survey(_ roots: [String], telling finding: AsyncStream<Finds>.Continuation) async throws -> FolderSurvey {
        defer { finding.finish() }
        var survey = FolderSurvey(paths: roots, clock: clock)
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            let start = ContinuousClock.now
            (survey, hasMore) = try persistency.write { [survey] database in
                var survey = survey
                let catalogue = FileCatalogue(database)
                var hasMore = true
                while hasMore, ContinuousClock.now - start < .milliseconds(10) { hasMore = try survey.step(in: catalogue) }
                if !hasMore { try survey.finish(in: catalogue) }
                return (survey, hasMore)
            }
            finding.yield(Finds(unread: survey.takeUnread(), count: survey.counts.found))
        }
        return survey
    }

    // MARK: Reading

    /// Reads the files that a survey finds, until it ends.
    ///
    /// - Returns: The problems with files, and the number of unusable files.
    private func read(
        _ finds: AsyncStream<Finds>, progress: (ImportProgress) -> Void
    ) async throws -> (problems: [ImportProblem], unusable: Int) {
        var finds = finds.makeAsyncIterator()
        var state = ImportProgress(filesDone: 0, filesFound: 0)
        var unread: [Int64] = []
        var unwritten: [TagReading] = []
        var problems: [ImportProblem] = []
        var unusable = 0
        func write() throws {
            let answers = unwritten
            unwritten = []
            try persistency.write { database in try Self.store(answers, in: FileCatalogue(database)) }
        }
        let reading = ParallelReading<(id: Int64, path: String), TagReading>(pieceSize: ReaderRequest.fileLimit) {
            [reader = persistency.reader] files in
            try TagReading.read(files, by: reader)
        }
        try await reading.run { count in
            while true {
                while unread.isEmpty {
                    guard let found = await finds.next() else { return [] }
                    unread = found.unread.reversed()
                    // Files that don't need reading are done.
                    state.filesDone += found.count - state.filesFound - unread.count
                    state.filesFound = found.count
                    progress(state)
                }
                let numbers = unread.suffix(count)
                unread.removeLast(numbers.count)
                let orders = try persistency.read { try FileCatalogue($0).pending(numbers) }
                state.filesDone += numbers.count - orders.count
                if !orders.isEmpty { return orders }
            }
        } answers: { answers in
            for answer in answers {
                if let problem = answer.problem { problems.append(ImportProblem(path: answer.path, reason: problem)) }
                if case .failure = answer.tags { unusable += 1 }
            }
            unwritten += answers
            if unwritten.count >= 256 { try write() }
            state.filesDone += answers.count
            progress(state)
        }
        try write()
        return (problems, unusable)
    }

    private static func store(_ answers: [TagReading], in catalogue: FileCatalogue) throws {
        for answer in answers {
            switch answer.tags {
            case .success(let tags): try catalogue.store(tags, of: answer.id, shelf: answer.shelf, problem: answer.problem)
            case .failure(let error):
                try catalogue.store(problem: answer.problem ?? "", of: answer.id, isPassing: error.isPassing)
            }
        }
    }
}
