internal import SleevesModel
internal import FoundationEssentials
internal import SQLite

/// An album as a row of the table `album`, with the encoding of each column.
struct AlbumRow {
    var album: AlbumRecord
    /// The collector's catalogue entry, as stored. It isn't read with the album, because lists don't need it.
    var release: String?
    private var entry: ReleaseRecord?
    /// Whether the user has no copy, but wishes to.
    private var isWanted = false
    private var copies: [CopyRecord] = []
    private var opinion = AlbumOpinion()
    /// The folded title and artist of an album to write.
    private var names: AlbumNames?

    /// The columns of what a list shows, in the order of ``init(row:)``.
    private static let names = [
        "id", "title", "artist", "year", "genre", "trackCount", "source", "folder", "coverURL", "localCover", "coverState", "coverDigest",
        "added", "titleSortName", "artistSortName", "chosenCover",
    ]
    static let writtenNames = names + ["titleSort", "artistSort", "release", "isWanted"]

    static let columns = names.joined(separator: ", ")
    private static let updating = """
        UPDATE album SET \(writtenNames.enumerated().map { "\($1) = ?\($0 + 1)" }.joined(separator: ", ")) WHERE id = ?1
        """

    /// - Parameter edits: The user's edits: the album is found by those of its copies, too.
    init(_ album: AlbumRecord, release: ReleaseRecord?, edits: AlbumEdits?) throws {
        self.album = album
        self.release = release.map { StoredJSON.encode($0) }
        entry = edits.applied(to: release)
        let listed = release?.copies ?? []
        copies = edits?.copies.copies(besides: listed).map(\.record) ?? listed
        opinion = edits?.copies.opinion ?? AlbumOpinion()
        isWanted = album.isWanted(release, copies: copies)
        // Much of SQLite ends a text at the first NUL, so NULs from tags are removed.
        self.album.title = Self.withoutNUL(album.title)
        self.album.artist = Self.withoutNUL(album.artist)
        self.album.titleSortName = album.titleSortName.map(Self.withoutNUL)
        self.album.artistSortName = album.artistSortName.map(Self.withoutNUL)
        self.album.genre = album.genre.map(Self.withoutNUL)
        self.album.folder = album.folder.map(Self.withoutNUL)
        self.album.coverURL = album.coverURL.map(Self.withoutNUL)
        names = AlbumNames(title: self.album.title, artist: self.album.artist)
        // The column stores milliseconds; rounding here makes the written value equal to the read one.
        self.album.added = Date(milliseconds: (album.added ?? Date()).milliseconds)
    }

    func update(in database: Database) throws {
        try database.cachedStatement(sql: Self.updating).execute(arguments: StatementArguments(names: [], values: try values))
        guard let number = try PersistencyManager.number(of: album.id, in: database) else { return }
        try searchText.write(number: number, in: database)
    }

    /// The texts by which the album is found.
    var searchText: AlbumSearchText { AlbumSearchText(album, release: entry, copies: copies, opinion: opinion, names: names) }

    /// The values of the written columns, in their order.
    var values: [DatabaseValue] {
        get throws {
            let names = self.names ?? AlbumNames(title: album.title, artist: album.artist)
            return [
                .text(album.id.rawValue),
                .text(album.title),
                .text(album.artist),
                album.year.databaseValue,
                album.genre.databaseValue,
                album.trackCount.databaseValue,
                .text(album.source.rawValue),
                album.folder.databaseValue,
                album.coverURL.databaseValue,
                try album.localCover.map(StoredJSON.encode).databaseValue,
                .text(album.cover.name),
                (album.cover.digest?.rawValue).databaseValue,
                (album.added?.milliseconds).databaseValue,
                album.titleSortName.databaseValue,
                album.artistSortName.databaseValue,
                (album.chosenCover?.rawValue).databaseValue,
                .text((album.titleSortName.map { FoldedText($0) } ?? names.title).sortKey),
                .text((album.artistSortName.map { FoldedText($0) } ?? names.artist).sortKey),
                release.databaseValue,
                isWanted.databaseValue,
            ]
        }
    }

    private static func withoutNUL(_ text: String) -> String {
        text.utf8.contains(0) ? String(text.unicodeScalars.filter { $0 != "\0" }.map(Character.init)) : text
    }
}

extension AlbumRow {
    /// - Throws: `DatabaseError` if the row is damaged.
    init(row: Row) throws {
        let localCover = try row[9] as String?
        let chosenCover = try row[15] as String?
        album = AlbumRecord(
            id: AlbumID(rawValue: try row[0]),
            title: try row[1],
            artist: try row[2],
            titleSortName: try row[13],
            artistSortName: try row[14],
            year: try row[3],
            genre: try row[4],
            trackCount: try row[5],
            coverURL: try row[8],
            // An undecodable place only costs the picture, not the album.
            localCover: localCover.flatMap { try? StoredJSON.decode(LocalCover.self, from: $0) },
            source: AlbumSource(rawValue: try row[6]) ?? .json,
            folder: try row[7],
            added: Date(milliseconds: try row[12])
        )
        album.cover = CoverStatus(name: try row[10], digest: try row[11])
        album.chosenCover = chosenCover.flatMap(CoverDigest.init(rawValue:))
    }

    /// Returns the albums of a query's rows, skipping damaged ones.
    static func fetchUndamaged(_ statement: Statement, arguments: StatementArguments = StatementArguments()) throws -> [AlbumRecord] {
        var albums: [AlbumRecord] = []
        try Row.forEach(statement, arguments: arguments) { row in
            if let album = try? AlbumRow(row: row).album { albums.append(album) }
        }
        return albums
    }
}

extension String {
    /// Returns the text of a query's first row; `nil` if there is none, or it is damaged.
    static func fetchUndamaged(_ statement: Statement, arguments: StatementArguments) throws -> String? {
        try Row.fetchOne(statement, arguments: arguments) { row in try? row[0] as String } ?? nil
    }
}
