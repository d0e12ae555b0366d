internal import Synchronization

/// An import of folders of audio files, or of the changes in them since the last import.
///
/// 1. **Survey.** Compares the folders with the catalogue and records new, changed, moved and deleted files there.
/// 2. **Reading.** Reads the tags of new and changed files on all cores and stores them in the catalogue. It begins with the first files
///    that the survey finds. About once a second it adds the albums whose files are all new and read.
/// 3. **Grouping.** Updates the albums after the other two steps, in one transaction if that takes less than a second, otherwise in
///    several, so that others can write in between.
///
/// ## Behavior
/// - New albums appear while files are read, each with all files of its folder and its discs; one in several folders gets the others in the
///   third step. Existing albums are unchanged before that, and up to date after it. An interrupted import loses nothing: the next one
///   continues with the work that the catalogue lists.
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
    /// How often new albums are added while files are read.
    var pace = Duration.seconds(1)
    /// Called with pictures that will probably become covers, before the albums are updated.
    var coverIsLikely: @Sendable (LocalCover) -> Void = { _ in }
    /// Called when the library has other albums.
    var albumsChanged: @Sendable () -> Void = {}
    /// Returns the current time, in nanoseconds since 1970.
    var clock: @Sendable () -> Int64 = { FileStamp.now }

    /// The outcome of an import.
    package struct Outcome: Sendable {
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
            let extent = Extent()
            async let surveying = survey(roots, telling: finding, extent)
            var grouping = FolderGrouping(
                persistency, below: roots, notesRoots: notesRoots, bringsBackRemoved: bringsBackRemoved, journal: journal, turn: turn,
                coverIsLikely: coverIsLikely)
            let (problems, unusable) = try await read(finds, of: extent, adding: &grouping, progress: progress)
            let survey = try await surveying
            var outcome = Outcome(files: survey.counts, problems: survey.problems + problems, paths: roots)
            outcome.files.unusable += unusable
            outcome.problems.sort { $0.path < $1.path }
            (outcome.albums, outcome.journal) = try await grouping.finish(afterTurn: albumsChanged)
            return outcome
        }
    }

    private func resolvedPaths() throws(ImportError) -> [String] {
        var resolved: [String] = []
        for path in paths {
            do {
                resolved.append(try FileSystem.resolved(path))
            } catch {
                throw ImportError(error, path: path)
            }
        }
        return resolved
    }

    // MARK: Survey

    /// A survey's findings since its last report.
    private struct Finds: Sendable {
        /// The IDs of the files with unread tags.
        var unread: [Int64]
        /// The total number of files found.
        var count: Int
    }

    /// How far a survey is. It is ahead of the reading, which takes one report after another.
    ///
    /// - `state` is protected by its lock: the number of files found, and the estimated part that has been searched.
    private final class Extent: Sendable {
        let state = Mutex((count: 0, searched: 0.0))
    }

    /// Surveys folders in many short transactions, so that others can write in between, and reports the findings of each.
    private func survey(
        _ roots: [String], telling finding: AsyncStream<Finds>.Continuation, _ extent: Extent
    ) async throws -> FolderSurvey {
        defer { finding.finish() }
        var survey = FolderSurvey(paths: roots, clock: clock)
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            hasMore = try persistency.step(&survey)
            extent.state.withLock { $0 = (survey.counts.found, survey.searched) }
            finding.yield(Finds(unread: survey.takeUnread(), count: survey.counts.found))
        }
        return survey
    }

    // MARK: Reading

    /// Reads the files that a survey finds, until it ends, and adds new albums as soon as they are read.
    ///
    /// - Returns: The problems with files, and the number of unusable files.
    private func read(
        _ finds: AsyncStream<Finds>, of extent: Extent, adding grouping: inout FolderGrouping, progress: (ImportProgress) -> Void
    ) async throws -> (problems: [ImportProblem], unusable: Int) {
        var finds = finds.makeAsyncIterator()
        var (done, taken) = (0, 0)
        var unread: [Int64] = []
        var unwritten: [TagReading] = []
        var problems: [ImportProblem] = []
        var unusable = 0
        // The first albums come sooner, because the user is waiting for them.
        var next = ContinuousClock.now + pace / 4
        func report() {
            let (found, searched) = extent.state.withLock { $0 }
            progress(ImportProgress(filesDone: done, filesFound: found, searched: searched))
        }
        func write() throws {
            let answers = unwritten
            unwritten = []
            try persistency.store(answers)
        }
        func addAlbumsNowAndThen() throws {
            guard ContinuousClock.now >= next else { return }
            try write()
            if try grouping.addNewAlbums() { albumsChanged() }
            next = .now + pace
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
                    done += found.count - taken - unread.count
                    taken = found.count
                    report()
                }
                let numbers = unread.suffix(count)
                unread.removeLast(numbers.count)
                let orders = try persistency.pendingFiles(numbers)
                done += numbers.count - orders.count
                if !orders.isEmpty { return orders }
            }
        } answers: { answers in
            for answer in answers {
                if let problem = answer.problem { problems.append(ImportProblem(path: answer.path, reason: problem)) }
                if case .failure = answer.tags { unusable += 1 }
            }
            unwritten += answers
            if unwritten.count >= 256 { try write() }
            try addAlbumsNowAndThen()
            done += answers.count
            report()
        }
        try write()
        return (problems, unusable)
    }
}
