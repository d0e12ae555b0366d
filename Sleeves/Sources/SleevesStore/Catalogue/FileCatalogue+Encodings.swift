internal import SleevesCovers
internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// The texts of files that don't declare their encoding. All of an album's folder, with those of its discs, show it together.
extension FileCatalogue {
    /// A file's texts of undeclared encoding.
    struct UndeclaredTexts {
        var file: Int64
        var texts: [AudioTags.TextField: [UInt8]]
    }

    /// A folder of an album, with the encoding in which its texts were decoded last; `nil` if they never were.
    struct DecodedFolder {
        var id: Int64
        var encoding: TextEncoding?
    }

    /// Saves that a folder's texts are to be decoded, now that a file has others.
    func markUndecoded(_ condition: String, _ arguments: StatementArguments) throws {
        try database.run(
            "INSERT OR IGNORE INTO undecodedFolder SELECT folder FROM file WHERE \(condition) AND undeclared IS NOT NULL", arguments)
    }

    /// Marks the texts that are left where files are gone, because without those they may show another encoding.
    func markLeftTextsAsUndecoded() throws {
        let sql = """
            SELECT DISTINCT folder.path FROM file JOIN folder ON folder.id = file.folder WHERE file.isGone AND file.undeclared IS NOT NULL
            """
        for home in Set(try String.fetchAll(database, sql: sql).map { GroupedTrack.home(ofFolder: $0).path }) {
            try markTextsAsUndecoded(inHome: home)
        }
    }

    /// Marks the texts of an album's folder, because another file that may have shown their encoding has left it.
    func markTextsAsUndecoded(inHome home: String) throws {
        for folder in try folders(ofHome: home) { try markUndecoded("folder = ? AND NOT isGone", [folder.id]) }
    }

    func hasUndeclaredTexts(_ file: Int64) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE id = ? AND undeclared IS NOT NULL)")
        return try Bool.fetchOne(statement, arguments: [file]) ?? false
    }

    /// Returns the album folders with texts to decode.
    func undecodedHomes() throws -> [String] {
        let sql = "SELECT folder.path FROM undecodedFolder JOIN folder ON folder.id = undecodedFolder.id ORDER BY folder.path"
        var homes: [String] = []
        for path in try String.fetchAll(database, sql: sql) {
            let home = GroupedTrack.home(ofFolder: path).path
            if homes.last != home { homes.append(home) }
        }
        return homes
    }

    /// Returns an album's folder and those of its discs.
    func folders(ofHome home: String) throws -> [DecodedFolder] {
        let sql = "SELECT id, path, encoding FROM folder WHERE path >= ? AND path < ? AND NOT isGone ORDER BY path"
        return try Row.fetchAll(database, sql: sql, arguments: [home, home + "\u{10FFFF}"]) { row -> DecodedFolder? in
            guard GroupedTrack.home(ofFolder: try row[1]).path == home else { return nil }
            return DecodedFolder(id: try row[0], encoding: try (row[2] as String?).flatMap(TextEncoding.init))
        }.compactMap(\.self)
    }

    func undeclaredTexts(in folder: Int64) throws -> [UndeclaredTexts] {
        let sql =
            "SELECT id, undeclared FROM file WHERE folder = ? AND undeclared IS NOT NULL AND shelf IS NOT NULL AND NOT isGone ORDER BY name"
        return try Row.fetchAll(database, sql: sql, arguments: [folder]) { row in
            UndeclaredTexts(file: try row[0], texts: Self.texts(in: try row[1]))
        }
    }

    /// Saves texts that were decoded again, and marks the file's albums for regrouping.
    func store(_ decoded: [AudioTags.TextField: String], of file: Int64) throws {
        guard var track = try tracks("file.id = ? AND shelf IS NOT NULL", [file]).first?.track.file else { return }
        let before = track.tags
        for (field, text) in decoded { track.tags.set(field, to: text) }
        guard track.tags != before else { return }
        let tags = track.tags
        let shelf = GroupedTrack(track).shelf
        try markStale("id = ?", [file])
        try database.run(
            """
            UPDATE file SET title = ?, artist = ?, artistSort = ?, albumArtist = ?, albumArtistSort = ?, album = ?, albumSort = ?, genre = ?,
                releaseValues = ?, discSubtitle = ?, shelf = ? WHERE id = ?
            """,
            [
                tags.title, tags.artist, tags.artistSort, tags.albumArtist, tags.albumArtistSort, tags.album, tags.albumSort, tags.genre,
                tags.release.lines, tags.discSubtitle, shelf, file,
            ])
        try database.run("INSERT OR IGNORE INTO staleShelf VALUES (?)", [shelf])
    }

    /// Saves that a folder's texts are decoded.
    func noteDecoded(_ folder: Int64, as encoding: TextEncoding) throws {
        try database.run("UPDATE folder SET encoding = ? WHERE id = ?", [encoding.rawValue, folder])
        try database.run("DELETE FROM undecodedFolder WHERE id = ?", [folder])
    }

    /// Returns the encoding that the user has chosen for an album's folder.
    func chosenEncoding(ofHome home: String) throws -> TextEncoding? {
        try String.fetchOne(database, sql: "SELECT encoding FROM chosenEncoding WHERE path = ?", arguments: [home])
            .flatMap(TextEncoding.init)
    }

    /// Returns the folders of an album, each with those of its discs.
    func homes(of album: AlbumID) throws -> [String] {
        let sql =
            "SELECT DISTINCT folder.path FROM file JOIN folder ON folder.id = file.folder WHERE file.albumID = ? AND file.undeclared IS NOT NULL"
        let paths = try String.fetchAll(database, sql: sql, arguments: [album.rawValue])
        return Set(paths.map { GroupedTrack.home(ofFolder: $0).path }).sorted()
    }

    /// Returns the albums with files in these folders.
    func albums(inHomes homes: [String]) throws -> [AlbumID] {
        let folders = try homes.flatMap { try self.folders(ofHome: $0).map(\.id) }
        let sql = """
            SELECT DISTINCT albumID FROM file WHERE folder IN (SELECT value FROM json_each(?)) AND albumID IS NOT NULL AND undeclared IS NOT NULL
            """
        let numbers = "[\(folders.map(String.init).joined(separator: ","))]"
        return try String.fetchAll(database, sql: sql, arguments: [numbers]).map(AlbumID.init)
    }

    /// Keeps the user's choice. The texts are decoded again by the next ``PersistencyManager/decodeTexts(isComplete:)``.
    func choose(_ chosen: ChosenEncoding) throws {
        for home in chosen.homes {
            if let encoding = chosen.encoding {
                try database.run("INSERT OR REPLACE INTO chosenEncoding VALUES (?, ?)", [home, encoding.rawValue])
            } else {
                try database.run("DELETE FROM chosenEncoding WHERE path = ?", [home])
            }
            for folder in try folders(ofHome: home) { try markUndecoded("folder = ?", [folder.id]) }
        }
    }

    // MARK: The column

    /// Returns texts as their column has them: JSON with a character up to U+00FF for each byte.
    static func column(of texts: [AudioTags.TextField: [UInt8]]) throws -> String? {
        if texts.isEmpty { return nil }
        return try StoredJSON.encode(
            Dictionary(
                uniqueKeysWithValues: texts.map { field, bytes in
                    (field.name, String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
                }))
    }

    /// Damage costs a file's texts only their other decodings.
    private static func texts(in column: String) -> [AudioTags.TextField: [UInt8]] {
        let stored = (try? StoredJSON.decode([String: String].self, from: column)) ?? [:]
        var texts: [AudioTags.TextField: [UInt8]] = [:]
        for (name, text) in stored {
            guard let field = AudioTags.TextField.named(name) else { continue }
            texts[field] = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        }
        return texts
    }
}
