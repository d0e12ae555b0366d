extension LibraryAPI {
    /// The folders that the library follows, by path.
    ///
    /// - Threading: Waits for the disk, so not for the main thread.
    public func sources() throws(PersistencyError) -> [LibrarySource] {
        noticeAwayFolders()
        return try persistency.sources()
    }

    /// Follows a folder no longer, and takes out the albums that have files only there. It can be undone. No file is touched.
    ///
    /// - Parameter path: One of ``sources()``, or a file or folder that was imported by itself. It need not be there.
    /// - Returns: What was done: how many albums had files there.
    /// - Throws: ``SourceError`` where the library does not follow it; ``PersistencyError``.
    @discardableResult
    public func forget(_ path: String) async throws -> LibraryChange? {
        let source = try persistency.source(at: path)
        return try await history.perform { try $0.recordForgetting(source) }
    }

    /// The albums whose files are away, because the folder that they are in is.
    public func albumsAway() throws(PersistencyError) -> Set<AlbumID> {
        noticeAwayFolders()
        return try persistency.albumsAway()
    }

    /// Looks which of the followed folders are away. Quick where none is.
    ///
    /// - Threading: Waits for the disk, so not for the main thread.
    public func noticeAwayFolders() {
        // What cannot be noted now is noted the next time: a library that may only be read shows what was noted last.
        if (try? persistency.noticeAwayFolders()) == true { announceChange() }
    }
}
