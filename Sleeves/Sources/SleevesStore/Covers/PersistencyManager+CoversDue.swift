package import SleevesModel
internal import SleevesCovers
package import SleevesImporting
internal import SQLite

extension PersistencyManager {
    /// Returns the number of albums whose covers are to be taken from their files.
    package func countOfCoversDue() throws(PersistencyError) -> Int {
        try read { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM coverDue") ?? 0 }
    }

    /// Returns the next due covers, by identifier.
    package func coversDue(after id: String, limit: Int) throws(PersistencyError) -> [DueCover] {
        try read { database in
            let sql = """
                SELECT album.id, album.localCover FROM coverDue JOIN album ON album.id = coverDue.albumID
                WHERE coverDue.albumID > ? AND album.localCover IS NOT NULL ORDER BY coverDue.albumID LIMIT ?
                """
            return try Row.fetchAll(database, sql: sql, arguments: [id, limit]) { row in
                DueCover(album: AlbumID(rawValue: try row[0]), place: try StoredJSON.decode(LocalCover.self, from: try row[1]))
            }
        }
    }

    /// Returns the pictures among an album's files that may be its cover if the best can't be used, the best first.
    package func otherCovers(of album: AlbumID) throws(PersistencyError) -> [LocalCover] {
        let found = try read { try AlbumRegrouping($0, saving: AlbumSaving()).otherCovers(of: album) }
        // Asks the disk, so not within the transaction.
        let named = found.folders.flatMap { FolderPictures.paths(in: $0) }.prefix(8).map { LocalCover.file(path: $0) }
        return found.inside + found.beside + named.filter { !found.beside.contains($0) } + found.last
    }

    /// Saves the results of taking covers, in one transaction.
    package func settle(_ taken: [TakenCover]) throws(PersistencyError) {
        if taken.isEmpty { return }
        try write { database in
            let update = try database.cachedStatement(
                sql: """
                    UPDATE album SET coverState = ?1, coverDigest = ?2, coverProblem = ?3, coverProblemPath = ?4, localCover = coalesce(?5, localCover)
                    WHERE id = ?6
                    """
            )
            let delete = try database.cachedStatement(sql: "DELETE FROM coverDue WHERE albumID = ?")
            for cover in taken {
                var status = CoverStatus.failed
                if case .success(let digest) = cover.picture.outcome {
                    status = .present(digest)
                    try Self.note(longestSide: cover.picture.longestSide, of: digest.rawValue, in: database)
                }
                let other = try cover.failed.map { _ in try StoredJSON.encode(cover.picture.place) }
                try update.execute(
                    arguments: [
                        status.name, status.digest?.rawValue, (cover.failed ?? cover.picture).problem, cover.failed?.place.path, other,
                        cover.album.rawValue,
                    ])
                try delete.execute(arguments: [cover.album.rawValue])
            }
        }
    }

    /// Marks the covers of albums below some folders as due if their thumbnails were lost. Does nothing if the cache was trimmed, because
    /// evicted thumbnails are recreated on request.
    package func noteLostThumbnails(below paths: [String]) throws(PersistencyError) {
        if covers.folder.wasTrimmed { return }
        let below = AlbumsBelow(paths)
        let lost = try read { database in
            let sql = """
                SELECT id, coverDigest FROM album
                WHERE coverState = 'present' AND localCover IS NOT NULL AND id IN (\(below.sql))
                """
            var lost: [String] = []
            try Row.forEach(database, sql: sql, arguments: below.arguments) { row in
                guard let digest = CoverDigest(rawValue: try row[1]), !covers.contains(digest) else { return }
                lost.append(try row[0])
            }
            return lost
        }
        if lost.isEmpty { return }
        try write { database in
            for id in lost { try database.execute(sql: "INSERT OR IGNORE INTO coverDue VALUES (?)", arguments: [id]) }
        }
    }

    /// Returns the number of albums below some folders that have their cover, and the problems of the others.
    package func coverReport(below paths: [String]) throws(PersistencyError) -> (present: Int, problems: [ImportProblem]) {
        let below = AlbumsBelow(paths)
        return try read { database in
            let present = try Int.fetchOne(
                database,
                sql: "SELECT count(*) FROM album WHERE \(CoverStatus.isShown) AND id IN (\(below.sql))",
                arguments: below.arguments
            )
            let problems = try Row.fetchAll(
                database,
                sql: "SELECT localCover, coverProblem, coverProblemPath FROM album WHERE coverProblem IS NOT NULL AND id IN (\(below.sql))",
                arguments: below.arguments
            ) { row in
                let place = try (row[0] as String?).flatMap { try? StoredJSON.decode(LocalCover.self, from: $0) }
                return ImportProblem(path: try row[2] as String? ?? place?.path ?? "", reason: try row[1])
            }
            return (present ?? 0, problems.sorted { $0.path < $1.path })
        }
    }
}
