internal import FoundationEssentials
package import SleevesImporting
package import SleevesModel
internal import SQLite

/// The catalogue of imported lists.
///
/// The value belongs to one transaction, and accesses only that transaction's database.
struct ListCatalogue {
    let database: Database

    init(_ database: Database) {
        self.database = database
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The end of an album as it was, because a list has stopped naming it as it did.
    enum Lapse {
        /// Neither a list nor a file has the album any more. It may go on as another one, which the list has just begun to name.
        case gone(successor: AlbumID? = nil)
        /// The album is only a wish now.
        case wish
    }

    /// Records which albums the lists that were read contain, and their problems. A forgotten list is back.
    ///
    /// - Returns: The albums that a list has stopped naming, or wishes for and owned when it was last read. A list that broke off, or that has no
    ///   album at all, doesn't count: it is damaged, and not the collection.
    func note(_ contents: ListContents, at date: Date) throws -> [(album: AlbumID, lapse: Lapse)] {
        let sql = "INSERT INTO list (path) VALUES (?) ON CONFLICT (path) DO UPDATE SET isForgotten = 0 RETURNING id"
        let ids = try contents.lists.map { list -> Int64? in
            guard list.isRead, let id = try Int64.fetchOne(database, sql: sql, arguments: [list.source]) else { return nil }
            // Until the end of this reading: 3 for those that it hasn't named yet, 4 for those that it owned and only wishes for now, and 5 for those that
            // it names for the first time.
            try execute("UPDATE listedAlbum SET tie = 3 WHERE list = ? AND tie <> 1", [id])
            try SourceReading(date: date, problems: list.problems).save(of: list.source, in: database)
            return id
        }
        // In the order of the table, so that each page is written once.
        try contents.forEachMention { mention in
            guard let id = ids[mention.list] else { return }
            let mentioned = """
                INSERT INTO listedAlbum (list, albumID, isWanted, tie) VALUES (?, ?, ?, 5) ON CONFLICT DO UPDATE
                SET isWanted = excluded.isWanted, tie = iif(excluded.isWanted AND NOT listedAlbum.isWanted AND tie = 3, 4, 0)
                WHERE tie NOT IN (0, 4, 5)
                """
            try execute(mentioned, [id, mention.album.rawValue, mention.isWanted])
        }
        var former: Set<AlbumID> = []
        var successors: [AlbumID: AlbumID] = [:]
        for case let (list, id?) in zip(contents.lists, ids) {
            let isNamed = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM listedAlbum WHERE list = ? AND tie IN (0, 4, 5))")
            let counts = try list.isWhole && Bool.fetchOne(isNamed, arguments: [id]) == true
            if counts {
                let sql =
                    "SELECT albumID FROM listedAlbum JOIN album ON album.id = albumID WHERE list = ? AND tie IN (3, 4) AND \(Self.isSource)"
                let ended = try String.fetchAll(database, sql: sql, arguments: [id]).map(AlbumID.init)
                former.formUnion(ended)
                successors.merge(try self.successors(of: ended, in: id)) { first, _ in first }
            }
            try execute("UPDATE listedAlbum SET tie = iif(tie = 3, ?2, 0) WHERE list = ?1 AND tie IN (3, 4, 5)", [id, counts ? 1 : 0])
        }
        return try former.sorted { $0.rawValue < $1.rawValue }.compactMap(lapsed).map { id, lapse in
            if case .gone = lapse { (id, .gone(successor: successors[id])) } else { (id, lapse) }
        }
    }

    /// Returns the albums that a list has begun to name, for those that it has stopped naming and the user has changed.
    private func successors(of ended: [AlbumID], in list: Int64) throws -> [AlbumID: AlbumID] {
        let changed = "SELECT EXISTS (SELECT 1 FROM album WHERE id = ? AND (edits IS NOT NULL OR chosenCover IS NOT NULL))"
        guard try ended.contains(where: { try Bool.fetchOne(try database.cachedStatement(sql: changed), arguments: [$0.rawValue]) == true })
        else { return [:] }
        let new = try String.fetchAll(database, sql: "SELECT albumID FROM listedAlbum WHERE list = ? AND tie = 5", arguments: [list])
        func records(_ ids: [AlbumID]) throws -> [CorrectedRecords.Record] {
            try ids.compactMap { try CorrectedRecords.Record($0, in: database) }
        }
        return CorrectedRecords.successors(of: try records(ended), among: try records(new.map(AlbumID.init)))
    }

    /// The condition that the album is in the library, or a wish, because of the list. What the user has is there whether or not a list wishes for it.
    private static let isSource = "(NOT listedAlbum.isWanted OR album.isWanted OR tie = 4)"

    /// Returns what has become of an album that a list has stopped naming; `nil` if another list or a file has it as it is.
    private func lapsed(_ id: AlbumID) throws -> (album: AlbumID, lapse: Lapse)? {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM file WHERE albumID = ?1 AND NOT isGone), max(NOT isWanted), max(isWanted)
            FROM listedAlbum JOIN list ON list.id = listedAlbum.list WHERE albumID = ?1 AND NOT isForgotten AND \(Self.isTied)
            """
        let (isOwned, isWanted) =
            try Row.fetchOne(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) { row in
                (try row[0] || row[1] ?? false, try row[2] ?? false)
            } ?? (false, false)
        if isOwned { return nil }
        guard isWanted else { return (id, .gone()) }
        return try PersistencyManager.isWanted(id, in: database) ? nil : (id, .wish)
    }

    /// The condition that the list is tied to an album: it named it when it was last read, or undo has brought the album back.
    private static let isTied = "tie <> 1"

    /// Ties an album to its lists again, because undo has brought it back; or not any more, because redo has removed it again. An album that a
    /// list names all the time has no need of those that have stopped naming it.
    func setTied(_ isTied: Bool, _ id: AlbumID) throws {
        let isNamed = "EXISTS (SELECT 1 FROM listedAlbum WHERE albumID = ?1 AND \(Self.isTied))"
        let sql =
            isTied
            ? "UPDATE listedAlbum SET tie = 2 WHERE albumID = ?1 AND tie = 1 AND NOT \(isNamed)"
            : "UPDATE listedAlbum SET tie = 1 WHERE albumID = ?1 AND tie = 2"
        try execute(sql, [id.rawValue])
    }

    /// Returns the paths of the lists.
    func paths() throws -> [String] {
        try String.fetchAll(database, sql: "SELECT path FROM list WHERE NOT isForgotten ORDER BY path")
    }

    func contains(_ path: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM list WHERE path = ? AND NOT isForgotten)"
        return try Bool.fetchOne(try database.cachedStatement(sql: sql), arguments: [path]) ?? false
    }

    func setForgotten(_ isForgotten: Bool, _ path: String) throws {
        if isForgotten { try execute("DELETE FROM unfinishedImport WHERE path = ?", [path]) }
        try execute("UPDATE list SET isForgotten = ? WHERE path = ?", [isForgotten, path])
    }

    /// Forgets a list.
    ///
    /// - Returns: What becomes of its albums, in the order in which they came.
    func forget(_ path: String) throws -> [(album: AlbumID, lapse: Lapse)] {
        try setForgotten(true, path)
        let sql = """
            SELECT album.id FROM list JOIN listedAlbum ON listedAlbum.list = list.id JOIN album ON album.id = listedAlbum.albumID
            WHERE list.path = ? AND listedAlbum.\(Self.isTied) AND \(Self.isSource) ORDER BY album.number
            """
        return try String.fetchAll(database, sql: sql, arguments: [path]).map(AlbumID.init).compactMap(lapsed)
    }

    /// Returns the lists as sources. Whether one is away, only the disk knows.
    func sources() throws -> [LibrarySource] {
        let sql = """
            SELECT path, (
                SELECT count(*) FROM listedAlbum
                WHERE listedAlbum.list = list.id AND \(Self.isTied) AND albumID IN (SELECT id FROM album)
            )
            FROM list WHERE NOT isForgotten ORDER BY path
            """
        return try Row.fetchAll(database, sql: sql) { row in
            let reading = try SourceReading.last(of: row[0], in: database)
            return LibrarySource(
                path: try row[0], kind: .list, albumCount: try row[1], lastRead: reading?.date, problemCount: reading?.problemCount ?? 0)
        }
    }
}
