package import SleevesImporting
package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the folders of an album's files, and the known ones above folders of its discs.
    package func pictureFolders(of id: AlbumID) throws(PersistencyError) -> [AlbumPictures.Folder] {
        try read { database in
            let others = "EXISTS (SELECT 1 FROM file WHERE folder = place.id AND albumID <> ?1 AND NOT isGone)"
            let sql = """
                SELECT place.path, \(others) FROM folder AS place
                WHERE place.id IN (SELECT folder FROM file WHERE albumID = ?1 AND NOT isGone) ORDER BY place.path LIMIT \(Self.folderLimit)
                """
            let folders = try Row.fetchAll(try database.cachedStatement(sql: sql), arguments: [id.rawValue]) { row in
                AlbumPictures.Folder(path: try row[0], isShared: try row[1])
            }
            let homes = Set(folders.map { GroupedTrack.home(ofFolder: $0.path).path }).subtracting(folders.map(\.path)).sorted()
            let sharing = """
                SELECT EXISTS (
                    SELECT 1 FROM folder AS place JOIN file ON file.folder = place.id
                    WHERE (place.path = ?2 OR place.path > ?2 || '/' AND place.path < ?2 || '0') AND albumID <> ?1 AND NOT file.isGone
                ) FROM folder WHERE path = ?2
                """
            return try folders
                + homes.compactMap { home in
                    let statement = try database.cachedStatement(sql: sharing)
                    return try Bool.fetchOne(statement, arguments: [id.rawValue, home]).map {
                        AlbumPictures.Folder(path: home, isShared: $0)
                    }
                }
        }
    }

    /// The maximum number of folders that are searched for pictures of an album.
    private static let folderLimit = 16
}
