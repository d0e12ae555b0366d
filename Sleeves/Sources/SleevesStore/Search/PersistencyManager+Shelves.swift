package import SleevesModel
internal import SleevesSharing
internal import SQLite

/// The user's shelves, in the table `shelf`: each as JSON, by the key of its name.
extension PersistencyManager {
    /// Returns the shelves. Those that this version can't read are left out, and stay.
    package func shelves() throws(PersistencyError) -> Shelves {
        try read { database in
            Shelves(try Self.storedShelves(in: database).values.compactMap { try? StoredJSON.decode(Shelf.self, from: $0) })
        }
    }

    /// Saves a shelf, in place of one with the same name, and of another one.
    package func save(_ shelf: Shelf, insteadOf former: Shelf?) throws(PersistencyError) {
        try write { database in
            if let former, former.key != shelf.key { try Self.store(nil, at: former.key, in: database) }
            try Self.store(try StoredJSON.encode(shelf), at: shelf.key, in: database)
        }
    }

    /// Removes a shelf.
    package func remove(_ shelf: Shelf) throws(PersistencyError) {
        try write { try Self.store(nil, at: shelf.key, in: $0) }
    }

    static func storedShelves(in database: Database) throws -> [String: String] {
        let statement = try database.cachedStatement(sql: "SELECT key, value FROM shelf WHERE key <> ''")
        return Dictionary(uniqueKeysWithValues: try Row.fetchAll(statement) { (try $0[0] as String, try $0[1] as String) })
    }

    /// - Parameter text: The shelf as JSON; `nil` for none.
    static func store(_ text: String?, at key: String, in database: Database) throws {
        if let text {
            let sql = "INSERT INTO shelf VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = ?2 WHERE value <> ?2"
            try database.run(sql, [key, text])
        } else {
            try database.run("DELETE FROM shelf WHERE key = ?", [key])
        }
        // Windows look again.
        if database.changesCount > 0 { try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1") }
    }

    /// Takes the shelves of an earlier version, once, which kept them in the state of its window.
    func takeEarlierShelves() throws(PersistencyError) {
        let mark = "SELECT EXISTS (SELECT 1 FROM shelf WHERE key = '')"
        guard try read({ try Bool.fetchOne($0, sql: mark) == true }) else { return }
        let shelves = earlierShelves()
        try write { database in
            guard try Bool.fetchOne(database, sql: mark) == true else { return }
            for shelf in shelves { try Self.store(try StoredJSON.encode(shelf), at: shelf.key, in: database) }
            try database.execute(sql: "DELETE FROM shelf WHERE key = ''")
        }
    }
}
