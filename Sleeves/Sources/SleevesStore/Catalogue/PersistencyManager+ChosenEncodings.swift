internal import SleevesCovers
package import SleevesModel
internal import SQLite

/// The user's choice of an encoding for the texts of an album.
extension PersistencyManager {
    /// Returns the encoding in which the undeclared texts of an album's files are shown; `nil` if it has none.
    package func encoding(of id: AlbumID) throws(PersistencyError) -> TextEncoding? {
        let sql = """
            SELECT folder.encoding FROM file JOIN folder ON folder.id = file.folder
            WHERE file.albumID = ? AND file.undeclared IS NOT NULL AND folder.encoding IS NOT NULL LIMIT 1
            """
        return try read { try String.fetchOne($0, sql: sql, arguments: [id.rawValue]) }.flatMap(TextEncoding.init)
    }

    /// Returns some of an album's undeclared texts in each encoding: the title and the artist of the first file that has them, and a track's title.
    package func previews(of id: AlbumID) throws -> [(encoding: TextEncoding, texts: [String])] {
        let texts = try read { database in
            let catalogue = FileCatalogue(database)
            let folders = try catalogue.homes(of: id).flatMap { try catalogue.folders(ofHome: $0) }
            let files = try folders.lazy.flatMap { try catalogue.undeclaredTexts(in: $0.id) }
            return [AudioTags.TextField.single(.album), .single(.artist), .single(.title)].compactMap { field in
                files.lazy.compactMap { $0.texts[field] }.first
            }
        }
        guard !texts.isEmpty else { return [] }
        return try TextEncoding.allCases.map { encoding in
            (encoding, try reader.decode(texts, as: encoding).compactMap { $0.cleaned() })
        }
    }

    /// Chooses an encoding for the texts of an album that don't declare theirs, as a change that can be undone. Imports keep the choice.
    ///
    /// - Parameter encoding: The encoding; `nil` for the one that the texts show.
    package func recordEncoding(_ encoding: TextEncoding?, of id: AlbumID) throws -> ChangeOutcome {
        var homes: [String] = []
        var outcome = try record(.encoding) { database, add in
            let catalogue = FileCatalogue(database)
            homes = try catalogue.homes(of: id)
            guard let first = homes.first, let album = try Self.album(id, in: database) else { return }
            let before = ChosenEncoding(homes: homes, encoding: try catalogue.chosenEncoding(ofHome: first))
            guard before.encoding != encoding else { return }
            let after = ChosenEncoding(homes: homes, encoding: encoding)
            try catalogue.choose(after)
            try add(
                ChangeLog.Entry(album: id, before: try StoredJSON.encode(before), after: try StoredJSON.encode(after)), album.title)
        }
        if outcome.change != nil { outcome.albums = try decodeAgain(outcome.albums) }
        return outcome
    }

    /// Decodes texts again for which another encoding was chosen, and groups their files anew.
    ///
    /// - Returns: The given albums that are still there, and those that have their files now.
    func decodeAgain(_ albums: [AlbumID]) throws -> [AlbumID] {
        let homes = try read { try FileCatalogue($0).undecodedHomes() }
        try decodeTexts(isComplete: true)
        return try write { database in
            var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
            try regrouping.run()
            let now = try FileCatalogue(database).albums(inHomes: homes)
            return try albums.filter { try !now.contains($0) && Self.album($0, in: database) != nil } + now
        }
    }
}
