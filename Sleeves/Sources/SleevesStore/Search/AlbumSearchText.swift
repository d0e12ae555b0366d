internal import SleevesModel
internal import SQLite

/// The texts and facets by which an album is found, as in the table `albumText`.
struct AlbumSearchText {
    /// The tokens of each text, with a space before each and a line feed around each text: ` abbey road`.
    let words: String
    /// The tokens of the texts that only the album's page shows, likewise; empty if there are none.
    let details: String
    /// The values of the facets, a line each.
    let facets: String

    init(_ album: AlbumRecord, release: ReleaseRecord?) {
        self.init(
            title: album.title,
            artist: album.artist,
            genre: album.genre,
            year: album.year,
            folder: album.folder,
            sortNames: [album.titleSortName, album.artistSortName],
            release: release
        )
    }

    init(title: String, artist: String, genre: String?, year: Int?, folder: String?, sortNames: [String?], release: ReleaseRecord?) {
        var texts = Self.texts(of: [title, artist, genre ?? "", release?.labels.joined(separator: " ") ?? ""])
        // The sort names of names in other scripts are often their transcriptions.
        for name in sortNames.compactMap(\.self) { texts.append(SearchTokens.text(of: FoldedText(name))) }
        if let year { texts.append(" \(year)") }
        words = "\n" + texts.joined(separator: "\n") + "\n"
        details = release.map { Self.details(of: $0, year: year) } ?? ""
        facets = FacetLines(artist: artist, genre: genre, year: year, folder: folder, release: release).text
    }

    /// Returns the tokens of each text, and then the words that are joined.
    private static func texts(of texts: [String]) -> [String] {
        var tokens: [String] = []
        var joined: [String] = []
        for text in texts where !text.isEmpty {
            let folded = FoldedText(text)
            tokens.append(SearchTokens.text(of: folded))
            // Only signs between letters make words that are joined.
            if !folded.isPlain { joined += SearchTokens.words(of: folded).compactMap(\.joined) }
        }
        return tokens + joined.map { " \($0)" }
    }

    private static func details(of release: ReleaseRecord, year: Int?) -> String {
        // Numbers are typed with and without the signs and spaces in them.
        let numbers = [release.catalogueNumber, release.barcode].compactMap(\.self)
        let whole = numbers.map { String($0.filter { $0.isLetter || $0.isNumber }) }
        // "LP" finds `2xLP`.
        let formats = AlbumFacet.formats(in: release.format ?? "").map(\.format)
        let names = [release.format, release.country].compactMap(\.self) + formats + release.composers + release.conductors
        let discs = release.discSubtitles.sorted { $0.key < $1.key }.map(\.value)
        let copies = release.copies.flatMap { [$0.folder, $0.notes].compactMap(\.self) }
        let years = [release.originalYear].compactMap { $0.flatMap { $0 == year ? nil : String($0) } }
        // Copies are often in one folder.
        var known: Set<String> = []
        let texts = texts(of: (numbers + whole + names + discs + copies + years).filter { known.insert($0).inserted })
        return texts.isEmpty ? "" : "\n" + texts.joined(separator: "\n") + "\n"
    }

    /// Writes the texts of an album, or replaces them.
    func write(number: Int64, isNew: Bool = false, in database: Database) throws {
        let sql =
            isNew
            ? "INSERT INTO albumText (number, words, details, facets) VALUES (?, ?, ?, ?)"
            : "INSERT OR REPLACE INTO albumText (number, words, details, facets) VALUES (?, ?, ?, ?)"
        try database.run(sql, [number, words, details, facets])
    }
}

/// The searchable titles of an album's tracks, as in the table `trackSearch`, and their playing time.
struct TrackSearchText {
    /// The tokens, with a separator between titles that users can't type, so that no phrase reaches from one title into the next.
    private let titles: String
    private let seconds: Int

    /// The maximum playing time of a track, in seconds. Greater values in damaged tags count as this.
    static let longestTrack = 1_000_000

    init(_ tracks: [TrackRecord]) {
        self.init(
            texts: tracks.flatMap { [$0.title, $0.artist ?? ""] },
            seconds: tracks.reduce(0) { $0 + max(0, min(Self.longestTrack, $1.seconds ?? 0)) })
    }

    init(texts: [String], seconds: Int) {
        titles = texts.filter { !$0.isEmpty }.map { SearchTokens.text(of: FoldedText($0)) }.joined(separator: " \u{1}")
        self.seconds = seconds
    }

    /// Writes the titles of an album's tracks, or replaces them.
    func write(number: Int64, isNew: Bool = false, in database: Database) throws {
        if !isNew {
            for sql in ["DELETE FROM trackSearch WHERE rowid = ?", "DELETE FROM playingTime WHERE number = ?"] {
                try database.cachedStatement(sql: sql).execute(arguments: [number])
            }
        }
        guard !titles.isEmpty || seconds > 0 else { return }
        try database.cachedStatement(sql: "INSERT INTO trackSearch (rowid, titles) VALUES (?, ?)").execute(arguments: [number, titles])
        try database.cachedStatement(sql: "INSERT INTO playingTime VALUES (?, ?)").execute(arguments: [number, seconds])
    }
}
