internal import Heed

extension LibraryAPI {
    /// The albums that a search finds, in an order. The list is a snapshot: ``LibraryChanged`` tells when to ask again.
    ///
    /// - Parameters:
    ///   - search: Words that must each begin a word of an album's title, artist, genre, label or year, whatever their case and accents;
    ///     `nil` or blanks for all albums.
    ///   - sort: The order.
    /// - Complexity: O(n) in the albums of the library, but a few milliseconds for a hundred thousand of them.
    public func albumList(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> AlbumList {
        try persistency.albumList(search: search, sort: sort)
    }

    /// An album of a list, where it is in memory: the same object each time, as long as somebody holds it.
    ///
    /// Albums are read a page at a time by ``loadAlbums(_:of:)``, and only the pages that were looked at last are kept, so that memory does
    /// not grow with what was scrolled past.
    ///
    /// - Parameter index: From 0 to the list's count.
    /// - Returns: `nil` where its page is not in memory, or the album has been taken out of the library since the list was made.
    /// - Threading: Never reads the disk.
    public func album(at index: Int, in list: AlbumList) -> Album? {
        page(of: index, in: list)?[index % AlbumObjects.pageSize]
    }

    /// Whether the place of a list is in memory.
    ///
    /// - Parameter index: From 0 to the list's count.
    public func isLoaded(_ index: Int, of list: AlbumList) -> Bool {
        page(of: index, in: list) != nil
    }

    private func page(of index: Int, in list: AlbumList) -> [Album?]? {
        precondition(list.numbers.indices.contains(index), "LibraryAPI: the index must be one of the list's")
        return objects.page(index / AlbumObjects.pageSize, of: list)
    }

    /// Reads the albums of some places of a list into memory, with others of the same pages. Places outside the list are passed over.
    @concurrent
    public func loadAlbums(_ places: Range<Int>, of list: AlbumList) async throws(PersistencyError) {
        try readAlbums(places, of: list)
    }

    func readAlbums(_ places: Range<Int>, of list: AlbumList) throws(PersistencyError) {
        let places = places.clamped(to: list.numbers.indices)
        guard !places.isEmpty else { return }
        let size = AlbumObjects.pageSize
        for number in places.lowerBound / size...(places.upperBound - 1) / size where objects.page(number, of: list) == nil {
            let numbers = list.numbers[number * size..<min((number + 1) * size, list.count)]
            let rows = try persistency.albums(numbered: numbers)
            let found = objects.objects(for: Array(rows.values))
            let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
            objects.keep(numbers.map { number in rows[number].flatMap { byID[$0.id] } }, asPage: number, of: list)
        }
    }

    /// Where an album stands in a list, or `nil` where it is not in it or not in the library any more.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album, and one question to the database.
    public func index(of id: AlbumID, in list: AlbumList) throws(PersistencyError) -> Int? {
        try persistency.number(of: id).flatMap(list.numbers.firstIndex)
    }

    /// The album with this identifier, or `nil` where the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> Album? {
        try persistency.album(id).flatMap { objects.objects(for: [$0]).first }
    }

    /// The albums that a search finds as plain values, for lists and exports. All of them are in memory. Damaged ones are left out.
    public func records(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [AlbumRecord] {
        try persistency.albums(search: search, sort: sort)
    }

    /// The albums that wantlists have named and the library does not have, as plain values.
    public func wantedAlbums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [AlbumRecord] {
        try persistency.wantedAlbums(search: search, sort: sort)
    }

    /// How many albums the library has, the damaged ones among them.
    public func albumCount() throws(PersistencyError) -> Int {
        try persistency.count()
    }

    /// What a list doesn't need to know of an album.
    @concurrent
    public func details(of id: AlbumID) async throws(PersistencyError) -> AlbumDetails {
        AlbumDetails(
            tracks: try persistency.tracks(of: id), release: try persistency.release(of: id), awayFolder: try persistency.awayFolder(of: id)
        )
    }

    /// Brings the albums that somebody holds up to date, then tells of the change.
    ///
    /// - Parameter step: What was undone or redone, if it was that.
    func announceChange(_ step: HistoryStep? = nil) {
        if let version = try? persistency.contentsVersion() { versionTold.withLock { $0 = version } }
        let living = objects.living
        // What cannot be read now is told of when a list is asked for.
        if !living.isEmpty, let rows = try? persistency.albums(living.map(\.id)) { _ = objects.objects(for: rows) }
        hub.post(LibraryChanged(step), from: self)
    }
}
