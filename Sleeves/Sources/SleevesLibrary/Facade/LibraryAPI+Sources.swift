extension LibraryAPI {
    /// Returns the folders that the library follows and the lists that were imported, by path.
    ///
    /// - Threading: Waits for the disk, so don't call it on the main thread.
    public func sources() throws(PersistencyError) -> [LibrarySource] {
        noticeAwayFolders()
        return try persistency.sources()
    }

    /// Returns what confines the processes that read tags and pictures; `nil` without such processes.
    ///
    /// - Throws: ``ReaderFailure`` if none can be started, or the task is cancelled.
    @concurrent
    public func readerConfinement() async throws -> ReaderConfinement? {
        try await withTaskExecutorPreference(FileReadingExecutor()) { try persistency.reader.confinement() }
    }

    /// Returns the path of the folder or list that was read last; `nil` if there is none.
    @concurrent
    public func lastRead(_ kind: LibrarySource.Kind) async -> String? {
        // It only says where to look first.
        (try? persistency.lastRead(kind)).flatMap(\.self)
    }

    /// Returns what can't be used of a source: files that can't be read, and covers and entries that can't be used.
    ///
    /// - Parameter path: One of ``sources()``.
    @concurrent
    public func problems(ofSource path: String) async throws(PersistencyError) -> [ImportProblem] {
        try persistency.problems(of: path)
    }

    /// Stops following a folder, and removes the albums that have files only there; or forgets a list, and removes the albums that only it
    /// names. Can be undone. Doesn't touch any file.
    ///
    /// - Parameter path: One of ``sources()``, or a file or folder that was imported by itself. It need not exist.
    /// - Returns: The change, with the number of albums that had files there, or were removed with the list.
    /// - Throws: ``SourceError`` if the library doesn't know the path; ``PersistencyError``.
    @discardableResult
    public func forget(_ path: String) async throws -> LibraryChange? {
        let source = try persistency.source(at: path)
        if try persistency.isImporting(source) { throw SourceError.beingImported(path: source) }
        return try await history.perform { try $0.recordForgetting(source) }
    }

    /// Returns the albums whose files are away, because their folder is.
    public func albumsAway() throws(PersistencyError) -> Set<AlbumID> {
        noticeAwayFolders()
        return try persistency.albumsAway()
    }

    /// Detects which of the followed folders are away. Fast if none is.
    ///
    /// - Threading: Waits for the disk, so don't call it on the main thread.
    public func noticeAwayFolders() {
        // If saving fails, the next call retries it. A read-only library shows the last saved state.
        if (try? persistency.noticeAwayFolders()) == true { announceChange() }
    }
}
