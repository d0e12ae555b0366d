package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns what the library without its wishes, or some albums, contain, in numbers.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of the albums' rows; `nil` for all. Those of removed albums are skipped.
    ///   - limit: The maximum number of genres, labels and formats, each.
    package func statistics(of numbers: [Int64]? = nil, limit: Int) throws(PersistencyError) -> LibraryStatistics {
        try read { database in
            var statistics = LibraryStatistics()
            let present = try orders.numbers(by: AlbumOrder(), includesWishes: numbers != nil, in: database)
            let chosen = numbers.map(Set.init)
            let all = chosen.map { chosen in present.filter(chosen.contains) } ?? present
            let condition =
                "WHERE number \(numbers == nil ? "NOT IN (\(AlbumOrders.others))" : "IN (SELECT value FROM json_each(?))")"
            let arguments: StatementArguments = try numbers == nil ? [] : [try StoredJSON.encode(all)]
            statistics.albums = all.count
            let sums = """
                SELECT CAST(total(max(trackCount, 0)) AS INTEGER), coalesce(sum(year IS NULL), 0), coalesce(sum(genre IS NULL), 0),
                    coalesce(sum(trackCount IS NULL), 0), coalesce(sum(NOT \(CoverStatus.isShown)), 0) FROM album \(condition)
                """
            try Row.forEach(database, sql: sums, arguments: arguments) { row in
                statistics.tracks = try row[0]
                statistics.missing.years = try row[1]
                statistics.missing.genres = try row[2]
                statistics.missing.tracks = try row[3]
                statistics.missing.covers = try row[4]
            }
            // A total can't overflow.
            let time = "SELECT CAST(total(max(seconds, 0)) AS INTEGER) FROM playingTime \(condition)"
            statistics.seconds = try Int.fetchOne(database, sql: time, arguments: arguments) ?? 0
            let facets = try facetSnapshot(in: database)
            let counts = facets.counts(of: all)
            statistics.genres = facets.shares(of: .genre, counts, among: all, limit: limit)
            statistics.labels = facets.shares(of: .label, counts, among: all, limit: limit)
            statistics.formats = facets.shares(of: .format, counts, among: all, limit: limit)
            var decades: [Int: Int] = [:]
            for (number, value) in facets.values.enumerated() where counts[number] > 0 {
                if let decade = value.year.flatMap(AlbumFacet.decade) { decades[decade, default: 0] += counts[number] }
            }
            statistics.decades = decades.sorted { $0.key < $1.key }.map { .init(year: $0.key, albums: $0.value) }
            return statistics
        }
    }
}

extension FacetSnapshot {
    /// Returns the most frequent values of a kind.
    fileprivate func shares(
        of kind: StoredFacetKind, _ counts: [Int], among numbers: [Int64], limit: Int
    ) -> LibraryStatistics.Shares {
        guard limit > 0 else { return LibraryStatistics.Shares() }
        let sorted = counts.indices.filter { counts[$0] > 0 && values[$0].kind == kind }
            .sorted { (-counts[$0], places[$0]) < (-counts[$1], places[$1]) }
        var shares = LibraryStatistics.Shares()
        shares.top = sorted.prefix(limit).map { .init(name: values[$0].name, albums: counts[$0]) }
        shares.otherValues = sorted.count - shares.top.count
        guard shares.otherValues > 0 else { return shares }
        let top = Set(sorted.prefix(limit).map { Int32($0) })
        shares.otherAlbums = numbers.count { number in
            var hasOther = false
            for value in values(ofAlbumNumbered: number) where values[Int(value)].kind == kind {
                if top.contains(value) { return false }
                hasOther = true
            }
            return hasOther
        }
        return shares
    }
}
