internal import SleevesModel
internal import SQLite
internal import Synchronization

/// A cache of the orders of the library's albums, valid until any program adds, removes or re-sorts an album.
///
/// - `state` is protected by its lock: each requested order, with its count of changes.
final class AlbumOrders: Sendable {
    private struct Order {
        let numbers: [Int64]
        let version: Int64
    }

    private struct State {
        var orders: [AlbumSort: Order] = [:]
        var readings = 0
    }

    private let state = Mutex(State())

    /// The number of times that an order was read from the database.
    var readings: Int { state.withLock { $0.readings } }

    /// Returns the row numbers of all albums, in an order, as of the database's moment.
    func numbers(by sort: AlbumSort, in database: Database) throws -> [Int64] {
        let version = try Int64.fetchOne(try database.cachedStatement(sql: "SELECT orders FROM albumVersion")) ?? 0
        if let order = state.withLock({ $0.orders[sort] }), order.version == version { return order.numbers }
        let statement = try database.cachedStatement(sql: "SELECT number FROM album ORDER BY \(sort.orderClause)")
        let numbers = try Int64.fetchAll(statement)
        state.withLock { state in
            state.readings += 1
            // Two readers may see two moments; the later one counts.
            guard state.orders[sort].map({ $0.version < version }) ?? true else { return }
            state.orders[sort] = Order(numbers: numbers, version: version)
        }
        return numbers
    }
}
