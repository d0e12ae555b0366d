internal import GRDB
internal import Localization

/// Brings folders of audio files into a library, or what has changed in them since the last time.
///
/// 1. **Survey.** The folders are compared with the catalogue; what is new, changed, moved or gone is written down there.
/// 2. **Reading.** The tags of the files that need it are read, on all cores, and written down there.
/// 3. **Grouping.** Albums are brought up to date, in one transaction.
///
/// ## Behavior
/// - Before the third step the library's albums are as they were; after it, as they are to be. An import that is interrupted has lost
///   nothing: the next one goes on with what the catalogue says is left to do.
/// - The same files give the same library, however the reading was spread over threads and over imports.
/// - A file or folder that cannot be read is named among the problems, with the reason, and the rest is read.
/// - Memory does not grow with the number of files, but for sixteen bytes for each.
struct FolderImport {
    let persistency: PersistencyManager
    let paths: [String]
    var bringsBackRemoved = false
    /// Whether the folders are noted as ones that the person has imported, and so are to be watched.
    var notesRoots = true
    /// The present, in nanoseconds since 1970.
    var clock: @Sendable () -> Int64 = { FileStamp.now }

    /// What came of it.
    struct Outcome: Sendable {
        var albums = SaveSummary()
        var files = FileCounts()
        var problems: [ImportProblem] = []
        /// What was imported: absolute, links resolved.
        var paths: [String] = []
    }

    /// - Parameter progress: Told how far it has come, in calls that come one after another on no particular thread.
    /// - Throws: ``ImportError`` where one of the paths is not there; ``PersistencyError``; `CancellationError`.
    func run(progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }) async throws -> Outcome {
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            let roots = try resolvedPaths()
            var survey = FolderSurvey(paths: roots, clock: clock)
            try run(&survey, progress: progress)
            var outcome = Outcome(files: survey.counts, problems: survey.problems, paths: roots)
            try await read(&outcome, below: roots, progress: progress)
            outcome.problems.sort { $0.path < $1.path }
            try persistency.write { database in
                if notesRoots { try noteRoots(roots, in: database) }
                let albums = AlbumsBelow(roots)
                if bringsBackRemoved { try albums.markRemovedAsStale(in: database) }
                var regrouping = AlbumRegrouping(database, saving: AlbumSaving(bringsBackRemoved: bringsBackRemoved))
                outcome.albums = try regrouping.run()
                outcome.albums.unchanged = try albums.count(of: "album", in: database) - outcome.albums.inserted - outcome.albums.updated
                outcome.albums.leftOut = try albums.count(of: "removedAlbum", in: database)
            }
            return outcome
        }
    }

    private func resolvedPaths() throws(ImportError) -> [String] {
        var resolved: [String] = []
        for path in paths {
            do {
                resolved.append(try FileSystem.resolved(path))
            } catch {
                let reason = localized("cannot be imported: {error}. Check the path.", ["error": "\(error)"])
                throw ImportError(kind: .noInput, path: path, reason: reason)
            }
        }
        return resolved
    }

    private func noteRoots(_ paths: [String], in database: Database) throws {
        let catalogue = FileCatalogue(database)
        for path in paths {
            guard let folder = try catalogue.folder(at: path), folder.isSeen else { continue }
            try catalogue.addRoot(path)
        }
    }

    // MARK: Survey

    private func run(_ survey: inout FolderSurvey, progress: (ImportProgress) -> Void) throws {
        var hasMore = true
        while hasMore {
            try Task.checkCancellation()
            // A slow disk must not keep others from the library for long.
            let start = ContinuousClock.now
            (survey, hasMore) = try persistency.write { [survey] database in
                var survey = survey
                let catalogue = FileCatalogue(database)
                var hasMore = true
                while hasMore, ContinuousClock.now - start < .milliseconds(100) { hasMore = try survey.step(in: catalogue) }
                if !hasMore { try survey.finish(in: catalogue) }
                return (survey, hasMore)
            }
            progress(ImportProgress(filesDone: 0, filesFound: survey.counts.found))
        }
    }

    // MARK: Reading

    private func read(_ outcome: inout Outcome, below roots: [String], progress: (ImportProgress) -> Void) async throws {
        var last: Int64 = 0
        var read = 0
        let unread = outcome.files.found - outcome.files.new - outcome.files.changed
        var unwritten: [TagReading] = []
        var problems: [ImportProblem] = []
        var unusable = 0
        let found = outcome.files.found
        func write() throws {
            let answers = unwritten
            unwritten = []
            try persistency.write { database in try Self.store(answers, in: FileCatalogue(database)) }
        }
        try await ParallelReading<(id: Int64, path: String), TagReading>(pieceSize: 16) { TagReading(id: $0.id, path: $0.path) }.run {
            count in
            var orders: [(id: Int64, path: String)] = []
            while orders.isEmpty {
                let pending = try persistency.read { try FileCatalogue($0).pending(after: last, limit: count) }
                guard let end = pending.last else { break }
                last = end.id
                // Files of other folders, which an interrupted import has left, wait for those folders' turn.
                orders = pending.filter { file in roots.contains { Self.isBelow(file.path, $0) } }
            }
            return orders
        } answers: { answers in
            for answer in answers {
                if let problem = answer.problem { problems.append(ImportProblem(path: answer.path, reason: problem)) }
                if case .failure = answer.tags { unusable += 1 }
            }
            unwritten += answers
            read += answers.count
            if unwritten.count >= 256 { try write() }
            progress(ImportProgress(filesDone: min(unread + read, found), filesFound: found))
        }
        try write()
        outcome.problems += problems
        outcome.files.unusable += unusable
    }

    private static func store(_ answers: [TagReading], in catalogue: FileCatalogue) throws {
        for answer in answers {
            switch answer.tags {
            case .success(let tags): try catalogue.store(tags, of: answer.id, shelf: answer.shelf, problem: answer.problem)
            case .failure: try catalogue.store(problem: answer.problem ?? "", of: answer.id)
            }
        }
    }

    private static func isBelow(_ path: String, _ root: String) -> Bool {
        path == root || path.hasPrefix(Path.appending("", to: root))
    }
}
