package import SleevesModel
internal import SQLite

/// Filters by facets, and what there is to filter by.
extension PersistencyManager {
    /// Returns the facets of the albums that match a search and a filter, with the numbers of albums.
    ///
    /// - Complexity: O(*n*) in the number of albums, at less than a microsecond each.
    package func facetCounts(search: String?, filter: AlbumFilter) throws(PersistencyError) -> AlbumFacetCounts {
        try read { database in
            let found = try numbers(search: search, filter: filter, order: AlbumOrder(), in: database)
            var counts = AlbumFacetCounts()
            counts.albums = found.count
            let wishes = AlbumFilter(filter.facets.union([.wanted]))
            counts.wanted =
                wishes == filter ? found.count : try numbers(search: search, filter: wishes, order: AlbumOrder(), in: database).count
            let (missing, duplicates) = (try albumsWithoutCover(in: database), try orders.duplicates(in: database))
            let incomplete = try albumsWithGaps(in: database)
            counts.withoutCover = found.count { missing[$0] }
            let small = try albumsWithSmallCover(in: database)
            counts.smallCover = found.count { small[$0] }
            if let backs = try albumsWithBack(in: database) { counts.withoutBack = found.count { !backs[$0] } }
            counts.tracksMissing = found.count { incomplete[$0] }
            counts.duplicates = found.count { duplicates[$0] }
            count(found, into: &counts, try facetSnapshot(in: database))
            return counts
        }
    }

    /// Returns the signs of albums, with those of the records that they show. Leaves out albums without copies.
    package func signs(of ids: [AlbumID]) throws(PersistencyError) -> [AlbumID: AlbumSigns] {
        try read { database in
            let sql = """
                SELECT album.id, facets FROM album JOIN albumText ON albumText.number = album.number
                WHERE album.id IN (SELECT value FROM json_each(?1))
                UNION ALL SELECT host.id, facets FROM \(JoinedRecords.shown("JOIN albumText ON albumText.number = album.number")) AND album.host IN (SELECT value FROM json_each(?1))
                """
            var signs: [AlbumID: AlbumSigns] = [:]
            try Row.forEach(try database.cachedStatement(sql: sql), arguments: [try StoredJSON.encode(ids)]) { row in
                // Damage costs an album only its signs.
                guard let id = try? row[0] as String, let facets = try? row[1] as String else { return }
                let own = FacetLines.signs(in: facets)
                if own != AlbumSigns() { signs[AlbumID(rawValue: id), default: AlbumSigns()] += own }
            }
            return signs
        }
    }

    /// Reads the texts and facets of all albums, so that the next search and filter needn't.
    package func prepareFinding() throws(PersistencyError) {
        try read { database in
            _ = try texts.snapshot(in: database)
            _ = try facetSnapshot(in: database)
        }
    }

    /// Returns the facets as of the database's moment, those of joined records with their albums.
    func facetSnapshot(in database: Database) throws -> FacetSnapshot {
        try facets.snapshot(in: database, joining: try orders.joined(in: database))
    }

    private func count(_ found: [Int64], into counts: inout AlbumFacetCounts, _ facets: FacetSnapshot) {
        let albums = facets.counts(of: found)
        let used = albums.indices.filter { albums[$0] > 0 }
            .sorted { (-albums[$0], facets.places[$0]) < (-albums[$1], facets.places[$1]) }
        var decades: [Int: Int] = [:]
        var ratings = [Int](repeating: 0, count: 6)
        var grades = [Int](repeating: 0, count: CopyField.mediaCondition.usualValues.count)
        for number in used {
            let (value, count) = (facets.values[number], albums[number])
            switch value.kind {
            case .artist: counts.artists.append(.init(.artist(value.name), count: count))
            case .genre: counts.genres.append(.init(.genre(value.name), count: count))
            case .label: counts.labels.append(.init(.label(value.name), count: count))
            case .format: counts.formats.append(.init(.format(value.name), count: count))
            case .folder: counts.folders.append(.init(.folder(value.name), count: count))
            case .place: counts.places.append(.init(.place(value.name), count: count))
            case .condition: if let grade = value.grade { grades[grade] += count }
            case .bought: if let year = Int(value.name) { counts.purchases.append(.init(.bought(year), count: count)) }
            case .release:
                guard let known = FieldValue(value.name), let field = ReleaseField.named(known.field) else { continue }
                counts.release[field, default: []].append(.init(.release(field: field, value: known.value), count: count))
            case .own:
                guard let own = FieldValue(value.name) else { continue }
                counts.own[own.field, default: []].append(.init(.own(field: own.field, value: own.value), count: count))
            case .rating: if let rating = value.rating, ratings.indices.contains(rating) { ratings[rating] += count }
            case .favourite: counts.favourites = count
            case .lent: counts.lent = count
            case .wanted, .copies: break
            case .year:
                guard let year = value.year else { continue }
                counts.years.append(.init(.year(year), count: count))
                if let decade = AlbumFacet.decade(of: year) { decades[decade, default: 0] += count }
            }
        }
        var total = 0
        counts.conditions = zip(CopyField.mediaCondition.usualValues, grades).compactMap { grade, count in
            total += count
            return total > 0 ? .init(.condition(grade), count: total) : nil
        }
        var rated = 0
        counts.ratings = (1...5).reversed().compactMap { rating in
            rated += ratings[rating]
            return rated > 0 ? .init(.rating(rating), count: rated) : nil
        }
        counts.decades = decades.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map { .init(.decade($0.key), count: $0.value) }
    }

    /// Returns the row numbers of the albums that match a search and a filter, in an order.
    func numbers(search: String?, filter: AlbumFilter, order: AlbumOrder, in database: Database) throws -> [Int64] {
        let all = try orders.numbers(by: order, includesWishes: filter.facets.contains(.wanted), in: database)
        let passing = filter.isEmpty ? all : try self.passing(filter, among: all, in: database)
        guard let query = SearchQuery(search) else { return passing }
        return try query.matches(among: passing, of: all, texts, joined: try orders.joined(in: database), in: database)
    }

    private func albumsWithoutCover(in database: Database) throws -> NumberTable<Bool> {
        NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: SearchQuery.albumsWithoutCover)))
    }

    /// Returns the albums with a picture of their back, also one of a record that they show; `nil` if there are none.
    private func albumsWithBack(in database: Database) throws -> NumberTable<Bool>? {
        // Albums and their titles are in the order's version. Both only grow.
        let version = try Int64.fetchOne(try database.cachedStatement(sql: "SELECT orders + backs FROM albumVersion")) ?? 0
        let beside = try backs.value(at: version) { try AlbumBacks(database).numbersBesideFiles() }
        let numbers = beside.union(try AlbumBacks(database).numbersKept())
        if numbers.isEmpty { return nil }
        var backs = NumberTable(numbers)
        for (record, host) in try orders.joined(in: database) where backs[record] { backs[host] = true }
        return backs
    }

    private func albumsWithGaps(in database: Database) throws -> NumberTable<Bool> {
        let sql = "SELECT number FROM album WHERE id IN (SELECT albumID FROM trackList WHERE hasGaps)"
        return NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: sql)))
    }

    /// Returns those of some albums that have a facet of each kind in a filter.
    private func passing(_ filter: AlbumFilter, among numbers: [Int64], in database: Database) throws -> [Int64] {
        var numbers = numbers
        var kinds = Dictionary(grouping: filter.facets, by: \.kind)
        let marks: [(AlbumFacet.Kind, (Database) throws -> NumberTable<Bool>)] = [
            (.withoutCover, albumsWithoutCover(in:)), (.smallCover, albumsWithSmallCover(in:)), (.tracksMissing, albumsWithGaps(in:)),
            (.duplicate, orders.duplicates(in:)),
        ]
        for (kind, albums) in marks where kinds.removeValue(forKey: kind) != nil {
            let marked = try albums(database)
            numbers = numbers.filter { marked[$0] }
        }
        if kinds.removeValue(forKey: .withoutBack) != nil, let backs = try albumsWithBack(in: database) {
            numbers = numbers.filter { !backs[$0] }
        }
        guard !kinds.isEmpty else { return numbers }
        let facets = try facetSnapshot(in: database)
        for alternatives in kinds.values {
            let matches = facets.matches(alternatives)
            numbers = numbers.filter { number in facets.values(ofAlbumNumbered: number).contains { matches[Int($0)] } }
        }
        return numbers
    }
}
