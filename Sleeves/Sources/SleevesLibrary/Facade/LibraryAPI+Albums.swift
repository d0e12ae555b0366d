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

    /// An album of a list: the same object each time, as long as somebody holds it.
    ///
    /// Albums are read a page at a time, and only the pages that were looked at last are kept, so that memory does not grow with what was
    /// scrolled past.
    ///
    /// - Parameter index: From 0 to the list's count.
    /// - Returns: `nil` where the album has been taken out of the library since the list was made.
    public func album(at index: Int, in list: AlbumList) throws(PersistencyError) -> Album? {
        precondition(list.numbers.indices.contains(index), "LibraryAPI.album(at:in:): the index must be one of the list's")
        let (number, offset) = index.quotientAndRemainder(dividingBy: AlbumObjects.pageSize)
        if let page = objects.page(number, of: list) { return page[offset] }
        let start = number * AlbumObjects.pageSize
        let numbers = list.numbers[start..<min(start + AlbumObjects.pageSize, list.count)]
        let rows = try persistency.albums(numbered: numbers)
        let found = objects.objects(for: Array(rows.values))
        let byID = Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) })
        let page = numbers.map { number in rows[number].flatMap { byID[$0.id] } }
        objects.keep(page, asPage: number, of: list)
        return page[offset]
    }

    /// The album with this identifier, or `nil` where the library has none.
    public func album(_ id: AlbumID) throws(PersistencyError) -> Album? {
        try persistency.album(id).flatMap { objects.objects(for: [$0]).first }
    }

    /// The albums that a search finds as plain values, for lists and exports. All of them are in memory. Damaged ones are left out.
    public func storedAlbums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [StoredAlbum] {
        try persistency.albums(search: search, sort: sort)
    }

    /// The albums that wantlists have named and the library does not have, as plain values.
    public func wantedAlbums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [StoredAlbum] {
        try persistency.wantedAlbums(search: search, sort: sort)
    }

    /// How many albums the library has, the damaged ones among them.
    public func albumCount() throws(PersistencyError) -> Int {
        try persistency.count()
    }

    /// An album's tracks in playing order. Empty where its source lists none.
    public func tracks(of album: Album) throws(PersistencyError) -> [TrackRecord] {
        try persistency.tracks(of: album.id)
    }

    /// What a collector's catalogue says of an album's record, where it came from one.
    public func release(of album: Album) throws(PersistencyError) -> ReleaseRecord? {
        try persistency.release(of: album.id)
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
