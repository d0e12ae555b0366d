public import struct FoundationEssentials.Date

/// The text that a scrollbar shows for a place in a list: the beginning of the value that the list is sorted by.
public enum AlbumMark: Sendable, Hashable {
    /// The first letter of the artist or the title, in upper case and without accents.
    case letter(String)
    /// The year of release.
    case year(Int)
    /// The date when the album was added, of which month and year are worth showing.
    case added(Date)
}

extension LibraryAPI {
    /// Returns the index of the next album of a list whose sort value begins with some letters or digits, regardless of case and accents.
    /// The search wraps around at the end. "The Beatles" begin with B.
    ///
    /// The value is the title in a list by title, the year in a list by year if only digits were typed, and the artist in any other.
    ///
    /// - Parameters:
    ///   - letters: The beginning of the value. Blanks match nothing.
    ///   - index: The index to start from.
    ///   - list: The list to search.
    ///   - order: The order of the list.
    ///   - staying: Whether the value at the index counts too.
    /// - Returns: The index of the first album with the next such value from there on; `nil` if no album of the list matches.
    /// - Complexity: O(n) in the albums of the list.
    public func index(
        ofTyped letters: String,
        from index: Int,
        in list: AlbumList,
        order: AlbumOrder,
        staying: Bool
    ) throws(PersistencyError) -> Int? {
        let key = AlbumSortKey(ofTyped: letters, in: order.sort)
        let beginnings = key.beginnings(ofTyped: letters)
        guard !beginnings.isEmpty, list.numbers.indices.contains(index) else { return nil }
        let present = try persistency.sortKey(ofAlbumNumbered: list.numbers[index], by: key)
        if staying, let present, beginnings.contains(where: present.hasPrefix) { return index }
        let others = Set(try persistency.numbers(of: key, beginningWith: beginnings, except: present))
        let next = list.numbers[(index + 1)...].firstIndex(where: others.contains)
        return next ?? list.numbers[..<index].firstIndex(where: others.contains)
    }

    /// Returns what a scrollbar shows for a place in a list; `nil` in random order, and for an album without such a value.
    ///
    /// - Parameters:
    ///   - index: An index of the list. Others have no mark.
    ///   - list: The list.
    ///   - order: The order of the list.
    /// - Complexity: One row of the database.
    @concurrent
    public func mark(of index: Int, in list: AlbumList, order: AlbumOrder) async throws(PersistencyError) -> AlbumMark? {
        guard list.numbers.indices.contains(index) else { return nil }
        let number = list.numbers[index]
        switch order.sort {
        case .artist: return try persistency.sortKey(ofAlbumNumbered: number, by: .artist).flatMap(Self.letter)
        case .title: return try persistency.sortKey(ofAlbumNumbered: number, by: .title).flatMap(Self.letter)
        case .year: return try persistency.sortKey(ofAlbumNumbered: number, by: .year).flatMap { Int($0) }.map(AlbumMark.year)
        case .added: return try persistency.dateAdded(ofAlbumNumbered: number).map(AlbumMark.added)
        case .random: return nil
        }
    }

    private static func letter(of sortKey: String) -> AlbumMark? {
        FoldedText.firstCharacter(ofSortKey: sortKey).map { .letter(String($0).uppercased()) }
    }
}
