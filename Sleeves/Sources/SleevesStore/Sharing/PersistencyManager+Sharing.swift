package import SleevesModel
package import SleevesSharing
internal import Dispatch
internal import SQLite
internal import Synchronization

/// What is known of sharing a library.
package struct SharingRecord: Sendable, Hashable {
    package var settings: SharingSettings
    package var machine: MachineID
    package var isOn: Bool
    /// The number of albums whose changes the server doesn't have yet.
    package var waitingCount: Int
    /// The names of the other machines.
    package var otherMachines: [String]
}

/// The result of merging what other machines have sent.
package struct SharingMerge: Sendable, Hashable {
    /// The albums that have changed.
    package var albums: [AlbumID] = []
    /// Those among them whose cover may be another one.
    package var covers: [AlbumID] = []
    /// The number of values that are no messages of Sleeves, or damaged.
    package var damaged = 0
    /// The number of values that a newer version has written.
    package var newer = 0
    /// The machines whose clocks are too far ahead, and by how many milliseconds.
    package var ahead: [MachineID: Int64] = [:]

    package init() {}
}

/// An album to send.
package struct WaitingAlbum: Sendable, Hashable {
    package var id: AlbumID
    /// What to send.
    package var text: String
    /// The last revision of the album that was seen; 0 if none was.
    package var revision: UInt64
    /// The cover that the user has chosen, which has to be sent first.
    package var cover: CoverDigest?
}

/// A value that was read from the server.
package struct SharedEntry: Sendable, Hashable {
    package var key: String
    package var value: [UInt8]
    package var revision: UInt64

    /// - Parameter value: Empty if the value was deleted.
    package init(key: String, value: [UInt8], revision: UInt64) {
        (self.key, self.value, self.revision) = (key, value, revision)
    }
}

extension PersistencyManager {
    // MARK: Settings

    /// Returns how the library is shared; `nil` if it never was.
    package func sharing() throws(PersistencyError) -> SharingRecord? {
        try read { database in
            let sql = "SELECT settings, machine, isOn, (SELECT count(*) FROM sharedAlbum WHERE isWaiting) FROM sharing"
            let record = try Row.fetchOne(database, sql: sql) { row -> SharingRecord? in
                guard let machine = MachineID(rawValue: try row[1]) else { return nil }
                return SharingRecord(
                    settings: try StoredJSON.decode(SharingSettings.self, from: try row[0]), machine: machine, isOn: try row[2],
                    waitingCount: try row[3], otherMachines: [])
            }
            guard var record = record ?? nil else { return nil }
            let names = "SELECT name FROM sharedMachine WHERE id <> ? ORDER BY name"
            record.otherMachines = try String.fetchAll(database, sql: names, arguments: [record.machine.rawValue])
            return record
        }
    }

    /// Begins to share the library, or changes how it is shared.
    package func share(_ settings: SharingSettings) throws(PersistencyError) {
        try write { database in
            let sql = "SELECT settings FROM sharing"
            let before = try String.fetchOne(database, sql: sql).flatMap { try? StoredJSON.decode(SharingSettings.self, from: $0) }
            try database.execute(
                sql: """
                    INSERT INTO sharing (id, machine, isOn, settings) VALUES (1, ?, 1, ?)
                    ON CONFLICT (id) DO UPDATE SET isOn = 1, settings = excluded.settings
                    """,
                arguments: [MachineID.random().rawValue, try StoredJSON.encode(settings)])
            // Another collection has other revisions.
            if before?.server != settings.server || before?.collection != settings.collection { try Self.sendEverything(in: database) }
            try SharedCatalogue(database, now: clock())?.stampAll()
            try Self.noteSharingChanged(in: database)
        }
    }

    /// Stops sharing. The library keeps the albums of the other machines, and what is needed to share again.
    package func stopSharing() throws(PersistencyError) {
        try write { database in
            try database.execute(sql: "UPDATE sharing SET isOn = 0")
            try Self.noteSharingChanged(in: database)
        }
    }

    /// Windows look again.
    private static func noteSharingChanged(in database: Database) throws {
        try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1")
    }

    // MARK: Receiving

    /// Notes that a bucket was reached.
    ///
    /// If it is another one than before, or has lost values, everything is sent again.
    ///
    /// - Parameters:
    ///   - created: When the bucket was created.
    ///   - lastRevision: The last revision in it.
    /// - Returns: The revision to read on from.
    package func beginSharing(created: Int64, lastRevision: UInt64) throws(PersistencyError) -> UInt64 {
        try write { database in
            let sql = "SELECT bucket, revision, refused FROM sharing"
            let state = try Row.fetchOne(database, sql: sql) { row in
                (bucket: try row[0] as Int64, revision: try row[1] as Int64, refused: try row[2] as Int64?)
            }
            guard let state else { return 0 }
            try SharedCatalogue(database, now: clock())?.correctTimes()
            if state.bucket != created || state.revision > Int64(clamping: lastRevision) {
                try Self.sendEverything(in: database)
                try database.execute(sql: "UPDATE sharing SET bucket = ?", arguments: [created])
                return 0
            }
            // What was refused may be of use by now.
            try database.execute(sql: "UPDATE sharing SET revision = min(revision, coalesce(refused, revision + 1) - 1), refused = NULL")
            return UInt64(max(min(state.revision, (state.refused ?? .max) - 1), 0))
        }
    }

    /// Sends everything again, and reads everything again.
    package func sendEverything() throws(PersistencyError) {
        try write { try Self.sendEverything(in: $0) }
    }

    private static func sendEverything(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE sharedAlbum SET revision = 0, isWaiting = 1;
                DELETE FROM sharedMachine WHERE id = (SELECT machine FROM sharing);
                UPDATE sharing SET bucket = 0, revision = 0, lastKey = NULL, refused = NULL;
                """)
    }

    /// The key of the last value that was read, and its revision: the server still has a value of the key that isn't older.
    package func lastShared() throws(PersistencyError) -> (key: String, revision: UInt64)? {
        try read { database in
            try Row.fetchOne(database, sql: "SELECT lastKey, revision FROM sharing WHERE lastKey IS NOT NULL") { row in
                (try row[0] as String, UInt64(max(try row[1] as Int64, 0)))
            }
        }
    }

    /// Merges what was read from the server, in one transaction.
    ///
    /// - Parameter isInOrder: Whether the entries follow the last ones, rather than being looked up.
    package func mergeShared(_ entries: [SharedEntry], isInOrder: Bool = true) throws(PersistencyError) -> SharingMerge {
        let decoded = Self.decode(entries)
        return try write { database in
            var result = SharingMerge()
            guard let catalogue = try SharedCatalogue(database, now: clock()) else { return result }
            try catalogue.withoutStamping {
                for (entry, decoded) in zip(entries, decoded) where try !Self.merge(entry, decoded, into: catalogue, &result) {
                    let sql = "UPDATE sharing SET refused = min(coalesce(refused, ?1), ?1)"
                    try database.execute(sql: sql, arguments: [Int64(clamping: entry.revision)])
                }
            }
            if isInOrder, let last = entries.last {
                try database.execute(
                    sql: "UPDATE sharing SET revision = ?, lastKey = ?", arguments: [Int64(clamping: last.revision), last.key])
            }
            return result
        }
    }

    /// An album, and the same as a library gets it that doesn't have it yet.
    private typealias DecodedAlbum = Result<(shared: SharedAlbum, new: CompleteAlbum?), SharedMessageError>

    private static func decode(_ entry: SharedEntry, _ id: AlbumID) -> DecodedAlbum {
        Result { () throws(SharedMessageError) in
            let shared = try SharedAlbum(decoding: entry.value)
            return (shared, shared.newAlbum(id))
        }
    }

    /// Decodes the albums among many entries, on all cores; few are decoded where they are needed.
    private static func decode(_ entries: [SharedEntry]) -> [DecodedAlbum?] {
        guard entries.count > 16 else { return entries.map { _ in nil } }
        let decoded = Mutex([DecodedAlbum?](repeating: nil, count: entries.count))
        let part = 16
        DispatchQueue.concurrentPerform(iterations: (entries.count + part - 1) / part) { number in
            let places = number * part..<min(number * part + part, entries.count)
            let albums = places.map { place -> DecodedAlbum? in
                guard case .album(let id) = SharedKey(entries[place].key), !entries[place].value.isEmpty else { return nil }
                return decode(entries[place], id)
            }
            decoded.withLock { $0.replaceSubrange(places, with: albums) }
        }
        return decoded.withLock { $0 }
    }

    /// - Returns: Whether the entry need not be read again.
    private static func merge(
        _ entry: SharedEntry, _ decoded: DecodedAlbum?, into catalogue: SharedCatalogue, _ result: inout SharingMerge
    ) throws -> Bool {
        guard let key = SharedKey(entry.key) else { return true }
        let revision = Int64(clamping: entry.revision)
        switch key {
        case .machine where entry.value.isEmpty: break
        case .album(let id) where entry.value.isEmpty: try catalogue.replaceDamaged(id, revision: revision)
        case .machine(let id):
            switch Result(catching: { () throws(SharedMessageError) in try SharedMachine(decoding: entry.value) }) {
            case .success(let machine): try catalogue.setName(machine.name, of: id)
            case .failure(.malformed): result.damaged += 1
            case .failure(.newerVersion): result.newer += 1
            }
        case .album(let id):
            let own = try catalogue.text(of: id)
            if own?.utf8.elementsEqual(entry.value) == true {
                try catalogue.noteEcho(of: id, revision: revision)
                return true
            }
            switch decoded ?? Self.decode(entry, id) {
            case .success((let album, let new)):
                let corrected = catalogue.corrected(album)
                if let latest = corrected.latestTime, HybridClock.isAhead(latest.ticks, at: catalogue.now) {
                    result.ahead[latest.machine] = max(result.ahead[latest.machine] ?? 0, latest.milliseconds - catalogue.now)
                    return false
                }
                switch try catalogue.merge(album, corrected, new, entry.value, into: id, own, revision: revision) {
                case .none: break
                case .values: result.albums.append(id)
                case .cover:
                    result.albums.append(id)
                    result.covers.append(id)
                }
            case .failure(.malformed):
                result.damaged += 1
                try catalogue.replaceDamaged(id, revision: revision)
            case .failure(.newerVersion):
                result.newer += 1
                return false
            }
        }
        return true
    }

    // MARK: Sending

    /// Returns albums that the server doesn't have in their current state, by identifier.
    package func waitingAlbums(after id: AlbumID?, limit: Int) throws(PersistencyError) -> [WaitingAlbum] {
        try read { database in
            let sql = "SELECT id, registers, revision FROM sharedAlbum WHERE isWaiting AND id > ? ORDER BY id LIMIT ?"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [id?.rawValue ?? "", limit]) { row in
                (id: AlbumID(rawValue: try row[0]), text: try row[1] as String, revision: try row[2] as Int64)
            }
            return rows.map { row in
                let album = try? SharedAlbum(decoding: row.text.utf8)
                return WaitingAlbum(
                    id: row.id, text: row.text, revision: UInt64(max(row.revision, 0)),
                    cover: album?[.chosenCover].flatMap(CoverDigest.init(rawValue:)))
            }
        }
    }

    /// Notes which albums the server has stored. An album that has changed since then goes on waiting.
    package func noteSent(_ sent: [(album: WaitingAlbum, revision: UInt64)]) throws(PersistencyError) {
        try write { database in
            let sql = "UPDATE sharedAlbum SET revision = ?1, isWaiting = registers IS NOT ?2 WHERE id = ?3 AND revision < ?1"
            let statement = try database.cachedStatement(sql: sql)
            for (album, revision) in sent {
                try statement.execute(arguments: [Int64(clamping: revision), album.text, album.id.rawValue])
            }
        }
    }

    /// Returns the number of albums whose changes the server doesn't have yet.
    package func waitingCount() throws(PersistencyError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sharedAlbum WHERE isWaiting") ?? 0 }
    }

    // MARK: Covers and machines

    /// Returns the chosen covers of albums.
    package func chosenCoverDigests() throws(PersistencyError) -> Set<CoverDigest> {
        try read { database in
            let sql = "SELECT DISTINCT chosenCover FROM album WHERE chosenCover IS NOT NULL"
            return Set(try String.fetchAll(database, sql: sql).compactMap(CoverDigest.init(rawValue:)))
        }
    }

    /// Returns the albums with a chosen cover.
    package func albums(withChosenCover digest: CoverDigest) throws(PersistencyError) -> [AlbumID] {
        try read { database in
            try String.fetchAll(database, sql: "SELECT id FROM album WHERE chosenCover = ?", arguments: [digest.rawValue]).map(AlbumID.init)
        }
    }

    /// Returns the name of a machine.
    package func name(of machine: MachineID) throws(PersistencyError) -> String? {
        try read { try Self.name(of: machine, in: $0) }
    }

    private static func name(of machine: MachineID, in database: Database) throws -> String? {
        try String.fetchOne(database, sql: "SELECT name FROM sharedMachine WHERE id = ?", arguments: [machine.rawValue])
    }

    /// Returns the names of the machines that an album's files are on; empty if this machine has them itself, or the album needs none.
    package func machines(of id: AlbumID) throws(PersistencyError) -> [String] {
        try read { try Self.machines(of: id, in: $0) }
    }

    private static func machines(of id: AlbumID, in database: Database) throws -> [String] {
        let sql = """
            SELECT registers FROM sharedAlbum WHERE id = ? AND id IN (SELECT id FROM borrowedAlbum)
                AND id IN (SELECT id FROM album WHERE source = 'folder')
            """
        let text = try String.fetchUndamaged(try database.cachedStatement(sql: sql), arguments: [id.rawValue])
        guard let text, let album = try? SharedAlbum(decoding: text.utf8) else { return [] }
        return try album.holders.map { try name(of: $0, in: database) ?? $0.rawValue }.sorted()
    }
}
