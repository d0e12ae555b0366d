package import SleevesModel
package import struct FoundationEssentials.Date
internal import SQLite

/// Lookup of albums by the beginning of their identifier or artist.
extension PersistencyManager {
    /// Returns the albums whose identifiers begin with these digits.
    package func albums(beginningWith digits: String, limit: Int) throws(PersistencyError) -> [AlbumRecord] {
        try read { database in
            // "g" sorts after all hexadecimal digits.
            let sql = "SELECT \(AlbumRow.columns) FROM album WHERE id >= ? AND id < ? ORDER BY id LIMIT ?"
            return try AlbumRow.fetchUndamaged(try database.makeStatement(sql: sql), arguments: [digits, digits + "g", limit])
        }
    }

    /// Returns the value by which an album is sorted: the sort name of its artist or title, or its year; `nil` if it has none.
    package func sortKey(ofAlbumNumbered number: Int64, by key: AlbumSortKey) throws(PersistencyError) -> String? {
        try read { database in
            let statement = try database.cachedStatement(sql: "SELECT \(key.column) FROM album WHERE number = ?")
            return try String.fetchUndamaged(statement, arguments: [number])
        }
    }

    /// Returns the row numbers of the albums with a sort key that begins with one of these texts.
    ///
    /// - Parameter other: A key that doesn't count.
    package func numbers(
        of key: AlbumSortKey, beginningWith beginnings: [String], except other: String?
    ) throws(PersistencyError) -> [Int64] {
        try read { database in
            // Texts are compared byte by byte, and no character has greater bytes than the last one.
            let statement = try database.cachedStatement(
                sql: """
                    SELECT number FROM album
                    WHERE \(key.column) >= ?1 AND \(key.column) < ?1 || char(0x10FFFF) AND \(key.column) IS NOT ?2
                    """
            )
            return try beginnings.flatMap { try Int64.fetchAll(statement, arguments: [$0, other]) }
        }
    }

    /// Returns the date when an album was added; `nil` if it has been removed.
    package func dateAdded(ofAlbumNumbered number: Int64) throws(PersistencyError) -> Date? {
        try read { database in
            let statement = try database.cachedStatement(sql: "SELECT added FROM album WHERE number = ?")
            let added = try Row.fetchOne(statement, arguments: [number]) { row in try? row[0] as Int64 }
            return added.flatMap(\.self).map(Date.init(milliseconds:))
        }
    }

    /// Returns everything that the library knows about an album and the records that it shows; `nil` if it has no such album.
    package func completeAlbum(_ id: AlbumID) throws(PersistencyError) -> CompleteAlbum? {
        try read { database in try Self.complete(id, in: database) }
    }

    static func complete(_ id: AlbumID, in database: Database) throws -> CompleteAlbum? {
        guard var album = try archived(id, in: database) else { return nil }
        let fields = try declaredOwnFields(in: database).map(\.field)
        album.ownFields = fields
        album.joined = try JoinedRecords(database).records(of: id).compactMap { try archived($0, in: database) }.map { record in
            var record = record
            record.ownFields = fields
            return record
        }
        return album
    }
}

/// A value by which albums are sorted, as letters and digits.
package enum AlbumSortKey: Sendable {
    case artist
    case title
    case year

    /// The value that letters and digits typed among albums name: the title in order of titles, the year in order of years if only digits
    /// were typed, and the artist in any other.
    package init(ofTyped letters: String, in sort: AlbumSort) {
        switch sort {
        case .title: self = .title
        case .year where letters.allSatisfy { $0.isASCII && $0.isNumber }: self = .year
        case .artist, .year, .added, .random: self = .artist
        }
    }

    /// Returns the beginnings of the values that letters and digits stand for; none for blanks.
    package func beginnings(ofTyped letters: String) -> [String] {
        let folded = FoldedText(letters)
        return self == .year ? [folded.value] : folded.sortKeyBeginnings
    }

    /// The SQL expression for its text.
    fileprivate var column: String {
        switch self {
        case .artist: "artistSort"
        case .title: "titleSort"
        case .year: "CAST(year AS TEXT)"
        }
    }
}
