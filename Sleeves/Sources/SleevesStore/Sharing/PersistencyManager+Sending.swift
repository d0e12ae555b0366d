package import SleevesModel
package import SleevesSharing
internal import SQLite

/// The values that wait for the server.
extension PersistencyManager {
    /// Returns which values wait for the server.
    package func waitingItems() throws(PersistencyError) -> [ExchangeQueue.Item] {
        let place = place
        return try read { database in
            var items = try String.fetchAll(database, sql: "SELECT id FROM sharedAlbum WHERE isWaiting ORDER BY id")
                .map { ExchangeQueue.Item.album(AlbumID(rawValue: $0)) }
            items += try String.fetchAll(database, sql: "SELECT id FROM sharedMachine WHERE name = ''")
                .compactMap { MachineID(rawValue: $0).map(ExchangeQueue.Item.machine) }
            if let own = try String.fetchOne(database, sql: "SELECT machine FROM sharing").flatMap(MachineID.init(rawValue:)),
                try Self.description(of: own, place, in: database) != Self.knownDescription(of: own, in: database)
            {
                items.append(.machine(own))
            }
            return items
        }
    }

    /// Returns values to send. Those that don't wait any more are left out.
    package func waitingValues(_ items: [ExchangeQueue.Item]) throws(PersistencyError) -> [WaitingValue] {
        let place = place
        return try read { database in
            let own = try String.fetchOne(database, sql: "SELECT machine FROM sharing").flatMap(MachineID.init(rawValue:))
            return try items.compactMap { item in
                switch item {
                case .album(let id):
                    let sql = "SELECT registers, revision FROM sharedAlbum WHERE id = ? AND isWaiting"
                    let row = try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) {
                        (text: try $0[0] as String, revision: try $0[1] as Int64)
                    }
                    guard let row else { return nil }
                    return WaitingValue(
                        item: item, key: SharedKey.album(id).text, value: Array(row.text.utf8), revision: UInt64(max(row.revision, 0)),
                        pictures: (try? SharedAlbum(decoding: row.text.utf8, limit: .max))?.pictures ?? [])
                case .machine(let id):
                    let sql = "SELECT revision FROM sharedMachine WHERE id = ?"
                    let revision = try Int64.fetchOne(database, sql: sql, arguments: [id.rawValue]) ?? 0
                    let value = id == own ? try Self.description(of: id, place, in: database).encoded : []
                    return WaitingValue(item: item, key: SharedKey.machine(id).text, value: value, revision: UInt64(max(revision, 0)))
                case .cover: return nil
                }
            }
        }
    }

    /// Notes which values the server has stored.
    ///
    /// - Returns: Whether each of them has changed here since.
    package func noteSent(_ sent: [(value: WaitingValue, revision: UInt64)]) throws(PersistencyError)
        -> [ExchangeQueue.Item: ExchangeQueue.Outcome]
    {
        try write { database in
            var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
            // When it was stored becomes known when the stream brings it.
            let sql = "UPDATE sharedAlbum SET revision = ?1, stored = 0, isWaiting = registers IS NOT ?2 WHERE id = ?3 AND revision < ?1"
            let statement = try database.cachedStatement(sql: sql)
            let question = try database.cachedStatement(sql: "SELECT isWaiting FROM sharedAlbum WHERE id = ?")
            for (value, revision) in sent {
                outcomes[value.item] = .same
                switch value.item {
                case .album(let id):
                    let text = String(decoding: value.value, as: UTF8.self)
                    try statement.execute(arguments: [Int64(clamping: revision), text, id.rawValue])
                    if try Bool.fetchOne(question, arguments: [id.rawValue]) == true { outcomes[value.item] = .waiting }
                case .machine(let id) where value.value.isEmpty:
                    try database.run("DELETE FROM sharedMachine WHERE id = ?", [id.rawValue])
                case .machine(let id):
                    guard let machine = try? SharedMachine(decoding: value.value) else { continue }
                    try Self.note(machine, of: id, SharedRevision(revision, at: 0), in: database)
                    // From here on, this is where the identifier belongs.
                    try database.execute(sql: "UPDATE sharing SET place = ?", arguments: [machine.place])
                case .cover: break
                }
            }
            return outcomes
        }
    }

    /// Returns the number of albums whose changes the server doesn't have yet.
    package func waitingCount() throws(PersistencyError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sharedAlbum WHERE isWaiting") ?? 0 }
    }

    /// Returns when the oldest of the changes that wait was made, in seconds since 1970; `nil` if none waits, or that isn't known.
    ///
    /// - Complexity: O(*n*) in the number of albums that wait.
    package func waitingSince() throws(PersistencyError) -> Int64? {
        try read { database in
            let sql = """
                SELECT min(ticks) FROM (SELECT (
                    SELECT max(value ->> '$.at') FROM json_each(registers, '$.patches')
                    WHERE value ->> '$.by' = (SELECT machine FROM sharing)
                ) AS ticks FROM sharedAlbum WHERE isWaiting) WHERE ticks > 0
                """
            return try Int64.fetchOne(database, sql: sql).map { HybridClock.milliseconds(of: $0) / 1_000 }
        }
    }
}
