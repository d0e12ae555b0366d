extension LibraryAPI {
    /// Where the next artist of a list stands whose name begins with some letters, whatever their case and accents; behind the end it goes
    /// on at the beginning. "The Beatles" begin with B.
    ///
    /// - Parameters:
    ///   - letters: What the name begins with. Nothing is found for blanks.
    ///   - index: From where to look.
    ///   - list: The list to look in, in any order.
    ///   - staying: Whether the artist there counts too.
    /// - Returns: The first album of that artist from there on, or `nil` where no artist of the list begins so.
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
