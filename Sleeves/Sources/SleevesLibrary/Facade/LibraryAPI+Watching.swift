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
    /// over: the folder that it was in has changed too.
    ///
    /// - Throws: ``PersistencyError``, or `CancellationError`.
    @discardableResult
    public func refresh(_ folders: [String]) async throws -> ImportReport {
        var topmost: [String] = []
        // A folder comes before those in it.
        for folder in Set(folders).sorted() where !topmost.contains(where: { folder.hasPrefix($0 + "/") }) {
            guard (try? FileSystem.kind(of: folder, followsLinks: true))?.kind == .folder else { continue }
            topmost.append(folder)
        }
        var report = ImportReport()
        guard !topmost.isEmpty else { return report }
        var folders = FolderImport(persistency: persistency, paths: topmost)
        folders.notesRoots = false
        do {
            try await importFolders(folders, into: &report) { _ in }
        } catch is ImportError {
            // It went away in this very moment.
        }
        return report
    }
}
