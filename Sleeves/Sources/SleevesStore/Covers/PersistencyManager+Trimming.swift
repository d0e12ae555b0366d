public import SleevesModel
internal import SleevesCovers
internal import Glibc
internal import SQLite

extension PersistencyManager {
    /// Deletes the least recently used thumbnails if the cache exceeds its limit. Call it in the background.
    ///
    /// - Returns: The number of deleted thumbnails.
    @discardableResult
    public func trimCovers() throws(PersistencyError) -> Int {
        try covers.trim { (digests) throws(PersistencyError) in try coversWithoutOriginal(among: digests) }
    }

    /// Returns those of some covers that couldn't be recreated, because the user's file that they came from is unavailable. Covers from the
    /// network can be fetched again, and chosen covers are in the library.
    func coversWithoutOriginal(among digests: Set<CoverDigest>) throws(PersistencyError) -> Set<CoverDigest> {
        let covers = try read { database in
            let sql = """
                SELECT coverDigest, localCover FROM album
                WHERE localCover IS NOT NULL AND coverDigest IN (SELECT value FROM json_each(?))
                """
            return try Row.fetchAll(database, sql: sql, arguments: [try StoredJSON.encode(digests.map(\.rawValue))]) { row in
                (digest: try row[0] as String, place: try row[1] as String)
            }
        }
        // One picture may have come from several files.
        var lost: Set<CoverDigest> = []
        var present: Set<CoverDigest> = []
        for cover in covers {
            guard let digest = CoverDigest(rawValue: cover.digest) else { continue }
            let place = try? StoredJSON.decode(LocalCover.self, from: cover.place)
            if let place, access(place.path, R_OK) == 0 { present.insert(digest) } else { lost.insert(digest) }
        }
        return lost.subtracting(present)
    }
}
