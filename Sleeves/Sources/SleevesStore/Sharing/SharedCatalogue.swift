internal import SleevesModel
internal import SleevesSharing
internal import SQLite

/// The shared albums in the database, within one transaction.
///
/// Changes made here go from the library's tables into the registers (``stampChanges()``), and those of other machines from the registers
/// into the tables (``apply(_:to:)``). Both happen in the transaction of the change, so registers and tables always agree.
struct SharedCatalogue {
    let database: Database
    /// The computer's clock, in milliseconds since 1970.
    let now: Int64
    let machine: MachineID

    /// - Returns: `nil` if the library was never shared.
    init?(_ database: Database, now: Int64) throws {
        let statement = try database.cachedStatement(sql: "SELECT machine FROM sharing")
        guard let text = try String.fetchOne(statement), let machine = MachineID(rawValue: text) else { return nil }
        (self.database, self.now, self.machine) = (database, now, machine)
    }

    private init(_ database: Database, now: Int64, machine: MachineID) {
        (self.database, self.now, self.machine) = (database, now, machine)
    }

    // MARK: Newer versions

    /// Returns the values of an album that only newer versions understand; `nil` if there are none.
    static func newerValues(of id: AlbumID, in database: Database) throws -> [String: String]? {
        try SharedCatalogue(database, now: 0, machine: .nobody).album(id)?.newerValues
    }

    /// Keeps values that only newer versions understand, with which an album was imported. A library that isn't shared keeps them, too.
    static func keep(_ newer: [String: String], of own: CompleteAlbum, now: Int64, in database: Database) throws {
        let shared = try SharedCatalogue(database, now: now)
        let catalogue = shared ?? SharedCatalogue(database, now: now, machine: .nobody)
        let time = HybridTime(ticks: try shared?.tick() ?? 0, machine: catalogue.machine)
        let known = try catalogue.album(own.id)
        var album = known ?? SharedAlbum()
        album.add(newer, to: own, at: time)
        if album != known, !album.registers.isEmpty { try catalogue.save(album, of: own.id) }
    }

    /// Gives albums what newer versions have said of their copies, when this version can read it at last. Otherwise, the next change of such an
    /// album would say that there are none.
    static func takeCopies(in database: Database) throws {
        let catalogue = SharedCatalogue(database, now: 0, machine: .nobody)
        for id in try String.fetchAll(database, sql: "SELECT id FROM sharedAlbum WHERE registers LIKE '%\"copy.%'").map(AlbumID.init) {
            guard let copies = try catalogue.album(id)?.copies, !copies.isEmpty,
                var album = try PersistencyManager.archived(id, in: database)
            else { continue }
            album.unedited = album.unedited ?? SourceValues(album.album)
            album.edits = (album.edits ?? AlbumEdits()).with(copies)
            try AlbumRow(album.album, release: album.release, edits: album.edits).update(in: database)
            try catalogue.setEdits(album)
        }
    }

    /// Gives albums what newer versions have said, when this version can read it at last.
    ///
    /// - Parameter text: What the registers of the albums have among others.
    static func take(_ text: String, in database: Database) throws {
        let catalogue = SharedCatalogue(database, now: 0, machine: .nobody)
        let sql = "SELECT id FROM sharedAlbum WHERE instr(registers, ?) > 0 AND id IN (SELECT id FROM album)"
        for id in try String.fetchAll(database, sql: sql, arguments: [text]).map(AlbumID.init) {
            if let shared = try catalogue.album(id) { try catalogue.apply(shared, to: id) }
        }
    }

    /// Gives albums what newer versions have said in fields of the release, when this version can read it at last.
    ///
    /// - Parameters:
    ///   - values: The fields that were unknown. Of others, the library may have newer values than the registers.
    ///   - edits: The fields whose edits were unknown.
    static func take(values: [ReleaseField], edits: [ReleaseField], in database: Database) throws {
        let catalogue = SharedCatalogue(database, now: 0, machine: .nobody)
        let names = (values.map(\.name) + edits.map(\.editedName)).map { "instr(registers, '\"\($0)\"') > 0" }
        let sql = "SELECT id FROM sharedAlbum WHERE (\(names.joined(separator: " OR "))) AND id IN (SELECT id FROM album)"
        for id in try String.fetchAll(database, sql: sql).map(AlbumID.init) {
            guard let shared = try catalogue.album(id), let album = try PersistencyManager.archived(id, in: database) else { continue }
            var changed = album
            shared.add(values: values, edits: edits, to: &changed)
            if changed == album { continue }
            try AlbumRow(changed.album, release: changed.release, edits: changed.edits).update(in: database)
            try catalogue.setEdits(changed)
        }
    }

    /// Takes the user's shelves that newer versions have shared.
    static func takeShelves(in database: Database) throws {
        for (key, text) in try shelves(in: database) { try PersistencyManager.store(text, at: key, in: database) }
    }

    /// Returns the shared shelves as JSON, by key; `nil` for those that were removed.
    static func shelves(in database: Database) throws -> [String: String?] {
        try SharedCatalogue(database, now: 0, machine: .nobody).album(SharedAlbum.shelvesID)?.shelves ?? [:]
    }

    /// Takes the user's own fields that newer versions have said, and the values in them.
    static func takeOwnFields(in database: Database) throws {
        let catalogue = SharedCatalogue(database, now: 0, machine: .nobody)
        if let fields = try catalogue.album(SharedAlbum.ownFieldsID) { try catalogue.apply(fields, to: SharedAlbum.ownFieldsID) }
        let sql = """
            SELECT id FROM sharedAlbum WHERE (instr(registers, '.own:') > 0 OR instr(registers, '\\"own\\"') > 0) AND id IN (SELECT id FROM album)
            """
        for id in try String.fetchAll(database, sql: sql).map(AlbumID.init) {
            // Only these, for the library may have newer values than the registers: an export may have brought them to one that isn't shared.
            guard let shared = try catalogue.album(id), let album = try PersistencyManager.archived(id, in: database) else { continue }
            var changed = album
            shared.addOwnValues(to: &changed)
            if changed == album { continue }
            try AlbumRow(changed.album, release: changed.release, edits: changed.edits).update(in: database)
            try catalogue.setEdits(changed)
        }
    }

    /// Notes in the registers that this machine has albums that came back from its files, which earlier versions didn't note.
    static func holdReturnedAlbums(in database: Database) throws {
        guard let catalogue = try SharedCatalogue(database, now: 0) else { return }
        let sql = """
            SELECT id FROM sharedAlbum WHERE instr(registers, ?) = 0
                AND id IN (SELECT id FROM album) AND id NOT IN (SELECT id FROM borrowedAlbum)
            """
        for id in try String.fetchAll(database, sql: sql, arguments: ["\"on.\(catalogue.machine)\":\""]).map(AlbumID.init) {
            if let shared = try catalogue.album(id) { try catalogue.hold(shared, id) }
        }
    }

    // MARK: Registers

    func album(_ id: AlbumID) throws -> SharedAlbum? {
        // A damaged row is written again from the library.
        try text(of: id).flatMap { try? SharedAlbum(decoding: $0.utf8, limit: .max) }
    }

    /// Returns an album's registers as they are stored and sent.
    func text(of id: AlbumID) throws -> String? {
        let statement = try database.cachedStatement(sql: "SELECT registers FROM sharedAlbum WHERE id = ?")
        return try String.fetchUndamaged(statement, arguments: [id.rawValue])
    }

    private func save(_ album: SharedAlbum, of id: AlbumID) throws {
        let sql = """
            INSERT INTO sharedAlbum (id, registers, isWaiting) VALUES (?, ?, 1)
            ON CONFLICT (id) DO UPDATE SET registers = excluded.registers, isWaiting = 1
            """
        try database.cachedStatement(sql: sql).execute(arguments: [id.rawValue, album.encoded])
    }

    private func save(_ text: String, of id: AlbumID, _ revision: SharedRevision, isWaiting: Bool) throws {
        let sql = """
            INSERT INTO sharedAlbum (id, registers, revision, stored, isWaiting) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
            SET registers = excluded.registers, revision = excluded.revision, stored = excluded.stored, isWaiting = excluded.isWaiting
            """
        try database.cachedStatement(sql: sql)
            .execute(arguments: [id.rawValue, text, Int64(clamping: revision.number), revision.time, isWaiting])
    }

    private var lastTicks: Int64 {
        get throws { try Int64.fetchOne(try database.cachedStatement(sql: "SELECT clock FROM sharing")) ?? 0 }
    }

    private func setLastTicks(_ ticks: Int64) throws {
        try database.cachedStatement(sql: "UPDATE sharing SET clock = ?").execute(arguments: [ticks])
    }

    /// Returns the next time of the clock.
    private func tick() throws -> Int64 {
        var clock = HybridClock(last: try lastTicks)
        let ticks = clock.tick(at: now)
        try setLastTicks(ticks)
        return ticks
    }

    // MARK: Changes made here

    /// Writes what this transaction has changed into the registers.
    func stampChanges() throws {
        let sql = "SELECT id FROM changedHere LIMIT 256"
        while case let ids = try String.fetchAll(try database.cachedStatement(sql: sql)).map(AlbumID.init), !ids.isEmpty {
            let time = HybridTime(ticks: try tick(), machine: machine)
            for id in ids {
                try stamp(id, at: time)
                try forgetChange(of: id)
            }
        }
    }

    /// Writes the whole library into the registers, when sharing begins.
    ///
    /// Albums that were never shared get the earliest time: what the others have counts as newer.
    func stampAll() throws {
        let time = HybridTime(ticks: try tick(), machine: machine)
        let unknown = HybridTime(ticks: 0, machine: machine)
        let sql = """
            SELECT id FROM album UNION SELECT id FROM sharedAlbum
            UNION SELECT '\(SharedAlbum.ownFieldsID.rawValue)' WHERE EXISTS (SELECT 1 FROM ownField)
            UNION SELECT '\(SharedAlbum.shelvesID.rawValue)' WHERE EXISTS (SELECT 1 FROM shelf)
            """
        for id in try String.fetchAll(database, sql: sql).map(AlbumID.init) {
            try stamp(id, at: try album(id)?.latestTime?.ticks ?? 0 == 0 ? unknown : time)
        }
        try database.execute(sql: "DELETE FROM changedHere")
    }

    private func stamp(_ id: AlbumID, at time: HybridTime) throws {
        let known = try album(id)
        var shared = known ?? SharedAlbum()
        if id == SharedAlbum.ownFieldsID {
            shared.stamp(try PersistencyManager.declaredOwnFields(in: database), at: time)
            return shared == known ? () : try save(shared, of: id)
        }
        if id == SharedAlbum.shelvesID {
            shared.stamp(shelves: try PersistencyManager.storedShelves(in: database), at: time)
            return shared == known ? () : try save(shared, of: id)
        }
        let mustFollow = shared.stamp(try local(id), at: time)
        if shared.isHeld(by: machine), known?.isHeld(by: machine) != true { try setBorrowed(false, id) }
        if shared != known, known != nil || !shared.registers.isEmpty { try save(shared, of: id) }
        if mustFollow {
            try apply(shared, to: id)
            try hold(shared, id)
        }
    }

    private func local(_ id: AlbumID) throws -> LocalAlbum {
        if let own = try PersistencyManager.archived(id, in: database) { return .present(own, isBorrowed: try isBorrowed(id)) }
        return try isRemoved(id) ? .removed : .absent
    }

    private func setBorrowed(_ isBorrowed: Bool, _ id: AlbumID) throws {
        let sql = isBorrowed ? "INSERT OR IGNORE INTO borrowedAlbum VALUES (?)" : "DELETE FROM borrowedAlbum WHERE id = ?"
        try database.cachedStatement(sql: sql).execute(arguments: [id.rawValue])
    }

    /// Gives up a machine: it has no albums any more, as far as this machine knows.
    ///
    /// - Returns: The number of albums that no machine has any more.
    func forget(_ gone: MachineID) throws -> Int {
        var count = 0
        try release(by: gone, where: { _ in true }) { shared, id in
            if shared.holders.isEmpty { count += 1 }
            try withoutStamping {
                try apply(shared, to: id)
                try hold(shared, id)
            }
        }
        return count
    }

    /// Notes that a machine has no albums any more, or not those that match, and removes its description, here and on the server.
    ///
    /// - Parameter body: Called with each of the albums, when its registers are stored.
    private func release(
        by gone: MachineID, where matches: (SharedAlbum) -> Bool, _ body: (SharedAlbum, AlbumID) throws -> Void
    ) throws {
        let time = HybridTime(ticks: try tick(), machine: machine)
        for id in try String.fetchAll(database, sql: "SELECT id FROM sharedAlbum").map(AlbumID.init) {
            guard var shared = try album(id), shared.isHeld(by: gone), matches(shared) else { continue }
            shared.setHeld(false, by: gone, at: time)
            try save(shared, of: id)
            try body(shared, id)
        }
        try database.run("UPDATE sharedMachine SET name = '' WHERE id = ?", [gone.rawValue])
    }

    private func isBorrowed(_ id: AlbumID) throws -> Bool { try contains("borrowedAlbum", id) }
    private func isRemoved(_ id: AlbumID) throws -> Bool { try contains("removedAlbum", id) }

    private func contains(_ table: String, _ id: AlbumID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE id = ?)")
        return try Bool.fetchOne(statement, arguments: [id.rawValue]) ?? false
    }

    private func forgetChange(of id: AlbumID) throws {
        try database.cachedStatement(sql: "DELETE FROM changedHere WHERE id = ?").execute(arguments: [id.rawValue])
    }

    // MARK: The identifier

    /// Returns whether another library has this one's identifier, and has set values of an album with it.
    ///
    /// - Parameters:
    ///   - received: The album, as it was sent while this machine was connected.
    ///   - own: What this machine has, as text.
    func hasTwin(_ received: SharedAlbum, _ own: String?) -> Bool {
        guard received.times.contains(where: { $0.machine == machine }) else { return false }
        let known = own.flatMap { try? SharedAlbum(decoding: $0.utf8, limit: .max) }
        return (known ?? SharedAlbum()).lacksValue(of: machine, in: received)
    }

    /// Takes a new identifier, because another library has this one's.
    ///
    /// - Parameter place: The place of the library.
    /// - Returns: The albums with the new identifier.
    func takeNewIdentifier(at place: String) throws -> SharedCatalogue {
        let new = SharedCatalogue(database, now: now, machine: .random())
        try database.execute(sql: "UPDATE sharing SET machine = ?, place = ?", arguments: [new.machine.rawValue, place])
        try new.stampAll()
        return new
    }

    /// Gives up a former identifier of this machine, for the albums that it has itself.
    ///
    /// A library that still has the identifier restores what is its own. If that one takes a new identifier, too, nothing is left of this one.
    func giveUp(_ former: MachineID) throws {
        try release(by: former, where: { $0.isHeld(by: machine) }) { _, _ in }
    }

    // MARK: Changes made elsewhere

    /// Performs a change that comes from other machines, which isn't stamped as one of this machine.
    func withoutStamping<Value>(_ body: () throws -> Value) throws -> Value {
        let isOn = try Int64.fetchOne(try database.cachedStatement(sql: "SELECT isOn FROM sharing")) ?? 0
        let statement = try database.cachedStatement(sql: "UPDATE sharing SET isOn = ?")
        try statement.execute(arguments: [2])
        let value = try body()
        try statement.execute(arguments: [isOn])
        return value
    }

    /// Notes that the server has what this machine has.
    func noteEcho(of id: AlbumID, _ revision: SharedRevision) throws {
        try database.cachedStatement(sql: "UPDATE sharedAlbum SET revision = ?, stored = ?, isWaiting = 0 WHERE id = ?")
            .execute(arguments: [Int64(clamping: revision.number), revision.time, id.rawValue])
    }

    /// Notes that an album is to be sent in place of a damaged or missing value.
    ///
    /// - Returns: Whether this machine has it.
    func replace(_ id: AlbumID, _ revision: SharedRevision) throws -> Bool {
        try database.cachedStatement(sql: "UPDATE sharedAlbum SET revision = ?, stored = ?, isWaiting = 1 WHERE id = ?")
            .execute(arguments: [Int64(clamping: revision.number), revision.time, id.rawValue])
        return try text(of: id) != nil
    }

    /// Sets those values of an album that other machines have set, before the library takes an earlier state of it.
    func keepForeignValues(of album: inout CompleteAlbum) throws {
        try self.album(album.id)?.applyForeignValues(to: &album, of: machine)
    }

    /// The effect that merging an album has on the library.
    enum Effect {
        case none
        case values
        case cover
    }

    /// Merges an album that was received.
    ///
    /// - Parameters:
    ///   - other: The album.
    ///   - new: The same for a library that doesn't have it yet.
    ///   - value: The same as it was sent.
    ///   - own: What this machine has, as text.
    ///   - revision: The revision of the value.
    /// - Returns: What has happened to the library, and whether the server lacks something.
    func merge(
        _ other: SharedAlbum, _ new: BorrowedAlbum?, _ value: [UInt8], into id: AlbumID, _ own: String?,
        _ revision: SharedRevision
    ) throws -> (effect: Effect, isWaiting: Bool) {
        let before = own.flatMap { try? SharedAlbum(decoding: $0.utf8, limit: .max) }
        var merged = before ?? SharedAlbum()
        var hasChanged = merged.merge(other)
        if hasChanged {
            let last = try lastTicks
            var clock = HybridClock(last: last)
            clock.observe(other.latestTime?.ticks ?? 0)
            if last != clock.last { try setLastTicks(clock.last) }
        }
        if let before, try merged.restoreHold(of: machine, as: before, at: tick) { hasChanged = true }
        let isWaiting = merged != other
        // Nearly always it is what was sent, which need not be encoded again.
        let text = hasChanged ? isWaiting ? merged.encoded : String(decoding: value, as: UTF8.self) : own
        if let text { try save(text, of: id, revision, isWaiting: isWaiting) }
        guard hasChanged else { return (.none, isWaiting) }
        let effect = try apply(merged, to: id, new: own == nil ? new : nil)
        return (effect, try hold(merged, id) || isWaiting)
    }

    /// Notes in the registers that this machine has an album itself, if they don't say so. Removed albums come back from this machine's files.
    ///
    /// - Parameter shared: The registers, as they are stored.
    /// - Returns: Whether the registers have changed.
    @discardableResult
    private func hold(_ shared: SharedAlbum, _ id: AlbumID) throws -> Bool {
        guard !shared.isHeld(by: machine), try !isBorrowed(id), try contains("album", id) else { return false }
        var held = shared
        held.setHeld(true, by: machine, at: HybridTime(ticks: try tick(), machine: machine))
        try save(held, of: id)
        return true
    }

    /// Makes the library's album what the registers say.
    ///
    /// - Parameter new: The album for a library that doesn't have it yet, if that is known.
    @discardableResult
    private func apply(_ shared: SharedAlbum, to id: AlbumID, new: BorrowedAlbum? = nil) throws -> Effect {
        if id == SharedAlbum.ownFieldsID {
            for known in shared.ownFields { try PersistencyManager.declare(known, in: database) }
            return .values
        }
        if id == SharedAlbum.shelvesID {
            for (key, text) in shared.shelves { try PersistencyManager.store(text, at: key, in: database) }
            return .values
        }
        let before = try PersistencyManager.archived(id, in: database)
        if shared[.removed] != nil {
            return try PersistencyManager.remove(id, in: database) == nil ? .none : .values
        }
        guard shared.isPresent else {
            // ``hold(_:_:)`` makes an album that this machine has itself present.
            guard before != nil, try isBorrowed(id) else { return .none }
            try KeptAlbum.keep(id, in: database)
            for table in ["album", "borrowedAlbum"] { try database.run("DELETE FROM \(table) WHERE id = ?", [id.rawValue]) }
            return .values
        }
        guard let current = try before ?? returning(id) else { return try insert(try new ?? BorrowedAlbum(shared, id), shared) }
        var changed = current
        shared.apply(to: &changed)
        changed.cover = AlbumSaving.cover(of: current.album, for: changed.album)
        guard changed != before else { return .none }
        // Migrations are made by nobody, some of them before there is a table.
        if machine != .nobody, try !isBorrowed(id) {
            try Self.changeOverruledValues(of: id, in: database) { $0.note(current, becoming: changed) }
        }
        try AlbumRow(changed.album, release: changed.release, edits: changed.edits).update(in: database)
        if changed.tracks != current.tracks { try AlbumSaving.setTracks(changed.tracks, of: id, in: database) }
        try setEdits(changed)
        return changed.album.shownCover == before?.album.shownCover ? .values : .cover
    }

    /// Returns an album that isn't removed any more, assembled from this machine's files; `nil` if it has none.
    private func returning(_ id: AlbumID) throws -> CompleteAlbum? {
        // Deleting nothing would take long: before a statement that fires triggers, the search index writes what it has gathered.
        if try isRemoved(id) { try database.run("DELETE FROM removedAlbum WHERE id = ?", [id.rawValue]) }
        guard try FileCatalogue(database).hasFiles(of: id) else { return nil }
        var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        try regrouping.bringUpToDate(id)
        return try PersistencyManager.archived(id, in: database)
    }

    private func insert(_ new: BorrowedAlbum?, _ shared: SharedAlbum) throws -> Effect {
        guard let album = new?.album else { return .none }
        let id = album.id
        // The shared values are newer than what was kept.
        _ = try KeptAlbum.take(id, in: database)
        try new?.row.insert(into: database)
        if album.edits != nil { try setEdits(album) }
        if !shared.isHeld(by: machine) {
            try setBorrowed(true, id)
        }
        return album.chosenCover == nil ? .values : .cover
    }

    // MARK: Files that are read again

    /// Gives an album that was read again the values of other machines that are later than what its files have said before.
    static func keepLaterValues(of album: inout CompleteAlbum, in database: Database) throws {
        try changeOverruledValues(of: album.id, in: database) { values in
            guard !values.isEmpty, let present = try PersistencyManager.archived(album.id, in: database) else { return }
            values.replace(in: &album, from: present)
        }
    }

    /// Changes the values of an album's own files that others replace, and stores them if they differ.
    private static func changeOverruledValues(
        of id: AlbumID, in database: Database, _ body: (inout OverruledValues) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(sql: "SELECT fields FROM overruledValues WHERE id = ?")
        let text = try String.fetchOne(statement, arguments: [id.rawValue])
        let known = text.flatMap { try? StoredJSON.decode(OverruledValues.self, from: $0) } ?? OverruledValues()
        var values = known
        try body(&values)
        guard values != known else { return }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO overruledValues VALUES (?, ?)")
            .execute(arguments: [id.rawValue, try StoredJSON.encode(values)])
    }

    private func setEdits(_ album: CompleteAlbum) throws {
        try PersistencyManager.store(album.edits, unedited: album.unedited, of: album.id, in: database)
    }
}

/// A shared album for a library that doesn't have it yet.
struct BorrowedAlbum: Sendable {
    let album: CompleteAlbum
    let row: NewAlbum

    /// - Returns: `nil` if it has no title or no artist.
    init?(_ shared: SharedAlbum, _ id: AlbumID) throws {
        guard let album = shared.newAlbum(id) else { return nil }
        self.album = album
        row = try NewAlbum(
            album.album, tracks: album.tracks, release: album.release, edits: album.edits)
    }
}
