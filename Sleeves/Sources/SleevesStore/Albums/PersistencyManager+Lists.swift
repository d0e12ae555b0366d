public import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the albums that match a search and a filter, in an order, without reading them.
    ///
    /// - Parameters:
    ///   - search: Words that must each be found in an album's title, artist, genre, label or year, or in the notes, numbers and names that its
    ///     page shows, regardless of case and diacritics: "björk" finds "Bjork". Words for "and" are one. The closest albums come first:
    ///     those with the words, then with words that begin with them, contain them, or have them only in notes and numbers, or in the titles
    ///     of tracks; if there are very few, then also with words that are nearly them. Words in quotes are
    ///     a phrase; `1970s` also finds the decade, `cover:missing` albums without a cover. `nil` and blanks find everything.
    ///   - filter: The facets that the albums must have.
    ///   - order: The order; in a search, that of equally close albums, which aren't grouped.
    /// - Complexity: O(*n*) in the number of albums of the library, at some tens of nanoseconds each.
    public func albumList(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws(PersistencyError) -> AlbumList {
        try read { database in try list(search: search, filter: filter, order: order, in: database) }
    }

    /// Returns the albums that match a search and a filter, in an order, as of the database's moment.
    func list(search: String?, filter: AlbumFilter, order: AlbumOrder, in database: Database) throws -> AlbumList {
        let numbers = try numbers(search: search, filter: filter, order: order, in: database)
        guard let grouping = order.grouping, SearchQuery(search) == nil else { return AlbumList(numbers) }
        return try facetSnapshot(in: database).list(of: numbers, groupedBy: grouping, isReversed: order.isReversed) {
            try orders.numbers(by: AlbumOrder(.artist), includesWishes: true, in: database)
        }
    }

    /// Returns the albums of some rows, by row number. Skips removed ones.
    package func albums(numbered numbers: some Collection<Int64>) throws(PersistencyError) -> [Int64: AlbumRecord] {
        try read { database in try Self.albums(numbered: numbers, in: database) }
    }

    static func albums(numbered numbers: some Collection<Int64>, in database: Database) throws -> [Int64: AlbumRecord] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(AlbumRow.columns), number FROM album WHERE number IN (SELECT value FROM json_each(?))"
        )
        var albums: [Int64: AlbumRecord] = [:]
        try Row.forEach(statement, arguments: [try StoredJSON.encode(Array(numbers))]) { row in
            albums[try row["number"]] = try? AlbumRow(row: row).album
        }
        return albums
    }

    /// Returns the identifiers of the albums of some rows, in the same order. Skips removed ones.
    package func ids(numbered numbers: [Int64]) throws(PersistencyError) -> [AlbumID] {
        let ids = try read { database in
            let sql = "SELECT number, id FROM album WHERE number IN (SELECT value FROM json_each(?))"
            var ids: [Int64: AlbumID] = [:]
            try Row.forEach(try database.cachedStatement(sql: sql), arguments: [try StoredJSON.encode(numbers)]) { row in
                ids[try row[0]] = AlbumID(rawValue: try row[1])
            }
            return ids
        }
        return numbers.compactMap { ids[$0] }
    }

    /// Returns the albums with these identifiers, in no particular order. Skips removed ones.
    package func albums(_ ids: [AlbumID]) throws(PersistencyError) -> [AlbumRecord] {
        try read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT \(AlbumRow.columns) FROM album WHERE id IN (SELECT value FROM json_each(?))"
            )
            return try AlbumRow.fetchUndamaged(statement, arguments: [try StoredJSON.encode(ids)])
        }
    }

    /// Returns the number of an album's row.
    package func number(of id: AlbumID) throws(PersistencyError) -> Int64? {
        try read { database in try Self.number(of: id, in: database) }
    }

    static func number(of id: AlbumID, in database: Database) throws -> Int64? {
        try Int64.fetchOne(try database.cachedStatement(sql: "SELECT number FROM album WHERE id = ?"), arguments: [id.rawValue])
    }

    /// Returns whether no album has this row number.
    static func isFree(_ number: Int64, in database: Database) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM album WHERE number = ?)")
        return try Bool.fetchOne(statement, arguments: [number]) ?? false
    }

    /// Returns a counter of all changes of albums, by all programs.
    package func contentsVersion() throws(PersistencyError) -> Int64 {
        try read { database in try Int64.fetchOne(database, sql: "SELECT contents FROM albumVersion") ?? 0 }
    }
}
