extension LibraryAPI {
    // ``LibraryHistory`` can undo these changes, and ``LibraryChanged`` reports them. None of them touches the user's files.

    /// Changes the edits of an album where the user has changed them. What another program or machine has edited meanwhile stays elsewhere. Edits
    /// survive importing the album again.
    ///
    /// - Parameters:
    ///   - shown: The edits that the user has changed.
    ///   - edits: The edits after that. Values that are equal to the source's and blank titles and artists aren't edits.
    /// - Returns: The change; `nil` if nothing changes, or the album isn't in the library.
    @discardableResult
    public func edit(_ id: AlbumID, from shown: AlbumEdits, to edits: AlbumEdits) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: [id]) { $0.changed(from: shown, to: edits) } }
    }

    /// Edits several albums alike, as one change. Skips albums that aren't in the library.
    ///
    /// - Parameter values: The values to set. Those that are `nil` stay as they are in each album.
    /// - Returns: The change; `nil` if nothing changes.
    /// - Complexity: O(*n*), at some hundredths of a millisecond an album.
    @discardableResult
    public func edit(_ ids: [AlbumID], setting values: AlbumEdits) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: ids) { $0.replaced(by: values) } }
    }

    /// Discards the user's edits of albums, but not those of their copies, as one change. Skips albums that aren't in the library.
    ///
    /// - Returns: The change; `nil` if nothing changes.
    @discardableResult
    public func resetEdits(of ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: ids) { AlbumEdits().withCopies(of: $0) } }
    }

    /// Adds a copy to an album: a record on a shelf, beside files or other copies.
    ///
    /// - Parameter values: What is known of it. Invalid values are left out; ``CopyField/problem(with:)`` finds them.
    /// - Returns: The change; `nil` if the album isn't in the library.
    @discardableResult
    public func addCopy(to id: AlbumID, _ values: [CopyField: String]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: [id]) { $0.adding(values) } }
    }

    /// Edits a copy of an album. The edits survive importing its list again.
    ///
    /// - Parameter values: The values to set; empty ones remove a value. The others stay.
    /// - Returns: The change; `nil` if nothing changes, or the album doesn't have the copy.
    @discardableResult
    public func editCopy(_ copy: CopyID, of id: AlbumID, _ values: [CopyField: String]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: copy, in: id) { $0.set(values, of: $1) } }
    }

    /// Notes that the user has what they wished for: a wish of each album comes true. Skips other albums.
    ///
    /// - Returns: The change; `nil` if no album is wished for.
    @discardableResult
    public func noteArrival(of ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordArrival(of: ids) }
    }

    /// Rates albums, as one change, whatever the lists of their copies say. Skips albums that aren't in the library.
    ///
    /// - Parameter rating: From one to five; `nil` for the best rating of a copy, if there is one.
    /// - Returns: The change; `nil` if nothing changes.
    @discardableResult
    public func rate(_ ids: [AlbumID], _ rating: Int?) async throws -> LibraryChange? {
        try await changeOpinion(of: ids) { $0.rating = rating.map { min(max($0, 1), 5) } }
    }

    /// Makes albums favourites, or makes them none, as one change. Skips albums that aren't in the library.
    ///
    /// - Returns: The change; `nil` if nothing changes.
    @discardableResult
    public func setFavourite(_ ids: [AlbumID], _ isFavourite: Bool) async throws -> LibraryChange? {
        try await changeOpinion(of: ids) { $0.isFavourite = isFavourite }
    }

    /// Makes albums favourites, or makes them none if all of them are, as one change. Skips albums that aren't in the library.
    ///
    /// - Returns: The change; `nil` if none of the albums is in the library.
    @discardableResult
    public func toggleFavourite(_ ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { persistency in
            let areFavourites = try ids.allSatisfy { try persistency.completeAlbum($0)?.opinion.isFavourite != false }
            return try persistency.recordOpinion(of: ids) { $0.isFavourite = !areFavourites }
        }
    }

    /// Changes the opinion of albums, as one change. Skips albums that aren't in the library.
    ///
    /// - Returns: The change; `nil` if nothing changes.
    @discardableResult
    public func changeOpinion(
        of ids: [AlbumID], _ change: @escaping @Sendable (inout AlbumOpinion) -> Void
    ) async throws -> LibraryChange? {
        try await history.perform { try $0.recordOpinion(of: ids, change) }
    }

    /// Removes a copy of an album. The album stays.
    ///
    /// - Returns: The change; `nil` if the album doesn't have the copy.
    @discardableResult
    public func removeCopy(_ copy: CopyID, of id: AlbumID) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEdit(of: copy, in: id) { $0.remove($1) } }
    }

    /// Returns what albums have in common. Skips albums that aren't in the library.
    @concurrent
    public func commonValues(of ids: [AlbumID]) async throws(PersistencyError) -> CommonValues {
        try persistency.commonValues(of: ids)
    }

    /// Returns the user's edits of an album.
    @concurrent
    public func edits(of album: Album) async throws(PersistencyError) -> AlbumEdits {
        try persistency.edits(of: album.id)
    }

    /// Removes albums from the library, as one change. Imports don't bring them back unless asked to.
    ///
    /// - Returns: The change; `nil` if none of the albums is in the library.
    @discardableResult
    public func remove(_ ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordRemoval(of: ids) }
    }

    /// Chooses an encoding for the texts of an album's files that don't declare theirs. Imports keep the choice.
    ///
    /// - Parameter encoding: The encoding; `nil` for the one that the texts show.
    /// - Returns: The change; `nil` if nothing changes, or the album has no such texts.
    /// - Throws: ``PersistencyError``, or ``ReaderFailure`` if the process that decodes texts didn't start.
    @discardableResult
    public func setEncoding(_ encoding: TextEncoding?, of id: AlbumID) async throws -> LibraryChange? {
        try await history.perform { try $0.recordEncoding(encoding, of: id) }
    }

    /// Returns the encoding in which an album's undeclared texts are shown; `nil` if it has none.
    public func encoding(of id: AlbumID) throws(PersistencyError) -> TextEncoding? {
        try persistency.encoding(of: id)
    }

    /// Returns some of an album's undeclared texts in each encoding, none if it has no such texts, and the encoding in which they are shown.
    @concurrent
    public func encodingPreviews(
        of id: AlbumID
    ) async throws -> (previews: [(encoding: TextEncoding, texts: [String])], current: TextEncoding?) {
        (try persistency.previews(of: id), try persistency.encoding(of: id))
    }

    /// Joins albums into one. Files become one album, which has the edits and the cover of the one with most files. A record without files, from a
    /// list or added by hand, becomes a copy of the album with files, or else of the first of them. Imports keep the decision. Skips albums that
    /// aren't in the library.
    ///
    /// - Returns: The change.
    /// - Throws: ``PersistencyError``, or a ``RearrangingError`` if there aren't several, or the files of one are on another machine.
    @discardableResult
    public func join(_ ids: [AlbumID]) async throws -> LibraryChange? {
        try await history.perform { try $0.recordJoining(of: ids) }
    }

    /// Separates records without files that were joined with an album. If there are none, splits it into one for each of its folders and formats,
    /// or else for each disc: the first keeps the identifier, the edits and the cover, and joined albums are separated again. Imports keep the
    /// decision.
    ///
    /// - Returns: The change; `nil` if the album isn't in the library.
    /// - Throws: ``PersistencyError``, or a ``RearrangingError`` if the album has no files here or no parts.
    @discardableResult
    public func split(_ id: AlbumID) async throws -> LibraryChange? {
        try await history.perform { try $0.recordSplitting(of: id) }
    }

    /// Chooses which of an album's copies is played. Imports keep the choice.
    ///
    /// - Returns: The change; `nil` if nothing changes, or the album has no such files.
    @discardableResult
    public func play(_ rip: AlbumOrigin.Rip, of id: AlbumID) async throws -> LibraryChange? {
        try await history.perform { try $0.recordChoice(ofRipIn: rip.folder, format: rip.format, for: id) }
    }

    /// Sets a picture that the user has chosen as an album's cover. Imports don't replace it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the picture's file; `nil` for the cover of the album's source.
    ///   - kind: What the picture shows, to keep it among the album's pictures when it isn't the cover any more; `nil` not to keep it.
    /// - Returns: The change; `nil` if nothing changes, or the album isn't in the library.
    /// - Throws: ``CoverError`` if the bytes are no usable picture; ``PersistencyError``.
    @discardableResult
    public func setCover(_ bytes: [UInt8]?, keptAs kind: AlbumPicture.Kind? = nil, of id: AlbumID) async throws -> LibraryChange? {
        guard let bytes else { return try await history.perform { try $0.recordCover(nil, of: id) } }
        let (digest, longestSide) = (try await keep(bytes), PictureHeader.longestSide(of: bytes))
        return try await history.perform { try $0.recordCover(digest, longestSide: longestSide, keptAs: kind, of: id) }
    }

    /// Stores a picture in the library's folder.
    func keep(_ picture: [UInt8]) async throws -> CoverDigest {
        // A reader process checks the picture first, which may take a while.
        try await withTaskExecutorPreference(FileReadingExecutor()) { [persistency] in try persistency.chosenCovers.keep(picture) }
    }

    /// Detects changes by other programs, and posts them. Fast if there are none, so call it whenever a window becomes active, or a file in
    /// the library's folder changes.
    public func noticeOtherPrograms() async {
        // A read error is reported by the next request for a list.
        guard let version = try? persistency.contentsVersion(), versionTold.withLock({ $0 != version }),
            let others = try? await persistency.othersVersionWhenIdle(), othersSeen.withLock({ $0 != others })
        else { return }
        othersSeen.withLock { $0 = others }
        await history.refresh()
        announceChange()
    }

    /// Posts a change that was made, undone or redone.
    func tell(_ outcome: ChangeOutcome) {
        announceChange(outcome.step)
        switch outcome.change?.kind {
        case .cover: break
        // Fetched covers are shown already.
        case .fetching where outcome.step != nil: break
        default: return
        }
        for id in outcome.albums { covers.renew(id) }
    }
}
