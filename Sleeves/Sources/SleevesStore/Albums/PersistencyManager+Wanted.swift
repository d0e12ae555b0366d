public import SleevesModel
package import FoundationEssentials
internal import SQLite

extension PersistencyManager {
    /// Replaces the list of wanted albums.
    ///
    /// - Parameter date: The date when new albums among them were wanted first.
    package func setWanted(_ records: [CompleteAlbum], at date: Date = Date()) throws(PersistencyError) {
        try write { database in
            let before = try String.fetchAll(database, sql: "SELECT album FROM wanted")
                .compactMap { try? StoredJSON.decode(AlbumRecord.self, from: $0) }
            let known = Dictionary(before.compactMap { album in album.added.map { (album.id, $0) } }) { first, _ in first }
            try database.execute(sql: "DELETE FROM wanted")
            for record in records {
                var album = record.album
                album.added = known[record.id] ?? record.added.map { min($0, date) } ?? date
                try database.cachedStatement(sql: "INSERT OR IGNORE INTO wanted VALUES (?, ?)")
                    .execute(arguments: [album.id.rawValue, try StoredJSON.encode(album)])
            }
        }
    }

    /// Returns the wanted albums that aren't in the library.
    ///
    /// - Parameters:
    ///   - search: As for ``albums(search:sort:)``, except for labels.
    ///   - sort: The order.
    public func wantedAlbums(search: String? = nil, sort: AlbumSort = .artist) throws(PersistencyError) -> [AlbumRecord] {
        let words = FoldedText(search ?? "").words
        return try read { database in
            try String.fetchAll(database, sql: "SELECT album FROM wanted WHERE id NOT IN (SELECT id FROM album)")
                // Skips invalid rows.
                .compactMap { try? StoredJSON.decode(AlbumRecord.self, from: $0) }
                .filter { album in
                    let text = [album.title, album.artist, album.genre ?? "", album.year.map(String.init) ?? ""].joined(separator: " ")
                    let ownWords = FoldedText(text).words
                    return words.allSatisfy { word in ownWords.contains { $0.hasPrefix(word) } }
                }
                .sorted { sort.key(of: $0).lexicographicallyPrecedes(sort.key(of: $1)) }
        }
    }
}

extension AlbumSort {
    /// Returns the values by which albums are compared in this order.
    fileprivate func key(of album: AlbumRecord) -> [String] {
        let artist = FoldedText(album.artistSortName ?? album.artist).sortKey
        let title = FoldedText(album.titleSortName ?? album.title).sortKey
        let year = album.year.map { String($0 + 10_000) } ?? "none"
        return switch self {
        case .artist: [artist, year, title, album.id.rawValue]
        case .title: [title, artist, year, album.id.rawValue]
        case .year: [year, artist, title, album.id.rawValue]
        // The latest first. All numbers have equally many digits for three thousand years.
        case .added: [String(1_000_000_000_000_000 - (album.added?.milliseconds ?? 0)), artist, year, title]
        }
    }
}
