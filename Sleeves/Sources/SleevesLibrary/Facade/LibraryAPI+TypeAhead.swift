extension LibraryAPI {
    /// Returns the index of the next artist of a list whose name begins with some letters, regardless of case and accents. The search wraps
    /// around at the end. "The Beatles" begin with B.
    ///
    /// - Parameters:
    ///   - letters: The beginning of the name. Blanks match nothing.
    ///   - index: The index to start from.
    ///   - list: The list to search, in any order.
    ///   - staying: Whether the artist at the index counts too.
    /// - Returns: The index of that artist's first album from there on; `nil` if no artist of the list matches.
    /// - Complexity: O(n) in the albums of the list.
    public func index(
        ofArtistBeginningWith letters: String,
        from index: Int,
        in list: AlbumList,
        staying: Bool
    ) throws(PersistencyError) -> Int? {
        let beginning = FoldedText(letters).sortKey
        guard !beginning.isEmpty, list.numbers.indices.contains(index) else { return nil }
        let present = try persistency.artistSortKey(ofAlbumNumbered: list.numbers[index])
        if staying, present?.hasPrefix(beginning) == true { return index }
        let others = Set(try persistency.numbers(ofArtistsBeginningWith: beginning, except: present))
        let next = list.numbers[(index + 1)...].firstIndex(where: others.contains)
        return next ?? list.numbers[..<index].firstIndex(where: others.contains)
    }
}
