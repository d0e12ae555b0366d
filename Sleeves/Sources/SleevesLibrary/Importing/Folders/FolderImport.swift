internal import SQLite
internal import Localization

/// Brings folders of audio files into a library, or what has changed in them since the last time.
///
/// 1. **Survey.** The folders are compared with the catalogue; what is new, changed, moved or gone is written down there.
/// 2. **Reading.** The tags of the files that need it are read, on all cores, and written down there. It begins with the first files that
///    the survey finds.
/// 3. **Grouping.** Albums are brought up to date once the other two are done, in one transaction where that takes less than a second, and
///    in several where it takes longer, so that others come to write in between.
///
/// ## Behavior
/// - Before the third step the library's albums are as they were; after it, as they are to be. In between each album is whole. An import that is interrupted has lost
///   nothing: the next one goes on with what the catalogue says is left to do.
/// - The same files give the same library, however the reading was spread over threads and over imports.
/// - A file or folder that cannot be read is named among the problems, with the reason, and the rest is read.
/// - Memory does not grow with the number of files, but for twenty-four bytes for each.
struct FolderImport {
    let persistency: PersistencyManager
    let paths: [String]
    var bringsBackRemoved = false
    /// Whether the folders are noted as ones that the person has imported, and so are to be watched.
    var notesRoots = true
    /// Notes what is done to the albums, so that it can be undone; `nil` for what no person has asked for.
    var journal: ImportJournal?
    /// How long a transaction may take.
    var turn = PersistencyManager.turn
    /// Told of pictures that are likely to be due as covers, before the albums are up to date.
    var coverIsLikely: @Sendable (LocalCover) -> Void = { _ in }
    /// The present, in nanoseconds since 1970.
    var clock: @Sendable () -> Int64 = { FileStamp.now }

    /// What came of it.
    struct Outcome: Sendable {
        var albums = SaveSummary()
        var files = FileCounts()
        var problems: [ImportProblem] = []
        /// What was imported: absolute, links resolved.
        var paths: [String] = []
        var journal: ImportJournal?
    }

    /// - Parameter progress: Told how far it has come, in calls that come one after another on no particular thread.
    /// - Throws: ``ImportError`` where one of the paths is not there; ``PersistencyError``; `CancellationError`.
    func run(progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> Outcome {
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            // What is known is called what the catalogue calls it: a folder behind a link stays that.
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

    /// What a survey has found since it last said something.
    private struct Finds: Sendable {
        /// The numbers of the files whose tags are to be read.
        var unread: [Int64]
        /// How many files it has found in all.
        var count: Int
    }

    /// Surveys folders in many short transactions, and tells of each what it has found, so that others come to write in between.
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

    /// Reads what a survey finds, until it has found everything.
    ///
    /// - Returns: What is wrong with files, and how many cannot be used.
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
                    // What need not be read is done.
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
