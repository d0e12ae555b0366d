package import SleevesModel
internal import SleevesSharing
internal import SQLite

/// The user's shelves, in the table `shelf`: each as JSON, by the key of its name.
extension PersistencyManager {
    /// The maximum number of shelves that are shown.
    private static let limit = 1_000

    /// Returns the shelves. Those that this version can't read are left out, and stay.
    package func shelves() throws(PersistencyError) -> Shelves {
        try read { database in
            var (shelves, reserved): ([Shelf], Set<String>) = ([], [])
            for (key, text) in try Self.storedShelves(in: database).sorted(by: { $0.key < $1.key }) {
                guard let shelf = try? StoredJSON.decode(Shelf.self, from: text) else {
                    reserved.insert(key)
                    continue
                }
                // One under another name could be neither renamed nor removed.
                if shelf.key == key, shelves.count < Self.limit { shelves.append(shelf) }
            }
            return Shelves(shelves, reserved: reserved)
        }
    }

    /// Saves a shelf, in place of one with the same name, and of another one.
    package func save(_ shelf: Shelf, insteadOf former: Shelf?) throws(PersistencyError) {
        try write { database in
            let stored = try Self.storedShelves(in: database)
            let old = (former ?? shelf).key
            if old != shelf.key { try Self.store(nil, at: old, in: database) }
            try Self.store(try Self.json(of: shelf, insteadOf: stored[old]), at: shelf.key, in: database)
        }
    }

    /// Removes a shelf.
    package func remove(_ shelf: Shelf) throws(PersistencyError) {
        try write { try Self.store(nil, at: shelf.key, in: $0) }
    }

    /// Returns a shelf as JSON, with what newer versions say of it besides.
    private static func json(of shelf: Shelf, insteadOf old: String?) throws -> String {
        let new = try StoredJSON.encode(shelf)
        guard let old, let former = try? StoredJSON.decode(Shelf.self, from: old) else { return new }
        return JSONValue.merging(new, try StoredJSON.encode(former), into: old)
    }

    static func storedShelves(in database: Database) throws -> [String: String] {
        let statement = try database.cachedStatement(sql: "SELECT key, value FROM shelf WHERE key <> ''")
        let shelves = try Row.fetchAll(statement) { (try $0[0] as String, try $0[1] as String) }
        // SQLite tells texts apart that are equal in Swift.
        return Dictionary(shelves) { first, _ in first }
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
        // A state that can't be read now may be read the next time.
        guard let shelves = earlierShelves() else { return }
        try write { database in
            guard try Bool.fetchOne(database, sql: mark) == true else { return }
            // Changes that other machines have shared since, also removals, are newer.
            let shared = try SharedCatalogue.shelves(in: database)
            for shelf in shelves where shared[shelf.key] == nil {
                try Self.store(try StoredJSON.encode(shelf), at: shelf.key, in: database)
            }
            try database.execute(sql: "DELETE FROM shelf WHERE key = ''")
        }
    }
}
