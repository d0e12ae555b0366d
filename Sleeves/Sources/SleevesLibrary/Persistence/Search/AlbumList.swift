internal import Synchronization

/// The albums that a search finds, in an order, as of one moment: a list of their row numbers, cheap to make and to hold.
///
/// ``LibraryAPI/album(at:in:)`` gives the albums themselves.
///
/// ## Behavior
/// - The list stays as it is when the library changes. An album that has gone meanwhile is not found by it any more.
/// - Two lists are equal where they have the same albums in the same order.
public struct AlbumList: Sendable, Equatable {
    /// In the list's order.
    let numbers: [Int64]
    /// Another for each list that was made.
    let serial: UInt64
    private let library: PersistencyManager?

    private static let serials = Atomic<UInt64>(0)

    init(_ numbers: [Int64], of library: PersistencyManager?) {
        self.numbers = numbers
        self.library = library
        serial = Self.serials.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// A list of no albums.
    public init() {
        self.init([], of: nil)
    }

    /// How many albums there are.
    public var count: Int { numbers.count }

    /// Whether there are none.
    public var isEmpty: Bool { numbers.isEmpty }

    /// Where an album stands, or `nil` where it is not in the list or not in the library any more.
    ///
    /// - Complexity: O(*n*), at a nanosecond or less an album, and one question to the database.
    public func index(of id: AlbumID) -> Int? {
        guard let number = try? library?.number(of: id) else { return nil }
        return numbers.firstIndex(of: number)
    }

    /// Whether both have the same albums in the same order.
    public static func == (left: AlbumList, right: AlbumList) -> Bool {
        left.serial == right.serial || left.numbers == right.numbers
    }
}
