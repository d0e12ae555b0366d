public import SleevesModel

/// A change that was undone or redone, or that added a record: one whose albums a window shows.
public struct HistoryStep: Sendable, Hashable {
    /// The change.
    public let change: LibraryChange
    /// The affected albums, by their current identifiers: those that came back, changed, or are gone again. Of an import, the first ones.
    public let albums: [AlbumID]
    /// The numbers of their rows; for albums that are gone, the last ones.
    let numbers: [Int64]

    /// The maximum number of an import's albums that are named. A list may have a million.
    static let limit = 10_000
}

extension AlbumList {
    /// Returns the index of the first album that an undone or redone change has affected; `nil` if the list contains none of them.
    ///
    /// A list that was made before a removal was redone still contains the removed albums.
    ///
    /// - Complexity: O(*n*) in the albums of the list.
    public func index(of step: HistoryStep) -> Int? {
        if step.numbers.count == 1 { return numbers.firstIndex(of: step.numbers[0]) }
        let wanted = Set(step.numbers)
        return numbers.firstIndex(where: wanted.contains)
    }

    /// Returns the indices of all albums that an undone or redone change has affected, in order.
    ///
    /// - Complexity: O(*n*) in the albums of the list.
    public func indices(of step: HistoryStep) -> [Int] {
        let wanted = Set(step.numbers)
        return numbers.indices.filter { wanted.contains(numbers[$0]) }
    }
}
