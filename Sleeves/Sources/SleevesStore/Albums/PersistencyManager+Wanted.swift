public import SleevesModel
package import FoundationEssentials
internal import SQLite

extension PersistencyManager {
    /// Replaces the list of wanted albums.
    ///
    /// - Parameters:
    ///   - date: The date when new albums among them were wanted first.
    ///   - next: Returns the next album; `nil` at the end.
    package func setWanted(at date: Date = Date(), next: () throws -> CompleteAlbum?) throws(PersistencyError) {
        try write { database in
            let last = try Int64.fetchOne(database, sql: "SELECT max(rowid) FROM wanted") ?? 0
            while let record = try next() {
                var album = record.album
                let before = try String.fetchOne(database, sql: "SELECT album FROM wanted WHERE id = ?", arguments: [album.id.rawValue])
                    .flatMap { try? StoredJSON.decode(AlbumRecord.self, from: $0) }
                album.added = before?.added ?? record.added.map { min($0, date) } ?? date
                // Its new row comes after all earlier ones.
                try database.run("INSERT OR REPLACE INTO wanted VALUES (?, ?)", [album.id.rawValue, try StoredJSON.encode(album)])
            }
            try database.run("DELETE FROM wanted WHERE rowid <= ?", [last])
        }
    }

    /// Returns the wanted albums that aren't in the library, and that not only forgotten lists name.
    ///
    /// - Parameters:
    ///   - search: Words that must each begin a word of an album's title, artist, genre or year, regardless of case and diacritics.
    ///   - filter: The facets that the albums must have. Wanted albums have no labels and formats.
    ///   - order: The order.
    public func wantedAlbums(
        search: String? = nil, filter: AlbumFilter = AlbumFilter(), order: AlbumOrder = AlbumOrder()
    ) throws(PersistencyError) -> [AlbumRecord] {
        let query = SearchQuery(search)
        return try read { database in
            let sql = """
                SELECT album FROM wanted WHERE id NOT IN (SELECT id FROM album) AND NOT coalesce((
                    SELECT min(isForgotten) FROM listedAlbum JOIN list ON list.id = listedAlbum.list
                    WHERE albumID = wanted.id AND isWanted
                ), 0)
                """
            return try String.fetchAll(database, sql: sql)
                // Skips invalid rows.
                .compactMap { try? StoredJSON.decode(AlbumRecord.self, from: $0) }
                .filter { query?.matches(AlbumSearchText($0, release: nil, copies: []).words) ?? true }
                .filter { filter.takes($0) }
                .sorted(by: order)
        }
    }
}

extension AlbumFilter {
    /// Returns whether an album that isn't in the library passes.
    fileprivate func takes(_ album: AlbumRecord) -> Bool {
        if isEmpty { return true }
        let lines = AlbumSearchText(album, release: nil, copies: []).facets
        var snapshot = FacetSnapshot()
        snapshot.append(lines, of: 1, id: 1)
        return Dictionary(grouping: facets, by: \.kind).allSatisfy { kind, alternatives in
            let matches = snapshot.matches(alternatives)
            return kind == .withoutCover || snapshot.values(ofAlbumNumbered: 1).contains { matches[Int($0)] }
        }
    }
}

extension [AlbumRecord] {
    fileprivate func sorted(by order: AlbumOrder) -> [AlbumRecord] {
        let sorted: [AlbumRecord]
        if order.sort == .random {
            sorted = map { album in
                let digest = SHA256.digest(of: [UInt8](album.id.rawValue.utf8)).prefix(8)
                return (album: album, key: order.randomKey(of: digest.reduce(0) { $0 << 8 | UInt64($1) }))
            }.sorted { $0.key < $1.key }.map(\.album)
        } else {
            sorted = self.sorted { order.sort.key(of: $0).lexicographicallyPrecedes(order.sort.key(of: $1)) }
        }
        guard order.isReversed else { return sorted }
        guard order.sort == .year else { return sorted.reversed() }
        return sorted.filter { $0.year != nil }.reversed() + sorted.filter { $0.year == nil }
    }
}

extension AlbumSort {
    /// Returns the values by which albums are compared in this order.
    fileprivate func key(of album: AlbumRecord) -> [String] {
        let artist = FoldedText(album.artistSortName ?? album.artist).sortKey
        let title = FoldedText(album.titleSortName ?? album.title).sortKey
        let year = album.year.map { String($0 &+ 10_000) } ?? "none"
        return switch self {
        case .artist, .random: [artist, year, title, album.id.rawValue]
        case .title: [title, artist, year, album.id.rawValue]
        case .year: [year, artist, title, album.id.rawValue]
        // The latest first. All numbers have equally many digits for three thousand years.
        case .added: [String(1_000_000_000_000_000 - (album.added?.milliseconds ?? 0)), artist, year, title]
        }
    }
}
