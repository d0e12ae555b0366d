public import SleevesModel
internal import Synchronization

/// The albums that match a search, in an order, as of one moment: a list of their row numbers, cheap to make and to hold.
///
/// The list neither contains nor reads albums: ``LibraryAPI/album(at:in:)`` returns those.
///
/// ## Behavior
/// - The list doesn't change with the library. It no longer finds albums that have been removed since.
/// - Two lists are equal if they have the same albums in the same order and groups.
public struct AlbumList: Sendable, Equatable {
    /// The row numbers, in the list's order.
    package let numbers: [Int64]
    /// The groups, in the list's order; none in a list without.
    public let groups: [AlbumGroup]
    /// A number that is unique to each list.
    package let serial: UInt64

    private static let serials = Atomic<UInt64>(0)

    init(_ numbers: [Int64], groups: [AlbumGroup] = []) {
        self.numbers = numbers
        self.groups = groups
        serial = Self.serials.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Creates an empty list.
    public init() {
        self.init([])
    }

    /// The number of albums.
    public var count: Int { numbers.count }

    /// Whether the list is empty.
    public var isEmpty: Bool { numbers.isEmpty }

    /// Returns the group of the album at an index; `nil` in a list without groups.
    ///
    /// - Complexity: O(log *n*) in the number of groups.
    public func group(at index: Int) -> AlbumGroup? {
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].indices.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        return groups.indices.contains(low) && groups[low].indices.contains(index) ? groups[low] : nil
    }

    /// Returns the group that begins with the album at an index, if one does.
    public func group(beginningAt index: Int) -> AlbumGroup? {
        group(at: index).flatMap { $0.indices.lowerBound == index ? $0 : nil }
    }

    /// Returns the index that is nearest to a number; `nil` if the list is empty.
    public func index(nearest number: Int) -> Int? {
        isEmpty ? nil : min(max(number, 0), count - 1)
    }

    /// Returns the index of the album at a place of another list; `nil` if this list doesn't contain it.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album.
    public func index(of place: Int, in other: AlbumList) -> Int? {
        other.numbers.indices.contains(place) ? numbers.firstIndex(of: other.numbers[place]) : nil
    }

    /// Returns the indices of the albums at some places of another list, in order, without those that this list doesn't contain.
    ///
    /// - Complexity: O(*n*).
    public func indices(of places: [Int], in other: AlbumList) -> [Int] {
        if places.count == 1 { return [index(of: places[0], in: other)].compactMap(\.self) }
        let wanted = Set(places.lazy.filter(other.numbers.indices.contains).map { other.numbers[$0] })
        return wanted.isEmpty ? [] : numbers.indices.filter { wanted.contains(numbers[$0]) }
    }

    /// Returns the indices of the albums at some places of another list, by these places, without those that this list doesn't contain.
    ///
    /// - Complexity: O(*n*), at some nanoseconds an album, if the places are few.
    public func newPlaces(of places: [Int], in other: AlbumList) -> [Int: Int] {
        func mark(of number: Int64) -> Int { Int(truncatingIfNeeded: number & 1_023) }
        var wanted: [Int64: Int] = [:]
        // Nearly all other albums are without a mark, so they aren't looked for in the dictionary, which takes ten times as long.
        var marks = [Bool](repeating: false, count: 1_024)
        for place in places where other.numbers.indices.contains(place) {
            wanted[other.numbers[place]] = place
            marks[mark(of: other.numbers[place])] = true
        }
        var found: [Int: Int] = [:]
        if wanted.isEmpty { return found }
        for (index, number) in numbers.enumerated() where marks[mark(of: number)] {
            if let place = wanted[number] { found[place] = index }
        }
        return found
    }

    /// Places of another list, and the number of places that this list has instead of them.
    public typealias Replacement = (places: Range<Int>, newCount: Int)

    /// Returns the places of another list that differ from this one.
    ///
    /// - Parameter fixed: A place of the other list. If this list has its album too, it isn't replaced, but only what is before and after it.
    /// - Returns: The replacements, the last places first.
    /// - Complexity: O(*n*), at a nanosecond or less an album.
    public func replacements(of other: AlbumList, around fixed: Int? = nil) -> [Replacement] {
        guard let fixed, let index = index(of: fixed, in: other) else { return [replacement(0..<count, of: 0..<other.count, in: other)] }
        return [
            replacement(index..<count, of: fixed..<other.count, in: other), replacement(0..<index, of: 0..<fixed, in: other),
        ]
    }

    private func replacement(_ own: Range<Int>, of places: Range<Int>, in other: AlbumList) -> Replacement {
        let start = zip(numbers[own], other.numbers[places]).prefix { $0 == $1 }.count
        let (rest, otherRest) = (numbers[own].dropFirst(start), other.numbers[places].dropFirst(start))
        let end = zip(rest.reversed(), otherRest.reversed()).prefix { $0 == $1 }.count
        return (otherRest.startIndex..<otherRest.endIndex - end, rest.count - end)
    }

    /// Returns whether both lists have the same albums in the same order and groups.
    public static func == (left: AlbumList, right: AlbumList) -> Bool {
        left.serial == right.serial || left.numbers == right.numbers && left.groups == right.groups
    }
}
