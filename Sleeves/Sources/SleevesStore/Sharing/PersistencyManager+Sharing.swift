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
    var place: String {
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
    static func description(of machine: MachineID, _ place: String, in database: Database) throws -> SharedMachine {
        let settings = try String.fetchOne(database, sql: "SELECT settings FROM sharing") ?? ""
        return SharedMachine(name: try StoredJSON.decode(SharingSettings.self, from: settings).machineName, of: machine, place: place)
    }

    /// Returns the description that the server has; `nil` if none is known.
    static func knownDescription(of machine: MachineID, in database: Database) throws -> SharedMachine? {
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

    static func note(_ machine: SharedMachine, of id: MachineID, _ revision: SharedRevision, in database: Database) throws {
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
