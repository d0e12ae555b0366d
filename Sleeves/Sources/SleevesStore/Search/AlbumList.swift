internal import Synchronization

/// The albums that match a search, in an order, as of one moment: a list of their row numbers, cheap to make and to hold.
///
/// The list neither contains nor reads albums: ``LibraryAPI/album(at:in:)`` returns those.
///
/// ## Behavior
/// - The list doesn't change with the library. It no longer finds albums that have been removed since.
/// - Two lists are equal if they have the same albums in the same order.
public struct AlbumList: Sendable, Equatable {
    /// The row numbers, in the list's order.
    package let numbers: [Int64]
    /// A number that is unique to each list.
    package let serial: UInt64

    private static let serials = Atomic<UInt64>(0)

    init(_ numbers: [Int64]) {
        self.numbers = numbers
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

    /// Returns the index of the album at a place of another list; `nil` if this list doesn't contain it.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album.
    public func index(of place: Int, in other: AlbumList) -> Int? {
        other.numbers.indices.contains(place) ? numbers.firstIndex(of: other.numbers[place]) : nil
    }

    /// Returns the places of another list that differ from this one, and the number of places that this list has instead of them.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album.
    public func replacement(of other: AlbumList) -> (places: Range<Int>, newCount: Int) {
        let start = zip(numbers, other.numbers).prefix { $0 == $1 }.count
        let end = zip(numbers[start...].reversed(), other.numbers[start...].reversed()).prefix { $0 == $1 }.count
        return (start..<other.count - end, count - end - start)
    }

    /// Returns whether both lists have the same albums in the same order.
    public static func == (left: AlbumList, right: AlbumList) -> Bool {
        left.serial == right.serial || left.numbers == right.numbers
    }
}
