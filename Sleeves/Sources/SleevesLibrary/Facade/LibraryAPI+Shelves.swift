extension LibraryAPI {
    /// Returns the user's shelves, which all machines have that share the library.
    @concurrent
    public func shelves() async throws(PersistencyError) -> Shelves {
        try persistency.shelves()
    }

    /// Saves a shelf, in place of one with the same name, regardless of case.
    ///
    /// - Parameter former: The shelf in whose place it stands, which may have another name.
    @concurrent
    public func save(_ shelf: Shelf, insteadOf former: Shelf? = nil) async throws(PersistencyError) {
        try persistency.save(shelf, insteadOf: former)
        announceChange()
    }

    /// Removes a shelf. Its albums stay.
    @concurrent
    public func remove(_ shelf: Shelf) async throws(PersistencyError) {
        try persistency.remove(shelf)
        announceChange()
    }

    /// Returns the numbers of albums that are on some shelves now. If the task is cancelled, only the first ones.
    ///
    /// - Complexity: O(n) in the albums of the library, for each shelf.
    @concurrent
    public func counts(of shelves: [Shelf]) async throws(PersistencyError) -> [Int] {
        var counts: [Int] = []
        for shelf in shelves where !Task.isCancelled { counts.append(try albumList(search: shelf.search, filter: shelf.filter).count) }
        return counts
    }
}
