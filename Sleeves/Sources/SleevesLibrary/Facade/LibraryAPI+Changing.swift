extension LibraryAPI {
    // What is changed here can be undone by ``LibraryHistory``, and is told of by ``LibraryChanged``. No file of the person's is touched.

    /// Changes an album by hand. What is changed stays when the album is imported again.
    ///
    /// - Parameter edits: All that is changed from now on; what is not among it is what the album's source says. What is blank, or what
    ///   the source says too, counts as not changed.
    /// - Returns: The change; `nil` where it changes nothing, or the album is not in the library.
    @discardableResult
    public func edit(_ id: AlbumID, _ edits: AlbumEdits) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: id, edits) }
    }

    /// What the person has changed of an album by hand.
    @concurrent
    public func edits(of album: Album) async throws(PersistencyError) -> AlbumEdits {
        try persistency.edits(of: album.id)
    }

    /// Takes albums out of the library, as one change. No import brings them back unasked.
    ///
    /// - Returns: The change; `nil` where none of the albums is in the library.
    @discardableResult
    public func remove(_ ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordRemoval(of: ids) }
    }

    /// Shows a picture of the person's choice as an album's cover. No import takes it back.
    ///
    /// - Parameter bytes: The picture, as its file has it; `nil` for what the album's source has.
    /// - Returns: The change; `nil` where it changes nothing, or the album is not in the library.
    /// - Throws: ``CoverError`` where the bytes are no usable picture; ``PersistencyError``.
    @discardableResult
    public func setCover(_ bytes: [UInt8]?, of id: AlbumID) async throws -> LibraryChange? {
        // A reader looks at it first, which may take a while.
        let digest = try await withTaskExecutorPreference(FileReadingExecutor()) { [persistency] in
            try bytes.map { try persistency.chosenCovers.keep($0) }
        }
        return try await history.perform { try $0.recordCover(digest, of: id) }
    }

    /// Notices what another program has changed, and tells of it. Quick where there is nothing: for whenever a window becomes active.
    public func noticeOtherPrograms() async {
        // What cannot be read now is told of when a list is asked for.
        guard let version = try? persistency.contentsVersion(), versionTold.withLock({ $0 != version }) else { return }
        await history.refresh()
        announceChange()
    }

    /// Tells of a change that was made, undone or redone.
    func tell(_ outcome: ChangeOutcome) {
        announceChange(outcome.step)
        guard outcome.change?.kind == .cover else { return }
        for id in outcome.albums { covers.renew(id) }
    }
}
