/// A change that was undone, or done again.
public struct HistoryStep: Sendable, Hashable {
    /// What was undone or done again.
    public let change: LibraryChange
    /// The albums that it concerned, as they are called now: those that are back, those that look otherwise, or those that are gone again.
    public let albums: [AlbumID]
    /// The numbers of their rows; of those that are gone, the last they had.
    let numbers: [Int64]
}

extension AlbumList {
    /// Where the first album stands that an undoing or redoing concerned, or `nil` where the list has none of them.
    ///
    /// A list that was made before a removal was done again has the albums that are gone by now.
    ///
    /// - Complexity: O(*n*) in the albums of the list.
    public func index(of step: HistoryStep) -> Int? {
        if step.numbers.count == 1 { return numbers.firstIndex(of: step.numbers[0]) }
        let wanted = Set(step.numbers)
        return numbers.firstIndex(where: wanted.contains)
    }
}
