internal import SleevesModel
internal import SQLite

/// The searchable texts of an album, as in the table `albumSearch`.
struct AlbumSearchText {
    private let title: FoldedText
    private let artist: FoldedText
    private let genre: FoldedText
    private let labels: FoldedText
    private let sortNames: FoldedText
    private let year: Int?

    /// - Parameter labels: The labels of the album's release.
    init(_ album: AlbumRecord, labels: [String]) {
        self.init(
            title: album.title,
            artist: album.artist,
            genre: album.genre,
            year: album.year,
            sortNames: [album.titleSortName, album.artistSortName],
            labels: labels
        )
    }

    init(title: String, artist: String, genre: String?, year: Int?, sortNames: [String?], labels: [String]) {
        self.title = FoldedText(title)
        self.artist = FoldedText(artist)
        self.genre = FoldedText(genre ?? "")
        self.labels = FoldedText(labels.joined(separator: " "))
        // The sort names of names in other scripts are often their transcriptions.
        self.sortNames = FoldedText(sortNames.compactMap { $0 }.joined(separator: " "))
        self.year = year
    }

    /// Inserts the texts of the album that was just inserted.
    func insert(number: Int64, into database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO albumSearch (title, artist, genre, labels, other, year, rowid) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        try statement.execute(arguments: values + [number])
    }

    /// Updates the texts of an existing album.
    func update(of id: AlbumID, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE albumSearch SET title = ?, artist = ?, genre = ?, labels = ?, other = ?, year = ?
                WHERE rowid = (SELECT number FROM album WHERE id = ?)
                """
        )
        try statement.execute(arguments: values + [id.rawValue])
    }

    private var values: StatementArguments {
        let words = [title, artist, genre, labels].map(SearchTokens.words)
        let texts = words.map { $0.flatMap(\.tokens).joined(separator: " ") }
        let others = words.joined().compactMap(\.joined) + SearchTokens.words(of: sortNames).flatMap(\.tokens)
        return StatementArguments(texts) + [others.joined(separator: " "), year.map(String.init) ?? ""]
    }
}
