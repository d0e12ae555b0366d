internal import Synchronization

extension LibraryAPI {
    /// Returns the facets of the albums that match a search and a filter, each with the number of albums that have it.
    ///
    /// - Parameters:
    ///   - search: As for ``albumList(search:filter:order:)``.
    ///   - filter: The facets that the albums must have. Each count is that of the list with the facet added as another kind.
    /// - Complexity: O(n) in the albums of the library; some hundredths of a second for a hundred thousand of them.
    @concurrent
    public func facets(
        search: String? = nil, filter: AlbumFilter = AlbumFilter()
    ) async throws(PersistencyError) -> AlbumFacetCounts {
        try persistency.facetCounts(search: search, filter: filter)
    }

    /// Returns the values that copies have in common, such as places and sellers, the most frequent first.
    ///
    /// - Complexity: O(n) in the albums of the library.
    @concurrent
    public func commonCopyValues() async throws(PersistencyError) -> [CopyField: [String]] {
        try persistency.commonCopyValues()
    }

    /// Reads what searches and filters need, so that the first one is as fast as others: some tenths of a second for a hundred thousand
    /// albums, and some seconds once for the sizes of covers that an earlier version has stored. Not needed, but useful when a search is
    /// likely, for example when its field opens.
    @concurrent
    public func prepareFinding() async {
        // A read error is reported by the search itself.
        try? persistency.prepareFinding()
        // Those that the library's own files don't tell stay unknown, so once is enough.
        guard !hasMeasured.exchange(true, ordering: .relaxed) else { return }
        await measureCovers(openingFiles: false)
    }

    /// Measures the covers of unknown size, which ``AlbumFacet/smallCover`` doesn't find: those of an earlier version. It opens the files with the
    /// covers. Covers that can't be read now stay unknown.
    ///
    /// - Complexity: O(n) in the number of these covers; about a millisecond for each.
    @concurrent
    public func measureCovers() async {
        await measureCovers(openingFiles: true)
    }

    private func measureCovers(openingFiles: Bool) async {
        let areSmall = await withTaskExecutorPreference(FileReadingExecutor()) { persistency.measureCovers(openingFiles: openingFiles) }
        if areSmall { announceChange() }
    }

    /// Returns what the library contains, in numbers.
    ///
    /// - Parameter limit: The maximum number of genres, labels and formats, each. The rest is summed up. Zero: they aren't counted.
    /// - Complexity: O(n) in the albums of the library.
    @concurrent
    public func statistics(limit: Int = 10) async throws(PersistencyError) -> LibraryStatistics {
        try persistency.statistics(limit: max(0, limit))
    }

    /// Returns what some albums contain, in numbers.
    ///
    /// - Parameters:
    ///   - indices: The albums' indices in the list. Those of removed albums are skipped.
    ///   - limit: The maximum number of genres, labels and formats, each. The rest is summed up. Zero: they aren't counted.
    /// - Complexity: O(n) in the albums of the library.
    @concurrent
    public func statistics(of indices: [Int], in list: AlbumList, limit: Int = 10) async throws(PersistencyError) -> LibraryStatistics {
        try persistency.statistics(of: indices.map { list.numbers[$0] }, limit: max(0, limit))
    }
}
