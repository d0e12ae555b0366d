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

    /// - Parameter names: The folded title and artist, if they are known.
    init(_ album: AlbumRecord, release: ReleaseRecord?, copies: [CopyRecord], opinion: AlbumOpinion, names: AlbumNames? = nil) {
        self.init(
            names: names ?? AlbumNames(title: album.title, artist: album.artist),
            artist: album.artist,
            genre: album.genre,
            year: album.year,
            folder: album.folder,
            sortNames: [album.titleSortName, album.artistSortName],
            release: release,
            copies: copies,
            opinion: opinion
        )
    }

    init(
        names: AlbumNames, artist: String, genre: String?, year: Int?, folder: String?, sortNames: [String?], release: ReleaseRecord?,
        copies: [CopyRecord], opinion: AlbumOpinion
    ) {
        let formats = ([release?.format] + copies.map { $0[.format] }).compactMap(\.self).flatMap { Self.formats[$0] }
        let labels = (release?.labels ?? []) + copies.compactMap { $0[.label] }
        var texts = SearchTexts()
        texts.add(names.title)
        texts.add(names.artist)
        // Many albums have the same genres and labels.
        texts.add(genre, isFrequent: true)
        for entry in release?.entries ?? [] where entry.field.search == .heading {
            texts.add(entry.values.joined(separator: " "), isFrequent: true)
        }
        // The sort names of names in other scripts are often their transcriptions.
        for name in sortNames.compactMap(\.self) { texts.addLast(SearchTokens.text(of: FoldedText(name))) }
        if let year { texts.addLast(" \(year)") }
        words = "\n" + texts.lines
        let details = Self.details(of: release, copies, formats: formats, year: year).lines
        self.details = details.isEmpty ? "" : "\n" + details
        facets =
            FacetLines(
                artist: artist, genre: genre, year: year, folder: folder, release: release, labels: labels, formats: formats,
                copies: copies, opinion: opinion
            ).text
    }

    private static let formats = FrequentTexts { AlbumFacet.formats(in: $0).map(\.format) }

    private static func details(
        of release: ReleaseRecord?, _ copies: [CopyRecord], formats: [String], year: Int?
    ) -> SearchTexts {
        var texts = SearchTexts()
        for entry in release?.entries ?? [] where entry.field != .originalYear || entry.values.first != year.map(String.init) {
            for value in entry.values { texts.addOnce(value, entry.field.search) }
        }
        // "LP" finds `2xLP`.
        for format in formats { texts.addOnce(format, isFrequent: true) }
        for disc in (release?.discSubtitles ?? [:]).sorted(by: { $0.key < $1.key }) { texts.addOnce(disc.value) }
        for copy in copies { texts.addOnce(copy) }
        return texts
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

extension SearchTexts {
    fileprivate mutating func addOnce(_ value: String, _ search: ReleaseField.Search) {
        switch search {
        case .heading: break
        case .words: addOnce(value)
        case .commonWords: addOnce(value, isFrequent: true)
        case .number:
            // Numbers are typed with and without the signs and spaces in them.
            addOnce(value)
            addOnce(value.withoutSigns)
        }
    }

    fileprivate mutating func addOnce(_ copy: CopyRecord) {
        for entry in copy.entries {
            let search = entry.field.search
            guard search != .never, case .text(let text) = entry.value else { continue }
            addOnce(text, isFrequent: search == .commonWords)
            if search == .number { addOnce(text.withoutSigns) }
        }
    }
}

/// The folded title and artist of an album, which several columns need.
struct AlbumNames {
    let title: FoldedText
    let artist: FoldedText

    init(title: String, artist: String) {
        (self.title, self.artist) = (FoldedText(title), FoldedText(artist))
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
