package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Saves the measured length of a file of which none is known, and updates its album.
    ///
    /// - Returns: Whether the album has changed.
    package func note(seconds: Int, ofFile path: String) throws(PersistencyError) -> Bool {
        try write { database in
            let catalogue = FileCatalogue(database)
            guard seconds > 0, let folder = try catalogue.folder(at: Path.folder(of: path)),
                let file = try catalogue.file(Path.name(of: path), in: folder.id), file.state == .read,
                let album = try String.fetchOne(
                    database,
                    sql: """
                        UPDATE file SET measured = ?1 WHERE id = ?2 AND seconds IS NULL AND measured IS NOT ?1 AND albumID IS NOT NULL
                        RETURNING albumID
                        """, arguments: [seconds, file.id])
            else { return false }
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            try regrouping.bringUpToDate(AlbumID(rawValue: album))
            return true
        }
    }
}
