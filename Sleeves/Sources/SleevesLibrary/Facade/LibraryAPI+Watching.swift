extension LibraryAPI {
    /// The folders that are to be watched: those that were imported, and all that were found in them.
    ///
    /// - Threading: Waits for the disk, so not for the main thread.
    public func watchedFolders() throws(PersistencyError) -> [String] {
        try persistency.read { database in
            let catalogue = FileCatalogue(database)
            return try catalogue.roots().flatMap { try catalogue.folderPaths(below: $0) }
        }
    }

    /// Brings the library up to date with what has changed in folders that were imported before. One that is not there any more is passed
    /// over: the folder that it was in has changed too, or it is away, which is noted.
    ///
    /// - Throws: ``PersistencyError``, or `CancellationError`.
    @discardableResult
    public func refresh(_ folders: [String]) async throws -> ImportReport {
        noticeAwayFolders()
        // What was forgotten may still be watched for a moment.
        let roots = try persistency.read { try FileCatalogue($0).roots() }
        let folders = folders.filter { folder in roots.contains { folder == $0 || folder.hasPrefix(Path.appending("", to: $0)) } }
        var topmost: [String] = []
        // A folder comes before those in it.
        for folder in Set(folders).sorted() where !topmost.contains(where: { folder.hasPrefix($0 + "/") }) {
            guard (try? FileSystem.kind(of: folder, followsLinks: true))?.kind == .folder else { continue }
            topmost.append(folder)
        }
        var report = ImportReport()
        guard !topmost.isEmpty else { return report }
        var part = FolderImport(persistency: persistency, paths: topmost)
        part.notesRoots = false
        do {
            try await importFolders(part, into: &report) { _ in }
        } catch is ImportError {
            // It went away in this very moment.
        }
        return report
    }
}
