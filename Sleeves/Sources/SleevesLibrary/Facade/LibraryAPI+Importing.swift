internal import Localization

extension LibraryAPI {
    /// Whether there is something at a path that can be imported: a folder, an audio file or a list, as far as its name tells.
    @concurrent
    public func canImport(_ path: String) async -> Bool {
        ImportPlan([path]).refusals.isEmpty
    }

    /// Brings albums in from music folders and lists, or brings up to date those that came from there.
    ///
    /// The albums of lists are saved first, those of folders after that. An import that is interrupted leaves each album whole, and the next
    /// one goes on where it was. What it has done is one change that can be undone. Covers are taken from the files at the end, and may be
    /// looked at meanwhile.
    ///
    /// - Parameters:
    ///   - paths: Folders, audio files, playlists, Discogs collections and other lists. Those that are refused are told of in the report,
    ///     and the others are imported.
    ///   - bringsBackRemoved: Whether albums come back that the person has taken out of the library.
    ///   - progress: Told how far it has come, on no particular thread.
    /// - Throws: ``ImportError`` where the only path is refused; ``PersistencyError``, or `CancellationError`.
    @discardableResult
    public func importAlbums(
        at paths: [String],
        bringsBackRemoved: Bool = false,
        progress: @escaping @Sendable (ImportStage) -> Void = { _ in }
    ) async throws -> ImportReport {
        let result: Result<ImportReport, any Error>
        do {
            result = .success(
                try await importAlbums(at: paths, bringsBackRemoved: bringsBackRemoved, takesCovers: true, progress: progress))
        } catch {
            result = .failure(error)
        }
        // One that was interrupted can be undone as far as it has come.
        await history.refresh()
        return try result.get()
    }

    func importAlbums(
        at paths: [String],
        bringsBackRemoved: Bool,
        takesCovers: Bool,
        progress: @escaping @Sendable (ImportStage) -> Void
    ) async throws -> ImportReport {
        let start = ContinuousClock.now
        var plan = ImportPlan(paths)
        var report = ImportReport()
        var journal: ImportJournal? = ImportJournal()
        if !plan.lists.isEmpty || !plan.playlists.isEmpty {
            let result = try await plan.readLists { progress(.reading($0)) }
            let saving = AlbumSaving(bringsBackRemoved: bringsBackRemoved, journal: journal)
            let saved = try await persistency.saveInTurns(result.albums, saving)
            report.albums = saved.summary
            journal = saved.journal
            if !result.wanted.isEmpty { try persistency.setWanted(result.wanted) }
            report.wanted = result.wanted.count
            report.coversPresent = try persistency.countOfCovers(of: result.albums.map(\.id))
            report.problems = result.problems
            report.keysIgnored = result.keysIgnored
            report.ignoredKeys = result.ignoredKeys
            report.listsRead = result.filesRead
            if report.albums.changesAnything { announceChange() }
        }
        if paths.count == 1, let refusal = plan.refusals.first { throw refusal }
        report.refusals = plan.refusals
        report.problems += plan.refusals.map { ImportProblem(path: $0.path, reason: $0.reason) }
        if !plan.music.isEmpty {
            var folders = FolderImport(persistency: persistency, paths: plan.music, bringsBackRemoved: bringsBackRemoved)
            folders.journal = journal
            journal = try await importFolders(folders, takesCovers: takesCovers, into: &report, progress: progress)
        }
        report.canBeUndone = journal?.isTooLarge != true
        report.duration = ContinuousClock.now - start
        return report
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
        let outcome = try await folders.run { progress(.reading($0)) }
        report.albums = report.albums + outcome.albums
        report.files = outcome.files
        report.problems += outcome.problems
        if outcome.albums.changesAnything { announceChange() }
        // Nothing can be taken from files that are away.
        let away = try persistency.read { try FileCatalogue($0).awayFolders() }
        try persistency.noteLostThumbnails(below: outcome.paths.filter { !away.contains($0) })
        taking.finish()
        if try await harvest { announceChange() }
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
