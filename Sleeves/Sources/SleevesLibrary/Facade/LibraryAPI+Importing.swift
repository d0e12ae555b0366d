internal import Localization

extension LibraryAPI {
    /// Returns whether a path leads to something that can be imported: a folder, an audio file or a list, judging by its name.
    @concurrent
    public func canImport(_ path: String) async -> Bool {
        ImportPlan([path]).refusals.isEmpty
    }

    /// Imports albums from music folders and lists, or updates those that came from there.
    ///
    /// Saves the albums of lists first, then those of folders. An interrupted import leaves each album complete, and the next one continues
    /// it; if the process ends, ``unfinishedImports()`` returns its paths. The import is one change that can be undone. It takes covers from
    /// the files at the end; they can be shown meanwhile.
    ///
    /// - Parameters:
    ///   - paths: Folders, audio files, playlists, Discogs collections and other lists. The report contains those that are refused; the
    ///     others are imported.
    ///   - bringsBackRemoved: Whether to bring back albums that the user has removed from the library.
    ///   - progress: Called with the progress, on an arbitrary thread.
    /// - Throws: ``ImportError`` if the only path is refused; ``PersistencyError``, or `CancellationError`.
    @discardableResult
    public func importAlbums(
        at paths: [String],
        bringsBackRemoved: Bool = false,
        progress: @escaping @Sendable (ImportStage) -> Void = { _ in }
    ) async throws -> ImportReport {
        let places = paths.compactMap { try? FileSystem.resolved($0) }
        let journal = ImportJournal(of: places, isAlone: !ImportLock.isHeld(in: persistency.libraryDirectory))
        let lock = ImportLock(in: persistency.libraryDirectory)
        defer { withExtendedLifetime(lock) {} }
        try persistency.noteUnfinished(places)
        let result: Result<ImportReport, any Error>
        do {
            let report = try await withTaskCancellationHandler {
                try await importAlbums(
                    at: paths, bringsBackRemoved: bringsBackRemoved, takesCovers: true, journal: journal, progress: progress)
            } onCancel: {
                // At once, because a disk that doesn't answer can delay the end until that of the process.
                Task.detached { [persistency] in try? persistency.noteFinished(places) }
            }
            result = .success(report)
        } catch {
            result = .failure(error)
        }
        // If that fails, the next window imports them again, and finds nothing new.
        try? persistency.noteFinished(places)
        // An interrupted import can be undone as far as it got.
        await history.refresh()
        return try result.get()
    }

    /// Records imports that are to begin when others have ended, so that they are continued if the process ends before.
    @concurrent
    public func planImport(of paths: [String]) async {
        // If that fails, the import itself reports why.
        try? persistency.notePlanned(paths.compactMap { try? FileSystem.resolved($0) })
    }

    /// Returns the paths of imports that were interrupted by the end of their process, if no import is running now.
    public func unfinishedImports() -> [String] {
        // A library that can't be read reports that elsewhere.
        (try? persistency.unfinishedImports()) ?? []
    }

    /// Returns those of unfinished imports whose folders and lists are there, and forgets those that are gone, though their folder is there.
    @concurrent
    public func continuable(_ unfinished: [String]) async -> [String] {
        try? persistency.noteFinished(unfinished.filter(Self.isGone))
        return unfinished.filter { ImportPlan([$0]).refusals.isEmpty }
    }

    private static func isGone(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try FileSystem.kind(of: path, followsLinks: true)
            return false
        } catch {
            return error.isAbsence && (try? FileSystem.kind(of: Path.folder(of: path), followsLinks: true))?.kind == .folder
        }
    }

    func importAlbums(
        at paths: [String],
        bringsBackRemoved: Bool,
        takesCovers: Bool,
        journal: ImportJournal = ImportJournal(),
        progress: @escaping @Sendable (ImportStage) -> Void
    ) async throws -> ImportReport {
        let start = ContinuousClock.now
        var plan = ImportPlan(paths)
        var report = ImportReport()
        var journal: ImportJournal? = journal
        if !plan.lists.isEmpty || !plan.playlists.isEmpty {
            let contents = try await plan.readLists(by: persistency.reader, progress: progress)
            let saving = AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: journal)
            var albums = try contents.albums()
            let saved = try await persistency.saveInTurns(saving) {
                try albums.next()
            } afterTurn: { [isLast = plan.music.isEmpty] done, hasChanged in
                progress(.adding(done: done, of: contents.albumCount, isLast: isLast))
                if hasChanged { announceChange() }
            }
            let noted = try persistency.note(contents, saving: saved)
            if noted.summary.removed > saved.summary.removed { announceChange() }
            report.albums = noted.summary
            report.coversPresent = noted.coverCount
            var wishes = try contents.wanted()
            let wished = try await persistency.saveInTurns(AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: noted.journal)) {
                try wishes.next()
            } afterTurn: { _, hasChanged in
                if hasChanged { announceChange() }
            }
            journal = wished.journal
            report.wanted = contents.wantedCount
            report.wishes = wished.summary
            report.albums.leftOut += wished.summary.leftOut
            report.problems = contents.lists.flatMap(\.problems) + plan.playlistProblems
            report.keysIgnored = contents.ignored.count
            report.ignoredKeys = contents.ignored.names
            report.listsRead = contents.lists.count(where: \.isRead) + plan.playlistsRead
        }
        if paths.count == 1, let refusal = plan.refusals.first { throw refusal }
        report.refusals = plan.refusals
        report.problems += plan.refusals.map { ImportProblem(path: $0.path, reason: $0.reason) }
        if !plan.music.isEmpty {
            var folders = FolderImport(persistency: persistency, paths: plan.music, bringsBackRemoved: bringsBackRemoved)
            folders.journal = journal
            journal = try await importFolders(folders, takesCovers: takesCovers, into: &report, progress: progress)
        }
        journal = try await joinRecords(into: &report, journal)
        report.canBeUndone = journal?.isTooLarge != true
        report.duration = ContinuousClock.now - start
        return report
    }

    /// Joins records without files with the albums of files that have their names, after an import.
    func joinRecords(into report: inout ImportReport, _ journal: ImportJournal?) async throws -> ImportJournal? {
        let (count, journal) = try await persistency.joinNamesakes(journal)
        report.joined = count
        if count > 0 { announceChange() }
        return journal
    }

    @discardableResult
    func importFolders(
        _ folders: FolderImport,
        takesCovers: Bool = true,
        into report: inout ImportReport,
        progress: @escaping @Sendable (ImportStage) -> Void
    ) async throws -> ImportJournal? {
        let (ahead, taking) = AsyncStream<LocalCover>.makeStream(bufferingPolicy: .bufferingOldest(CoverExtractor.aheadLimit))
        async let harvest =
            takesCovers ? CoverExtractor(persistency: persistency).run(ahead: ahead) { progress(.covers(done: $0, of: $1)) } : false
        var folders = folders
        folders.coverIsLikely = { taking.yield($0) }
        folders.albumsChanged = { self.announceChange() }
        let outcome = try await folders.run { progress(.reading($0)) }
        report.albums = report.albums + outcome.albums
        report.files = outcome.files
        report.problems += outcome.problems
        // Covers can't be taken from files that are away.
        let away = try persistency.awayFolders()
        try persistency.noteLostThumbnails(below: outcome.paths.filter { !away.contains($0) })
        taking.finish()
        if folders.notesRoots { try persistency.noteReading(of: outcome.paths, problems: outcome.problems) }
        // Also a copy that is new, or gone, is shown, though the album stays as it was.
        if try await harvest || outcome.files.areOther { announceChange() }
        let covers = try persistency.coverReport(below: outcome.paths)
        report.coversPresent += covers.present
        report.problems += covers.problems
        if let problem = persistency.covers.takeProblem() {
            let reason = localized(
                "Covers cannot be saved here. Free some space, or give yourself write permission. Details: {detail}",
                ["detail": problem.detail])
            report.problems.append(ImportProblem(path: problem.path, reason: reason))
        }
        if persistency.covers.mayBeTooLarge { await Self.tidyCovers(of: persistency) }
        return outcome.journal
    }
}
