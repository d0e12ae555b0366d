package import SleevesModel
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

    package func artistSortKey(ofAlbumNumbered number: Int64) throws(PersistencyError) -> String? {
        try read { database in
            let statement = try database.cachedStatement(sql: "SELECT artistSort FROM album WHERE number = ?")
            return try String.fetchOne(statement, arguments: [number])
        }
    }

    /// Returns the row numbers of the albums by artists whose sort name begins with this text.
    package func numbers(ofArtistsBeginningWith beginning: String, except artist: String?) throws(PersistencyError) -> [Int64] {
        try read { database in
            // Texts are compared byte by byte, and no character has greater bytes than the last one.
            let statement = try database.cachedStatement(
                sql: "SELECT number FROM album WHERE artistSort >= ?1 AND artistSort < ?1 || char(0x10FFFF) AND artistSort IS NOT ?2"
            )
            return try Int64.fetchAll(statement, arguments: [beginning, artist])
        }
    }

    /// Returns everything that the library knows about an album; `nil` if it has no such album.
    package func completeAlbum(_ id: AlbumID) throws(PersistencyError) -> CompleteAlbum? {
        try read { database in try Self.archived(id, in: database) }
    }
}
