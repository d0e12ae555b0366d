internal import SleevesModel
internal import SleevesCovers
internal import SleevesImporting
internal import SQLite
internal import struct FoundationEssentials.Date

/// A file with known tags, as its sheets are assigned.
struct WholeFile {
    var id: Int64
    var file: TaggedFile
    /// The sheet in its tags, and the one that counts, as JSON.
    var ownSheet: String?
    var sheet: String?
    fileprivate var nameID: String?
    fileprivate var kind: AlbumIdentity.Kind?
    fileprivate var albumID: String?
    fileprivate var folder: Int64
}

/// A file with known tags or, if a sheet divides it, one of its tracks, with the file's number in the catalogue and its grouping. All tracks of
/// a file belong to one album.
struct CataloguedTrack {
    var id: Int64
    var track: GroupedTrack
    var nameID: String?
    var kind: AlbumIdentity.Kind?
    var albumID: String?
    /// The number of its folder.
    var folder: Int64
}

extension [CataloguedTrack] {
    /// The tracks in the order of their paths, and in a file in that of their beginnings.
    var inOrder: Self { sorted { $0.track.file.place < $1.track.file.place } }

    /// The ranges of the tracks of each file. They follow each other in the order of their paths.
    var files: [Range<Int>] {
        var files: [Range<Int>] = []
        var start = 0
        while start < count {
            let end = self[start...].firstIndex { $0.id != self[start].id } ?? count
            files.append(start..<end)
            start = end
        }
        return files
    }
}

extension FileCatalogue {
    private static let tagColumns = """
        title, artist, artistSort, albumArtist, albumArtistSort, album, albumSort, date, genre, track, disc, release, isCompilation,
        coalesce(seconds, measured), file.picture, releaseGroup, releaseValues, discSubtitle, media, originalDate, side, arrived, file.size,
        folder.id, ownSheet, file.sheet
        """

    /// Returns the paths of those of some files whose tags are still to be read.
    ///
    /// - Parameter files: The files' numbers.
    func pending(_ files: some Collection<Int64>) throws -> [(id: Int64, path: String)] {
        let sql = """
            SELECT file.id, folder.path, file.name FROM file JOIN folder ON folder.id = file.folder
            WHERE file.state = 0 AND NOT file.isGone AND file.id IN (SELECT value FROM json_each(?)) ORDER BY file.id
            """
        let numbers = "[\(files.map(String.init).joined(separator: ","))]"
        return try Row.fetchAll(database, sql: sql, arguments: [numbers]) { row in (try row[0], Path.appending(try row[2], to: try row[1]))
        }
    }

    /// Saves a file's tags.
    ///
    /// - Parameters:
    ///   - shelf: The file's shelf.
    ///   - arrived: When the file came to its place. The earliest known time stays: many programs write a changed file anew.
    ///   - sheet: The sheet in the tags.
    ///   - problem: A problem of the file nevertheless, as a sentence that continues after its path.
    func store(
        _ tags: AudioTags, of file: Int64, shelf: Int64, arrived: Date? = nil, sheet: CueSheet? = nil, problem: String?
    ) throws {
        try markSheetsAsStale(of: file)
        // The shelf is that of the undivided file. A changed file may have left another one.
        let leftShelf = "SELECT shelf FROM file WHERE id = ? AND shelf IS NOT NULL"
        try database.run("INSERT OR IGNORE INTO staleShelf \(leftShelf) UNION ALL VALUES (?)", [file, shelf])
        try database.run(
            """
            UPDATE file SET state = 1, problem = ?, title = ?, artist = ?, artistSort = ?, albumArtist = ?, albumArtistSort = ?, album = ?,
                albumSort = ?, date = ?, genre = ?, track = ?, disc = ?, release = ?, isCompilation = ?, seconds = ?, picture = ?, shelf = ?,
                releaseGroup = ?, releaseValues = ?, discSubtitle = ?, media = ?, originalDate = ?, side = ?, undeclared = ?,
                arrived = coalesce(min(arrived, ?), arrived, ?), ownSheet = ?, sheet = NULL
            WHERE id = ?
            """,
            [
                problem, tags.title, tags.artist, tags.artistSort, tags.albumArtist, tags.albumArtistSort, tags.album, tags.albumSort,
                tags.date, tags.genre, tags.trackNumber, tags.discNumber, tags.musicBrainzRelease, tags.isCompilation, tags.seconds,
                tags.picture.rawValue, shelf, tags.musicBrainzReleaseGroup, tags.release.lines, tags.discSubtitle, tags.media,
                tags.originalDate, tags.side,
                try Self.column(of: tags.undeclared), arrived?.milliseconds, arrived?.milliseconds,
                try sheet.map { try StoredJSON.encode($0) },
                file,
            ]
        )
        if sheet != nil { try markSheetsAsStale(of: file) }
        if !tags.undeclared.isEmpty { try markUndecoded("id = ?", [file]) }
    }

    /// Saves that a file's tags can't be read.
    ///
    /// - Parameter isPassing: Whether the file may not be at fault, so that the next import retries it. Until then, it stays in its album with the
    ///   tags that it had.
    func store(problem: String, of file: Int64, isPassing: Bool) throws {
        if isPassing {
            try database.run(
                "UPDATE file SET state = 1, problem = ?1, changed = ?2 WHERE id = ?3 AND shelf IS NOT NULL",
                [problem, FileStamp.unsettledChange, file])
            if database.changesCount > 0 { return }
        }
        try markStale("id = ?", [file])
        try markSheetsAsStale(of: file)
        try leaveAlbum(file)
        try database.run(
            "UPDATE file SET state = 2, problem = ?1, changed = iif(?2, ?3, changed) WHERE id = ?4",
            [problem, isPassing, FileStamp.unsettledChange, file])
    }

    /// Returns whether any file counts in an album.
    func hasFiles(of album: AlbumID) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE albumID = ?)")
        return try Bool.fetchOne(statement, arguments: [album.rawValue]) ?? false
    }

    /// Returns whether any file is saved with a name.
    func hasFiles(named name: String) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE nameID = ?)")
        return try Bool.fetchOne(statement, arguments: [name]) ?? false
    }

    /// Returns whether none of the files that share a name belongs to an album yet.
    func isNew(name: String) throws -> Bool {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM file WHERE nameID = ? AND albumID IS NOT NULL)"
        return try Bool.fetchOne(database, sql: sql, arguments: [name]) ?? true
    }

    /// Returns the tracks of files with known tags that satisfy a condition on the table `file`, in the order of their paths.
    func tracks(_ condition: String, _ arguments: StatementArguments) throws -> [CataloguedTrack] {
        var tracks: [CataloguedTrack] = []
        for file in try wholeFiles(condition, arguments) {
            let sheet = file.sheet.flatMap { try? StoredJSON.decode(CueSheet.self, from: $0) }
            for track in sheet.map(file.file.tracks) ?? [file.file] {
                tracks.append(
                    CataloguedTrack(
                        id: file.id, track: GroupedTrack(track, like: tracks.last?.track), nameID: file.nameID, kind: file.kind,
                        albumID: file.albumID, folder: file.folder))
            }
        }
        return tracks.inOrder
    }

    /// Returns files with known tags that satisfy a condition on the table `file`.
    func wholeFiles(_ condition: String, _ arguments: StatementArguments) throws -> [WholeFile] {
        let sql = """
            SELECT file.id, folder.path, file.name, nameID, nameKind, albumID, \(Self.tagColumns)
            FROM file JOIN folder ON folder.id = file.folder WHERE \(condition)
            """
        var files: [WholeFile] = []
        try Row.forEach(database, sql: sql, arguments: arguments) { row in
            let file = TaggedFile(
                path: Path.appending(try row[2], to: try row[1]), tags: try AudioTags(row, from: 6),
                arrived: try (row[27] as Int64?).map(Date.init(milliseconds:)), size: try row[28])
            files.append(
                WholeFile(
                    id: try row[0], file: file, ownSheet: try row[30], sheet: try row[31], nameID: try row[3],
                    kind: try (row[4] as Int?).flatMap(AlbumIdentity.Kind.init), albumID: try row[5], folder: try row[29]))
        }
        return files
    }
}

extension AudioTags {
    fileprivate init(_ row: Row, from first: Int) throws {
        self = .none
        title = try row[first]
        artist = try row[first + 1]
        artistSort = try row[first + 2]
        albumArtist = try row[first + 3]
        albumArtistSort = try row[first + 4]
        album = try row[first + 5]
        albumSort = try row[first + 6]
        date = try row[first + 7]
        genre = try row[first + 8]
        trackNumber = try row[first + 9]
        discNumber = try row[first + 10]
        musicBrainzRelease = try row[first + 11]
        isCompilation = try (row[first + 12] as Bool?) ?? false
        seconds = try row[first + 13]
        picture = try (row[first + 14] as Int?).flatMap(Picture.init) ?? .absent
        musicBrainzReleaseGroup = try row[first + 15]
        if let lines = try row[first + 16] as String? { release = ReleaseValues(lines: lines) }
        discSubtitle = try row[first + 17]
        media = try row[first + 18]
        originalDate = try row[first + 19]
        side = try row[first + 20]
    }
}

extension ReleaseValues {
    /// The values as the catalogue has them: a line for each, after its field's name; `nil` for none.
    var lines: String? {
        if entries.isEmpty { return nil }
        return entries.flatMap { entry in entry.values.map { "\(entry.field.name)\(FieldValue.separator)\($0)" } }.joined(separator: "\n")
    }

    /// Reads the lines of the catalogue. Damage costs only the values.
    init(lines: String) {
        var values: [ReleaseField: [String]] = [:]
        for line in lines.split(separator: "\n") {
            guard let end = line.firstIndex(of: FieldValue.separator), let field = ReleaseField.named(String(line[..<end])) else {
                continue
            }
            values[field, default: []].append(String(line[line.index(after: end)...]))
        }
        self.init()
        for (field, texts) in values { self[field] = texts }
    }
}
