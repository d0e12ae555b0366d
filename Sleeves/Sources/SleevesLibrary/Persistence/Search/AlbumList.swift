internal import Synchronization

/// The albums that a search finds, in an order, as of one moment: a list of their row numbers, cheap to make and to hold.
///
/// Holds no albums and reads none: ``LibraryAPI/album(at:in:)`` gives those.
///
/// ## Behavior
/// - The list stays as it is when the library changes. An album that has gone meanwhile is not found by it any more.
/// - Two lists are equal where they have the same albums in the same order.
public struct AlbumList: Sendable, Equatable {
    /// In the list's order.
    let numbers: [Int64]
    /// Another for each list that was made.
    let serial: UInt64

    private static let serials = Atomic<UInt64>(0)

    init(_ numbers: [Int64]) {
        self.numbers = numbers
        serial = Self.serials.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// A list of no albums.
    public init() {
        self.init([])
    }

    /// How many albums there are.
    public var count: Int { numbers.count }

    /// Whether there are none.
    public var isEmpty: Bool { numbers.isEmpty }

    /// Where the album stands that another list has at a place; `nil` where this one does not have it.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album.
    public func index(of place: Int, in other: AlbumList) -> Int? {
        other.numbers.indices.contains(place) ? numbers.firstIndex(of: other.numbers[place]) : nil
    }

    /// Whether both have the same albums in the same order.
    public static func == (left: AlbumList, right: AlbumList) -> Bool {
        left.serial == right.serial || left.numbers == right.numbers
    }
}
