package import SleevesModel
package import SleevesCovers
internal import SQLite

/// The sizes of covers, by which those are found that could be better.
extension PersistencyManager {
    /// The length of a cover's longest side, in pixels, from which on it isn't small.
    package static let smallCoverLimit = 300

    /// Measures the shown covers whose sizes aren't known: those that the user has chosen, that come from the network, or that an earlier version has
    /// taken from files. Skips what can't be read now.
    ///
    /// - Returns: Whether any is small.
    package func measureCovers() throws(PersistencyError) -> Bool {
        var (last, areSmall) = (Int64.min, false)
        while !Task.isCancelled {
            let covers = try unmeasuredCovers(after: last)
            guard let end = covers.last?.number else { break }
            let sizes = covers.compactMap { cover in longestSide(of: cover).map { (cover.digest, $0) } }
            if !sizes.isEmpty {
                try write { database in
                    for (digest, side) in sizes { try Self.note(longestSide: side, of: digest, in: database) }
                }
            }
            areSmall = areSmall || sizes.contains { $0.1 < Self.smallCoverLimit }
            last = end
        }
        return areSmall
    }

    private struct UnmeasuredCover {
        let number: Int64
        let digest: CoverDigest
        let isChosen: Bool
        let place: LocalCover?
    }

    private func unmeasuredCovers(after number: Int64) throws(PersistencyError) -> [UnmeasuredCover] {
        try read { database in
            let sql = """
                SELECT number, coalesce(chosenCover, coverDigest) AS digest, chosenCover IS NOT NULL, localCover FROM album
                WHERE number > ? AND \(CoverStatus.isShown) AND digest NOT IN (SELECT digest FROM coverSize) ORDER BY number LIMIT 100
                """
            return try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: [number]) { row in
                guard let digest = CoverDigest(rawValue: try row[1]) else { return nil }
                let place = (try? row[3] as String?).flatMap { try? StoredJSON.decode(LocalCover.self, from: $0) }
                return UnmeasuredCover(number: try row[0], digest: digest, isChosen: try row[2], place: place)
            }.compactMap(\.self)
        }
    }

    private func longestSide(of cover: UnmeasuredCover) -> Int? {
        if cover.isChosen { return chosenCovers.bytes(of: cover.digest).flatMap(PictureHeader.longestSide) }
        if let kept = covers.longestSide(of: cover.digest), kept.isWhole || kept.side >= Self.smallCoverLimit { return kept.side }
        guard let bytes = try? cover.place?.read(limit: covers.decoder.byteLimit, by: reader), CoverDigest(of: bytes) == cover.digest else {
            return nil
        }
        return PictureHeader.longestSide(of: bytes)
    }

    static func note(longestSide side: Int, of digest: CoverDigest, in database: Database) throws {
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO coverSize VALUES (?, ?)").execute(arguments: [digest.rawValue, side])
        guard side < smallCoverLimit else { return }
        // Windows look again.
        try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1")
    }

    /// Returns the albums whose covers are known to be small.
    func albumsWithSmallCover(in database: Database) throws -> NumberTable<Bool> {
        try smallCovers.value(at: try Self.contentsVersion(in: database)) {
            let small = "(SELECT digest FROM coverSize WHERE longestSide < \(Self.smallCoverLimit))"
            let sql = """
                SELECT number FROM album
                WHERE chosenCover IN \(small) OR chosenCover IS NULL AND coverState = 'present' AND coverDigest IN \(small)
                """
            return NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: sql)))
        }
    }
}
