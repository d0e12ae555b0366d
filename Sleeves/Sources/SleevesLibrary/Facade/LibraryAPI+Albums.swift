internal import Heed

extension LibraryAPI {
    /// Returns the albums that match a search and a filter, in an order. The list is a snapshot: ``LibraryChanged`` reports when to ask
    /// again.
    ///
    /// - Parameters:
    ///   - search: Words that must each be found in an album's title, artist, genre, label or year, regardless of case and accents. The
    ///     closest albums stand first: those with the words, then with words that begin with them, contain them, or have them only in the
    ///     titles of tracks; if there are very few, then also with words that are nearly them. Words in quotes are a phrase; `1970s` also
    ///     finds the decade. `nil` or blanks for all albums.
    ///   - filter: The facets that the albums must have.
    ///   - order: The order; in a search, that of equally close albums.
    /// - Complexity: O(n) in the albums of the library; a few milliseconds for a hundred thousand of them. The first search, and the first
    ///   filter, also read all texts.
    public func albumList(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws(PersistencyError) -> AlbumList {
        try persistency.albumList(search: search, filter: filter, order: order)
    }

    /// Returns the album at an index of a list, if it is in memory. The object stays the same while it is in use.
    ///
    /// ``loadAlbums(_:of:)`` reads albums a page at a time. Only the most recently used pages are kept, so memory doesn't grow with
    /// scrolling.
    ///
    /// - Parameter index: From 0 to the list's count.
    /// - Returns: `nil` if the page isn't in memory, or if the album has been removed from the library since the list was made.
    /// - Threading: Never reads the disk.
    public func album(at index: Int, in list: AlbumList) -> Album? {
        page(of: index, in: list)?[index % AlbumObjects.pageSize]
    }

    /// Returns whether the album at an index of a list is in memory.
    ///
    /// - Parameter index: From 0 to the list's count.
    public func isLoaded(_ index: Int, of list: AlbumList) -> Bool {
        page(of: index, in: list) != nil
    }

    private func page(of index: Int, in list: AlbumList) -> [Album?]? {
        precondition(list.numbers.indices.contains(index), "LibraryAPI: the index must be one of the list's")
        return objects.page(index / AlbumObjects.pageSize, of: list)
    }

    /// Loads the albums at some indices of a list, with the rest of their pages. Ignores indices outside the list.
    @concurrent
    public func loadAlbums(_ places: Range<Int>, of list: AlbumList) async throws(PersistencyError) {
        try readAlbums(places, of: list)
    }

    /// Reads the albums like ``loadAlbums(_:of:)``, on the calling thread.
    package func readAlbums(_ places: Range<Int>, of list: AlbumList) throws(PersistencyError) {
        let places = places.clamped(to: list.numbers.indices)
        guard !places.isEmpty else { return }
        let size = AlbumObjects.pageSize
        for number in places.lowerBound / size...(places.upperBound - 1) / size where objects.page(number, of: list) == nil {
            let numbers = list.numbers[number * size..<min((number + 1) * size, list.count)]
            let rows = try persistency.albums(numbered: numbers)
            let found = try objects(for: Array(rows.values))
            let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            objects.keep(numbers.map { number in rows[number].flatMap { byID[$0.id] } }, asPage: number, of: list)
        }
    }

    /// Returns the objects of albums, after updating them from their rows.
    private func objects(for rows: [AlbumRecord]) throws(PersistencyError) -> [Album] {
        objects.objects(for: rows, signs: try persistency.signs(of: rows.map(\.id)))
    }

    /// Returns the index of an album in a list; `nil` if the list or the library doesn't contain it.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album, and one database query.
    public func index(of id: AlbumID, in list: AlbumList) throws(PersistencyError) -> Int? {
        try persistency.number(of: id).flatMap(list.numbers.firstIndex)
    }

    /// Returns the identifiers of the albums at some indices of a list, without those that have been removed from the library since.
    ///
    /// - Parameter indices: From 0 to the list's count.
    @concurrent
    public func ids(at indices: [Int], of list: AlbumList) async throws(PersistencyError) -> [AlbumID] {
        try persistency.ids(numbered: indices.map { list.numbers[$0] })
    }

    /// Returns the paths of albums' files, in the order of the albums and their tracks. Skips albums without files, and those whose files are
    /// away.
    ///
    /// - Returns: The paths, and the number of albums that they belong to.
    @concurrent
    public func files(of ids: [AlbumID]) async throws(PersistencyError) -> (paths: [String], albumCount: Int) {
        let away = try albumsAway()
        var (paths, count): ([String], Int) = ([], 0)
        for id in ids where !away.contains(id) {
            let files = try persistency.tracks(of: id).compactMap(\.path)
            paths += files
            if !files.isEmpty { count += 1 }
        }
        return (paths, count)
    }

    /// Returns the album with this identifier; `nil` if the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> Album? {
        guard let record = try persistency.album(id) else { return nil }
        return try objects(for: [record]).first
    }

    /// Returns the albums that match a search and a filter as plain values, for lists and exports. All of them are in memory. Damaged ones
    /// are skipped.
    public func records(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws(PersistencyError) -> [AlbumRecord] {
        try persistency.albums(search: search, filter: filter, order: order)
    }

    /// Returns the number of albums in the library, including damaged ones, without those that are only wishes.
    public func albumCount() throws(PersistencyError) -> Int {
        try persistency.count()
    }

    /// Returns what the library knows about an album beyond what a list shows.
    @concurrent
    public func details(of id: AlbumID) async throws(PersistencyError) -> AlbumDetails {
        let album = try persistency.completeAlbum(id)
        return AlbumDetails(
            tracks: album?.tracks ?? [], release: album?.shownRelease, copies: album?.copies ?? [],
            pictures: album.map(keptPictures) ?? [:],
            opinion: album?.opinion ?? AlbumOpinion(),
            awayFolder: try persistency.awayFolder(of: id),
            machines: try persistency.machines(of: id), origin: try persistency.notableOrigin(of: id))
    }

    /// Returns the reason why an album's files are one album; `nil` if it has none.
    public func origin(of id: AlbumID) throws(PersistencyError) -> AlbumOrigin? {
        try persistency.origin(of: id)
    }

    /// Updates the album objects in use, then posts the change.
    ///
    /// - Parameter step: The step that was undone or redone, if any.
    func announceChange(_ step: HistoryStep? = nil) {
        // First, because others wait for it. It takes no time here.
        sharing.noteChanges()
        if let version = try? persistency.contentsVersion() { versionTold.withLock { $0 = version } }
        let living = objects.living
        // A read error is reported by the next request for a list.
        if !living.isEmpty, let rows = try? persistency.albums(living.map(\.id)) { _ = try? objects(for: rows) }
        hub.post(LibraryChanged(step), from: self)
    }
}
