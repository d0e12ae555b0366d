package import SleevesModel
internal import SleevesCovers
internal import SQLite

/// Cover sizes, for finding covers to replace.
extension PersistencyManager {
    /// The minimum longest side of a cover that isn't small, in pixels.
    package static let smallCoverLimit = 300

    /// Measures the shown covers of unknown size: those that an earlier version has stored, or that came from another machine. Covers that can't be
    /// read now stay unknown.
    ///
    /// - Parameter opensFiles: Whether to open the user's files. Otherwise, only the library's own files are read.
    /// - Returns: Whether any of them is small.
    /// - Complexity: O(*n*) in the number of covers of unknown size, each of which is read.
    /// - Threading: Blocks for as long as the disk takes, until the task is cancelled.
    package func measureCovers(openingFiles opensFiles: Bool) -> Bool {
        // Nothing could be noted.
        if isReadOnly { return false }
        let away = (try? awayFolders()) ?? []
        var (last, areSmall) = ("", false)
        while !Task.isCancelled, let covers = try? unmeasuredCovers(after: last), let end = covers.last {
            last = end.digest
            // Several albums may have one picture.
            var sides: [String: Int] = [:]
            for cover in covers where sides[cover.digest] == nil {
                sides[cover.digest] = longestSide(of: cover, openingFiles: opensFiles, except: away)
            }
            if sides.isEmpty { continue }
            let isAnySmall = sides.values.contains { $0 < Self.smallCoverLimit }
            let haveNoted: ()? = try? write { database in
                for (digest, side) in sides { try Self.note(longestSide: side, of: digest, in: database) }
                // Windows look again.
                if isAnySmall { try database.execute(sql: "UPDATE albumVersion SET contents = contents + 1") }
            }
            if haveNoted == nil { break }
            areSmall = areSmall || isAnySmall
        }
        return areSmall
    }

    private struct UnmeasuredCover {
        let digest: String
        let isChosen: Bool
        let place: LocalCover?
    }

    private static let shownDigest = "coalesce(chosenCover, coverDigest)"

    /// Returns the next covers of unknown size, by digest. Some may be damaged.
    private func unmeasuredCovers(after digest: String) throws(PersistencyError) -> [UnmeasuredCover] {
        try read { database in
            let sql = """
                SELECT \(Self.shownDigest), chosenCover IS NOT NULL, localCover FROM album
                WHERE \(CoverStatus.isShown) AND \(Self.shownDigest) > ?
                    AND NOT EXISTS (SELECT 1 FROM coverSize WHERE digest = \(Self.shownDigest))
                ORDER BY \(Self.shownDigest) LIMIT 100
                """
            return try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: [digest]) { row in
                let place = (try? row[2] as String?).flatMap { try? StoredJSON.decode(LocalCover.self, from: $0) }
                return UnmeasuredCover(digest: try row[0], isChosen: try row[1], place: place)
            }
        }
    }

    private func longestSide(of cover: UnmeasuredCover, openingFiles opensFiles: Bool, except away: [String]) -> Int? {
        guard let digest = CoverDigest(rawValue: cover.digest) else { return nil }
        if cover.isChosen { return chosenCovers.bytes(of: digest).flatMap(PictureHeader.longestSide) }
        if let kept = covers.longestSide(of: digest), kept.isWhole || kept.side >= Self.smallCoverLimit { return kept.side }
        guard opensFiles, let place = cover.place, !away.contains(where: { Path.isPath(place.path, below: $0) }),
            let bytes = try? place.read(limit: covers.decoder.byteLimit, by: reader), CoverDigest(of: bytes) == digest
        else { return nil }
        return PictureHeader.longestSide(of: bytes)
    }

    static func note(longestSide side: Int?, of digest: String, in database: Database) throws {
        guard let side else { return }
        try database.cachedStatement(sql: "INSERT OR IGNORE INTO coverSize VALUES (?, ?)").execute(arguments: [digest, side])
    }

    /// Returns the albums whose covers are known to be small.
    func albumsWithSmallCover(in database: Database) throws -> NumberTable<Bool> {
        NumberTable(try Int64.fetchAll(try database.cachedStatement(sql: Self.smallCovers)))
    }

    /// The query for the row numbers of albums with small covers. It leads from the covers to the albums, because few are small. An index on an
    /// expression has no type, so it is used only without the column's, which the plus takes away.
    static let smallCovers = """
        SELECT number FROM coverSize CROSS JOIN album ON \(shownDigest) = +digest
        WHERE longestSide < \(smallCoverLimit) AND \(CoverStatus.isShown)
        """
}
