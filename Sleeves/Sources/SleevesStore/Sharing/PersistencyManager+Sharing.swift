package import SleevesModel
package import SleevesSharing
internal import Glibc
internal import SQLite

/// The state of sharing a library.
package struct SharingRecord: Sendable, Hashable {
    package var settings: SharingSettings
    package var machine: MachineID
    package var isOn: Bool
    /// The number of albums whose changes the server doesn't have yet.
    package var waitingCount: Int
    /// The other machines, by their names.
    package var otherMachines: [OtherMachine]
}

/// The result of merging what other machines have sent.
package struct SharingMerge: Sendable, Hashable {
    /// The albums that have changed.
    package var albums: [AlbumID] = []
    /// Those among them whose cover may be another one.
    package var covers: [AlbumID] = []
    /// The pictures that the user keeps of the changed albums.
    var kept: Set<CoverDigest> = []
    /// The outcome for each item.
    package var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
    /// The times by which the clocks of machines were ahead of the server's when they set their last values, in milliseconds.
    package var leads: [MachineID: Int64] = [:]
    /// The number of values that weren't there before.
    package var newCount = 0
    /// Whether the library has taken a new identifier, because it is a copy of another one.
    package var isCopy = false

    package init() {}
}

/// A value to send.
package struct WaitingValue: Sendable, Hashable {
    package var item: ExchangeQueue.Item
    package var key: String
    package var value: [UInt8]
    /// The revision that is expected on the server; 0 for none.
    package var revision: UInt64
    /// The pictures that the user has chosen or keeps, which have to be sent first.
    package var pictures: Set<CoverDigest> = []
}

/// A value that was read from the server.
package struct SharedEntry: Sendable, Hashable {
    package var key: String
    package var value: [UInt8]
    package var revision: SharedRevision

    /// - Parameters:
    ///   - value: Empty if the value was deleted.
    ///   - revision: ``SharedRevision/none`` if the server has no value.
    package init(key: String, value: [UInt8], revision: SharedRevision) {
        self.key = key
        self.value = value
        self.revision = revision
    }
}

extension PersistencyManager {
    // MARK: Settings

    /// Returns how the library is shared; `nil` if it never was.
    package func sharing() throws(PersistencyError) -> SharingRecord? {
        let password = SharingPassword.read(in: libraryDirectory)
        return try read { database in
            let sql = "SELECT settings, machine, isOn, (SELECT count(*) FROM sharedAlbum WHERE isWaiting) FROM sharing"
            let record = try Row.fetchOne(database, sql: sql) { row -> SharingRecord? in
                guard let machine = MachineID(rawValue: try row[1]) else { return nil }
                var settings = try StoredJSON.decode(SharingSettings.self, from: try row[0])
                // An earlier version has kept it in the database.
                settings.password = settings.password ?? password
                return SharingRecord(
                    settings: settings, machine: machine, isOn: try row[2], waitingCount: try row[3], otherMachines: [])
            }
            guard var record = record ?? nil else { return nil }
            let others = try database.cachedStatement(
                sql: "SELECT id, name FROM sharedMachine WHERE id <> ? AND name <> '' ORDER BY name, id")
            record.otherMachines = try Row.fetchAll(others, arguments: [record.machine.rawValue]) { row in
                try MachineID(rawValue: row[0]).map { OtherMachine($0, name: try row[1]) }
            }.compactMap(\.self)
            return record
        }
    }

    /// Begins to share the library, or changes how it is shared.
    package func share(_ settings: SharingSettings) throws(PersistencyError) {
        // First, so that the password is there when the settings are.
        try SharingPassword.write(settings.password, in: libraryDirectory)
        var kept = settings
        kept.password = nil
        try write { database in
            let wasOn = try Bool.fetchOne(database, sql: "SELECT isOn FROM sharing") == true
            try database.execute(
                sql: """
                    INSERT INTO sharing (id, machine, isOn, settings, place) VALUES (1, ?, 1, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET isOn = 1, settings = excluded.settings
                    """,
                arguments: [MachineID.random().rawValue, try StoredJSON.encode(kept), place])
            // While it is shared, each change is stamped when it is made.
            if !wasOn { try SharedCatalogue(database, now: clock())?.stampAll() }
            try Self.noteSharingChanged(in: database)
        }
    }

    /// Stops sharing, and forgets the password. The library keeps the albums of the other machines, and what else is needed to share again.
    package func stopSharing() throws(PersistencyError) {
        try write { database in
            try moveEarlierPassword(in: database)
            try database.execute(sql: "UPDATE sharing SET isOn = 0")
            try Self.noteSharingChanged(in: database)
        }
        try SharingPassword.write(nil, in: libraryDirectory)
    }

    /// Gives up machines that never come back.
    ///
    /// - Parameter name: The name or the identifier of a machine.
    /// - Returns: The numbers of machines with that name and of albums that no machine has any more.
    package func forgetMachine(_ name: String) throws(PersistencyError) -> (machines: Int, albums: Int) {
        try write { database in
            guard let catalogue = try SharedCatalogue(database, now: clock()) else { return (0, 0) }
            let sql = "SELECT id FROM sharedMachine WHERE name <> '' AND id <> ?1 AND (name = ?2 OR id = ?2)"
            let arguments: StatementArguments = [catalogue.machine.rawValue, name]
            let machines = try String.fetchAll(database, sql: sql, arguments: arguments).compactMap(MachineID.init(rawValue:))
            return (machines.count, try machines.reduce(0) { try $0 + catalogue.forget($1) })
        }
    }

    /// The place of the library, in a text from which no one else can tell it.
    private var place: String {
        let machine = (try? FileSystem.bytes(ofFile: "/etc/machine-id", limit: 4_096)) ?? nil
        let folder = realpath(libraryDirectory, nil)
        defer { free(folder) }
        let path = folder.map { String(cString: $0) } ?? libraryDirectory
        return AlbumID(digesting: [String(decoding: machine ?? [], as: UTF8.self), path]).rawValue
    }

    /// Windows look again.
    private static func noteSharingChanged(in database: Database) throws {
        try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1")
    }

    // MARK: Comparing

    /// Returns what was seen of the server.
    package func ownIndex() throws(PersistencyError) -> OwnIndex {
        let place = place
        var index = try write { database in
            try moveEarlierPassword(in: database)
            var index = OwnIndex()
            guard let catalogue = try SharedCatalogue(database, now: clock()) else { return index }
            let albums = try database.cachedStatement(sql: "SELECT id, revision, stored, isWaiting FROM sharedAlbum")
            for (id, head) in try Row.fetchAll(albums, Self.head) { index.heads[.album(AlbumID(rawValue: id))] = head }
            let machines = try database.cachedStatement(sql: "SELECT id, revision, stored, name = '' FROM sharedMachine")
            for (id, head) in try Row.fetchAll(machines, Self.head) {
                guard let machine = MachineID(rawValue: id), head.revision != .none else { continue }
                index.heads[.machine(machine)] = head
            }
            let own = ExchangeQueue.Item.machine(catalogue.machine)
            index.heads[own, default: OwnIndex.Head(revision: .none, isWaiting: true)].isWaiting =
                try Self.description(of: catalogue.machine, place, in: database)
                != Self.knownDescription(of: catalogue.machine, in: database)
            return index
        }
        for cover in try ownPictures() { index.covers[cover] = .some(chosenCovers.size(of: cover)) }
        return index
    }

    /// Moves a password that an earlier version has kept in the database.
    private func moveEarlierPassword(in database: Database) throws {
        let text = try String.fetchOne(database, sql: "SELECT settings FROM sharing")
        guard var settings = try text.map({ try StoredJSON.decode(SharingSettings.self, from: $0) }), settings.password != nil else {
            return
        }
        try SharingPassword.write(settings.password, in: libraryDirectory)
        settings.password = nil
        try database.execute(sql: "UPDATE sharing SET settings = ?", arguments: [try StoredJSON.encode(settings)])
    }

    private static func head(_ row: Row) throws -> (String, OwnIndex.Head) {
        let revision = SharedRevision(UInt64(max(try row[1] as Int64, 0)), at: try row[2])
        return (try row[0], OwnIndex.Head(revision: revision, isWaiting: try row[3]))
    }

    /// Returns a machine's description of itself.
    private static func description(of machine: MachineID, _ place: String, in database: Database) throws -> SharedMachine {
        let settings = try String.fetchOne(database, sql: "SELECT settings FROM sharing") ?? ""
        return SharedMachine(name: try StoredJSON.decode(SharingSettings.self, from: settings).machineName, of: machine, place: place)
    }

    /// Returns the description that the server has; `nil` if none is known.
    private static func knownDescription(of machine: MachineID, in database: Database) throws -> SharedMachine? {
        try Row.fetchOne(database, sql: "SELECT name, place FROM sharedMachine WHERE id = ?", arguments: [machine.rawValue]) {
            SharedMachine(name: try $0[0], of: machine, place: try $0[1])
        }
    }

    // MARK: Receiving

    /// Merges what was read from the server, in one transaction.
    package func mergeShared(_ entries: [SharedEntry], listed: UInt64 = .max) throws(PersistencyError) -> SharingMerge {
        try mergeShared(DecodedEntries(entries), listed: listed)
    }

    /// Merges what was read from the server and decoded, in one transaction.
    ///
    /// If a disk or a virtual machine was cloned, two libraries have the same identifier and place. Both would overwrite each other's notes of the
    /// albums that they have, without end. So this library takes a new identifier when a value comes with the present one that it hasn't set. Only
    /// values that are stored while it is connected count: a library that was restored from a backup finds such values when it connects, and keeps its
    /// identifier.
    ///
    /// - Parameter listed: The last revision when this machine compared everything. Later values were stored since it connected.
    package func mergeShared(_ received: DecodedEntries, listed: UInt64) throws(PersistencyError) -> SharingMerge {
        let place = place
        return try write { database in
            var result = SharingMerge()
            guard let known = try SharedCatalogue(database, now: clock()) else { return result }
            var catalogue = known
            try known.withoutStamping {
                for (entry, decoded) in zip(received.entries, received.decoded) {
                    let isNews = entry.revision.number > listed
                    switch SharedKey(entry.key) {
                    case .album(let id):
                        result.outcomes[.album(id)] = try Self.merge(
                            entry, decoded, of: id, place, isNews: isNews, into: &catalogue, &result)
                    case .machine(let id):
                        result.outcomes[.machine(id)] = try Self.merge(
                            entry, of: id, place, isNews: isNews, in: database, &catalogue, &result)
                    case .piece, nil: break
                    }
                }
            }
            for picture in result.kept where !chosenCovers.contains(picture) { result.outcomes[.cover(picture)] = .differing }
            return result
        }
    }

    /// Merges a machine's description of itself.
    private static func merge(
        _ entry: SharedEntry, of id: MachineID, _ place: String, isNews: Bool, in database: Database, _ catalogue: inout SharedCatalogue,
        _ result: inout SharingMerge
    ) throws -> ExchangeQueue.Outcome {
        let isOwn = id == catalogue.machine
        let known = try knownDescription(of: id, in: database)
        if entry.value.isEmpty {
            // It was given up, unless it is this one.
            try database.run("DELETE FROM sharedMachine WHERE id = ?", [id.rawValue])
            if isOwn { try note(SharedMachine(name: "", of: id, place: nil), of: id, entry.revision, in: database) }
            return isOwn ? .waiting : .same
        }
        let number = Int64(clamping: entry.revision.number)
        let givenUp = "UPDATE sharedMachine SET stored = ? WHERE id = ? AND name = '' AND revision = ?"
        try database.cachedStatement(sql: givenUp).execute(arguments: [entry.revision.time, id.rawValue, number])
        // It was given up here, and the server still has what it had then.
        if database.changesCount > 0 { return .waiting }
        switch Result(catching: { () throws(SharedMessageError) in try SharedMachine(decoding: entry.value) }) {
        case .success(let machine):
            try note(machine, of: id, entry.revision, in: database)
            if known == nil, !isOwn { result.newCount += 1 }
            guard isOwn else { return .same }
            let description = try description(of: id, place, in: database)
            // A library that was moved takes its identifier along. One that stays where it was, and whose identifier another one has taken
            // along, was copied.
            if let other = machine.place, other != place, try String.fetchOne(database, sql: "SELECT place FROM sharing") == place {
                catalogue = try catalogue.takeNewIdentifier(at: place)
                result.isCopy = true
                return .same
            }
            // A library at the same place that has the identifier, too, would replace another name as soon as it comes, and so on.
            let hasOtherName = isNews && machine.place == place
            return machine == description || hasOtherName ? .same : .waiting
        case .failure(let error):
            try note(known ?? SharedMachine(name: "", of: id, place: nil), of: id, isOwn ? entry.revision : .none, in: database)
            return isOwn ? .waiting : .held(error.holdReason)
        }
    }

    private static func note(_ machine: SharedMachine, of id: MachineID, _ revision: SharedRevision, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO sharedMachine (id, name, place, revision, stored) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [id.rawValue, machine.name, machine.place, Int64(clamping: revision.number), revision.time])
    }

    /// Merges an album.
    private static func merge(
        _ entry: SharedEntry, _ decoded: DecodedEntries.Album?, of id: AlbumID, _ place: String, isNews: Bool,
        into catalogue: inout SharedCatalogue, _ result: inout SharingMerge
    ) throws -> ExchangeQueue.Outcome {
        if entry.value.isEmpty { return try catalogue.replace(id, entry.revision) ? .waiting : .same }
        var own = try catalogue.text(of: id)
        if own?.utf8.elementsEqual(entry.value) == true {
            try catalogue.noteEcho(of: id, entry.revision)
            return .same
        }
        switch decoded ?? DecodedEntries.decode(entry, id) {
        case .success((let album, let new)):
            if isNews, catalogue.hasTwin(album, own) {
                let former = catalogue.machine
                catalogue = try catalogue.takeNewIdentifier(at: place)
                try catalogue.giveUp(former)
                own = try catalogue.text(of: id)
                result.isCopy = true
            }
            for time in album.times.sorted() where time.machine != catalogue.machine {
                if let lead = time.lead(over: entry.revision.time) { result.leads[time.machine] = lead }
            }
            let (effect, isWaiting) = try catalogue.merge(album, new, entry.value, into: id, own, entry.revision)
            // An earlier value, such as one that this machine has sent itself, changes nothing.
            if effect == .none { return isWaiting ? .waiting : .same }
            result.newCount += 1
            result.albums.append(id)
            if effect == .cover { result.covers.append(id) }
            result.kept.formUnion(album.copies.pictures.keys)
            if effect == .cover, let cover = album.chosenCover { result.outcomes[.cover(cover)] = .differing }
            return isWaiting ? .waiting : .same
        case .failure(.malformed):
            // What this machine has takes its place.
            return try catalogue.replace(id, entry.revision) ? .waiting : .held(.damaged)
        case .failure(.newerVersion):
            return .held(.newerVersion)
        }
    }

    // MARK: Sending

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

    // MARK: Covers and machines

    /// Returns the pictures that albums have because the user has chosen or keeps them.
    package func ownPictures() throws(PersistencyError) -> Set<CoverDigest> {
        try read { database in
            let sql = "SELECT chosenCover FROM album WHERE chosenCover IS NOT NULL UNION \(Self.keptPictures(in: "album"))"
            return Set(try String.fetchAll(database, sql: sql).compactMap(CoverDigest.init(rawValue:)))
        }
    }

    /// Returns the albums with a picture that the user has chosen as their cover, and those of which the user keeps it.
    package func albums(with picture: CoverDigest) throws(PersistencyError) -> (chosen: [AlbumID], kept: [AlbumID]) {
        try read { database in
            let chosen = "SELECT id FROM album WHERE chosenCover = ?"
            let kept = "SELECT id FROM album WHERE \(CopyEdits.haveAnyPicture) AND instr(edits, ?) > 0"
            return (
                try String.fetchAll(database, sql: chosen, arguments: [picture.rawValue]).map(AlbumID.init),
                try String.fetchAll(database, sql: kept, arguments: [picture.rawValue]).map(AlbumID.init)
            )
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

extension SharedMessageError {
    fileprivate var holdReason: HoldReason {
        switch self {
        case .malformed: .damaged
        case .newerVersion: .newerVersion
        }
    }
}
