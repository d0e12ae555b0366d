internal import Synchronization

/// An import of folders of audio files, or of the changes in them since the last import.
///
/// 1. **Survey.** Compares the folders with the catalogue and records new, changed, moved and deleted files there.
/// 2. **Reading.** Reads the tags of new and changed files on all cores and stores them in the catalogue. It begins with the first files
///    that the survey finds. Meanwhile, it adds the albums whose files are all new and read, a few times a second.
/// 3. **Grouping.** Updates the albums after the other two steps, in short transactions, so that others can write in between.
///
/// ## Behavior
/// - New albums appear while files are read, soon after their own files, however long the others take: each with all files of its folder and
///   its discs; one in several folders gets the others in the third step. Existing albums are unchanged before that, and up to date after
///   it. An interrupted import loses nothing: the next one continues with the work that the catalogue lists.
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
    /// The maximum duration of a transaction. The covers that views request wait for it, too.
    var turn = Duration.milliseconds(250)
    /// The shortest time between two steps in which new albums are added while files are read.
    var pace = Duration.milliseconds(250)
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
            let grouping = FolderGrouping(
                persistency, below: roots, notesRoots: notesRoots, bringsBackRemoved: bringsBackRemoved, journal: journal, turn: turn,
                coverIsLikely: coverIsLikely)
            var (problems, unusable, grown) = try await withThrowingTaskGroup(of: FolderGrouping.self) { group in
                let readings = Readings()
                group.addTask { try await addNewAlbums(of: readings, by: grouping) }
                let (problems, unusable) = try await read(finds, of: extent, into: readings, progress: progress)
                // Ends also the pause between two steps.
                group.cancelAll()
                return (problems, unusable, try await group.next() ?? grouping)
            }
            let survey = try await surveying
            var outcome = Outcome(files: survey.counts, problems: survey.problems + problems, paths: roots)
            outcome.files.unusable += unusable
            let (albums, journal, sheetProblems) = try await grown.finish(afterTurn: albumsChanged)
            (outcome.albums, outcome.journal) = (albums, journal)
            outcome.problems += sheetProblems
            outcome.problems.sort { $0.path < $1.path }
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

    /// The progress of a survey. It is ahead of the reading, which takes one report after another.
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
        var survey = FolderSurvey(paths: roots, reader: persistency.reader, clock: clock)
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

    /// The tags that are read but not stored.
    ///
    /// - `waiting` is protected by its lock.
    private final class Readings: Sendable {
        /// Announces that there are some.
        let news: AsyncStream<Void>
        private let announcing: AsyncStream<Void>.Continuation
        private let waiting = Mutex<[TagReading]>([])

        init() {
            (news, announcing) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        /// - Returns: The number of all that wait.
        func add(_ readings: [TagReading]) -> Int {
            defer { announcing.yield() }
            return waiting.withLock { waiting in
                waiting += readings
                return waiting.count
            }
        }

        func take() -> [TagReading] {
            waiting.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
        }
    }

    /// Adds new albums as soon as their files are read, in steps, until the task is cancelled.
    private func addNewAlbums(of readings: Readings, by grouping: FolderGrouping) async throws -> FolderGrouping {
        var grouping = grouping
        for await _ in readings.news {
            let start = ContinuousClock.now
            try persistency.store(readings.take())
            let hasAdded = try grouping.addNewAlbums()
            if hasAdded { albumsChanged() }
            let end = ContinuousClock.now
            // Looking for albums in vain shouldn't take much of the time.
            try? await Task.sleep(until: max(start + pace, hasAdded ? end : end + (end - start) * 4), clock: .continuous)
        }
        return grouping
    }

    /// Reads the files that a survey finds, until it ends.
    ///
    /// - Returns: The problems with files, and the number of unusable files.
    private func read(
        _ finds: AsyncStream<Finds>, of extent: Extent, into readings: Readings, progress: (ImportProgress) -> Void
    ) async throws -> (problems: [ImportProblem], unusable: Int) {
        var (done, known) = (0, 0)
        var unread: ArraySlice<Int64> = []
        var problems: [ImportProblem] = []
        var unusable = 0
        func report() {
            let (found, searched) = extent.state.withLock { $0 }
            progress(ImportProgress(filesDone: done, filesFound: found, searched: searched))
        }
        let reading = ParallelReading<(id: Int64, path: String), TagReading>(pieceSize: ReaderRequest.fileLimit) {
            [reader = persistency.reader] files in
            try TagReading.read(files, by: reader)
        }
        try await reading.run(announcedBy: finds) { found in
            guard let found else { return }
            // Files that don't need reading are done.
            done += found.count - known - found.unread.count
            known = found.count
            unread += found.unread
            report()
        } next: { count in
            while !unread.isEmpty {
                let numbers = unread.prefix(count)
                unread.removeFirst(numbers.count)
                let orders = try persistency.pendingFiles(numbers)
                done += numbers.count - orders.count
                if !orders.isEmpty { return orders }
            }
            return []
        } answers: { answers in
            for answer in answers {
                if let problem = answer.problem { problems.append(ImportProblem(path: answer.path, reason: problem)) }
                if case .failure = answer.tags { unusable += 1 }
            }
            if readings.add(answers) >= 256 { try persistency.store(readings.take()) }
            done += answers.count
            report()
        }
        try persistency.store(readings.take())
        return (problems, unusable)
    }
}
