internal import SleevesModel
internal import SQLite
internal import Synchronization

/// A cache of the orders of the library's albums, valid until any program adds, removes or re-sorts an album.
///
/// - `state` is protected by its lock: each requested order, with its count of changes. Of random orders, only the last one.
/// - `duplicates` and `joined` synchronize themselves.
final class AlbumOrders: Sendable {
    private struct Order {
        /// All albums without joined records, and those that aren't only wishes.
        let all, library: Sorted
        var seed: UInt64 = 0
        let version: Int64
    }

    /// Sorted albums.
    private struct Sorted {
        let numbers: [Int64]
        /// The number of albums at the end that stay there in the reversed order.
        var trailing = 0

        func numbers(isReversed: Bool) -> [Int64] {
            guard isReversed else { return numbers }
            let end = max(0, numbers.count - trailing)
            return numbers[..<end].reversed() + numbers[end...]
        }

        func without(_ others: [Int64]) -> Sorted {
            if others.isEmpty { return self }
            let others = NumberTable(others)
            return Sorted(numbers: numbers.filter { !others[$0] }, trailing: numbers.suffix(trailing).count { !others[$0] })
        }
    }

    private struct State {
        var orders: [AlbumSort: Order] = [:]
        var readings = 0
    }

    private let state = Mutex(State())
    private let duplicates = VersionedValue<NumberTable<Bool>>()
    private let joined = VersionedValue<[JoinedRecords.Pair]>()

    /// The number of times that an order was read from the database.
    var readings: Int { state.withLock { $0.readings } }

    /// Returns the row numbers of the albums, in an order, as of the database's moment.
    ///
    /// - Parameter includesWishes: Whether to return also those that are only wishes.
    func numbers(by order: AlbumOrder, includesWishes: Bool = false, in database: Database) throws -> [Int64] {
        let kept = try kept(order, in: database)
        return (includesWishes ? kept.all : kept.library).numbers(isReversed: order.isReversed)
    }

    private func version(in database: Database) throws -> Int64 {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT orders FROM albumVersion")) ?? 0
    }

    /// Returns the records that are joined with albums, which show them.
    func joined(in database: Database) throws -> [JoinedRecords.Pair] {
        try joined.value(at: try version(in: database)) { try JoinedRecords(database).pairs() }
    }

    /// Returns the albums with another one of the same title and artist. Wishes and joined records don't count.
    func duplicates(in database: Database) throws -> NumberTable<Bool> {
        try duplicates.value(at: try version(in: database)) {
            let others = NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: Self.others)))
            let groups = try String.fetchAll(try database.cachedStatement(sql: Self.groupsOfEquals)).map { numbers in
                numbers.split(separator: ",").compactMap { Int64($0) }.filter { !others[$0] }
            }
            return NumberTable(groups.filter { $0.count > 1 }.joined())
        }
    }

    private func kept(_ order: AlbumOrder, in database: Database) throws -> Order {
        let version = try version(in: database)
        let seed = order.sort == .random ? order.seed : 0
        if let kept = state.withLock({ $0.orders[order.sort] }), kept.version == version, kept.seed == seed {
            return kept
        }
        let read = try read(order, version, in: database)
        state.withLock { state in
            state.readings += 1
            // Two readers may see two moments; the later one counts.
            guard state.orders[order.sort].map({ $0.version < version || $0.seed != seed }) ?? true else { return }
            state.orders[order.sort] = read
        }
        return read
    }

    private func read(_ order: AlbumOrder, _ version: Int64, in database: Database) throws -> Order {
        let statement = try database.cachedStatement(sql: "SELECT number FROM album ORDER BY \(order.sort.orderClause)")
        let numbers = try Int64.fetchAll(statement)
        switch order.sort {
        case .random:
            let keyed = numbers.map { (key: order.randomKey(of: UInt64(bitPattern: $0)), number: $0) }
            let shuffled = keyed.sorted { ($0.key, $0.number) < ($1.key, $1.number) }
            return try self.order(shuffled.map(\.number), seed: order.seed, version, in: database)
        case .year:
            let undated = try database.cachedStatement(sql: "SELECT count(*) FROM album WHERE (year IS NULL) = 1")
            return try self.order(numbers, trailing: try Int.fetchOne(undated) ?? 0, version, in: database)
        case .artist, .title, .added:
            return try self.order(numbers, version, in: database)
        }
    }

    private func order(
        _ numbers: [Int64], trailing: Int = 0, seed: UInt64 = 0, _ version: Int64, in database: Database
    ) throws -> Order {
        let all = Sorted(numbers: numbers, trailing: trailing).without(try joined(in: database).map(\.record))
        let library = all.without(try Int64.fetchAll(try database.cachedStatement(sql: Self.wishes)))
        return Order(all: all, library: library, seed: seed, version: version)
    }

    /// The query for the row numbers of albums with the same title and artist, a text for each group.
    static let groupsOfEquals = "SELECT group_concat(number) FROM album GROUP BY titleSort, artistSort HAVING count(*) > 1"

    /// The query for the row numbers of albums that are only wishes.
    static let wishes = "SELECT number FROM album WHERE isWanted"

    /// The query for the row numbers of albums that don't count: wishes, and records that other albums show.
    static let others = "\(wishes) UNION \(JoinedRecords.numbers)"
}
