extension LibraryAPI {
    /// Returns the folders to watch: those that were imported, and all folders found in them.
    ///
    /// - Threading: Waits for the disk, so don't call it on the main thread.
    public func watchedFolders() throws(PersistencyError) -> [String] {
        try persistency.watchedFolders()
    }

    /// Returns those of the watched folders into which files or folders came since they were searched, or out of which some went.
    ///
    /// - Complexity: One call of the system for each folder.
    /// - Threading: Waits for the disk, so don't call it on the main thread.
    public func changedFolders(among folders: [String]) throws(PersistencyError) -> [String] {
        try persistency.changedFolders(among: folders)
    }

    /// Reads the files of albums that undo or redo has brought back with their folders. Those that are away are read when they are back.
    ///
    /// - Throws: ``PersistencyError``, or `CancellationError`.
    public func readRestoredAlbums(progress: @escaping @Sendable (ImportStage) -> Void) async throws {
        let roots = try persistency.rootsToReadAgain()
        if !roots.isEmpty { try await refresh(roots, progress: progress) }
    }

    /// Updates the library after changes in folders that were imported before. Skips folders that don't exist any more: either their parent
    /// folder has changed too, or they are away, which is noted.
    ///
    /// - Throws: ``PersistencyError``, or `CancellationError`.
    @discardableResult
    public func refresh(
        _ folders: [String], progress: @escaping @Sendable (ImportStage) -> Void = { _ in }
    ) async throws -> ImportReport {
        noticeAwayFolders()
        // A folder that is no longer followed may still be watched for a moment.
        let roots = try persistency.roots()
        let folders = folders.filter { folder in roots.contains { Path.isPath(folder, in: $0) } }
        var topmost: [String] = []
        // Sorting places a folder before its subfolders.
        for folder in Set(folders).sorted() where !topmost.contains(where: { Path.isPath(folder, below: $0) }) {
            guard (try? FileSystem.kind(of: folder, followsLinks: true))?.kind == .folder else { continue }
            topmost.append(folder)
        }
        var report = ImportReport()
        guard !topmost.isEmpty else { return report }
        var part = FolderImport(persistency: persistency, paths: topmost)
        part.notesRoots = false
        do {
            try await importFolders(part, into: &report, progress: progress)
            _ = try await joinRecords(into: &report, nil)
        } catch is ImportError {
            // The folder has just disappeared.
        }
        return report
    }
}
