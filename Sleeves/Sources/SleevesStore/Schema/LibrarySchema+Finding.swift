internal import SleevesModel
internal import SQLite

extension LibrarySchema {
    /// The texts and facets by which albums are found, which the program keeps in memory, and an index of track titles.
    static let finding = """
        DROP TRIGGER albumIsGone;
        DROP TABLE albumSearch;

        CREATE TABLE albumText (
            -- Grows with each change, so a program that has read all rows reads only greater ones to notice changes.
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            number INTEGER NOT NULL UNIQUE,
            words TEXT NOT NULL,
            facets TEXT NOT NULL
        ) STRICT;

        -- The program cuts texts into words; FTS5 only finds the spaces between them.
        CREATE VIRTUAL TABLE trackSearch USING fts5 (
            titles, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'", columnsize = 0
        );
        -- The playing time of each album that lists tracks.
        CREATE TABLE playingTime (number INTEGER PRIMARY KEY, seconds INTEGER NOT NULL) STRICT;

        CREATE INDEX albumWithoutCover ON album (coverState) WHERE NOT \(CoverStatus.isShown);

        CREATE TRIGGER albumIsGone AFTER DELETE ON album BEGIN
            DELETE FROM albumText WHERE number = old.number;
            DELETE FROM trackSearch WHERE rowid = old.number;
            DELETE FROM playingTime WHERE number = old.number;
            UPDATE albumVersion SET orders = orders + 1, contents = contents + 1;
        END;
        """

    /// The longest side of each cover, in pixels; of one that isn't small, perhaps less than it is. Covers of earlier versions are measured when they are
    /// asked for.
    static let coverSizes = """
        CREATE TABLE coverSize (digest TEXT NOT NULL PRIMARY KEY, longestSide INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX smallCover ON coverSize (digest) WHERE longestSide < 300;
        CREATE INDEX albumCover ON album (coalesce(chosenCover, coverDigest)) WHERE \(CoverStatus.isShown);
        """

    /// The names of pictures in each folder that may show the back of an album, and an index of the albums with pictures that the user keeps. What is in
    /// a folder is looked at anew.
    static let backs = """
        ALTER TABLE folder ADD COLUMN backs TEXT NOT NULL DEFAULT '[]';
        CREATE INDEX folderBacks ON folder (path) WHERE backs <> '[]';
        -- Counts what may give an album another back.
        ALTER TABLE albumVersion ADD COLUMN backs INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX albumPictures ON album (id) WHERE \(CopyEdits.haveAnyPicture);
        UPDATE folder SET changed = -1;
        """

    /// The texts of what only an album's page shows. All texts are written anew, because words for "and" are now the same in them.
    static let details = """
        ALTER TABLE albumText ADD COLUMN details TEXT NOT NULL DEFAULT '';
        DELETE FROM albumText;
        DELETE FROM trackSearch;
        DELETE FROM playingTime;
        """
}

extension LibrarySchema {
    /// Adds the mark of albums whose tracks' numbers show that some are missing, and sets it for those that there are.
    static func markGaps(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE trackList ADD COLUMN hasGaps INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX trackListGaps ON trackList (albumID) WHERE hasGaps;
                """)
        let marking = try database.cachedStatement(sql: "UPDATE trackList SET hasGaps = 1 WHERE rowid = ?")
        var last = Int64.min
        // In pieces, for the marks change the table that is read. Damage costs a row only itself.
        while true {
            let sql = "SELECT rowid, tracks FROM trackList WHERE rowid > ? ORDER BY rowid LIMIT 500"
            let rows = try Row.fetchAll(database, sql: sql, arguments: [last]) { row in
                (number: try row[0] as Int64, tracks: try? row[1] as String)
            }
            guard let end = rows.last?.number else { return }
            for row in rows {
                guard let tracks = try? row.tracks.map({ try StoredJSON.decode([TrackRecord].self, from: $0) }), tracks.hasGaps else {
                    continue
                }
                try marking.execute(arguments: [row.number])
            }
            last = end
        }
    }
}

extension AlbumSearchText {
    /// Writes the texts and facets of all albums.
    static func fill(in database: Database) throws {
        let sql = "SELECT number, title, artist, genre, year, folder, titleSortName, artistSortName, release, edits FROM album"
        try Row.forEach(database, sql: sql) { row in
            // Damage costs a row only itself.
            guard let number = try? row[0] as Int64, let title = try? row[1] as String, let artist = try? row[2] as String else { return }
            let release = (try? row[8] as String?).flatMap { try? StoredJSON.decode(ReleaseRecord.self, from: $0) }
            let edits = (try? row[9] as String?).flatMap { try? StoredJSON.decode(AlbumEdits.self, from: $0) }
            let listed = release?.copies ?? []
            let text = AlbumSearchText(
                names: AlbumNames(title: title, artist: artist), artist: artist, genre: try? row[3] as String?, year: try? row[4] as Int?,
                folder: try? row[5] as String?,
                sortNames: [try? row[6] as String?, try? row[7] as String?], release: edits.applied(to: release),
                copies: edits?.copies.copies(besides: listed).map(\.record) ?? listed, opinion: edits?.copies.opinion ?? AlbumOpinion())
            try text.write(number: number, in: database)
        }
    }
}

extension TrackSearchText {
    /// Writes the titles and the playing time of all albums' tracks.
    static func fill(in database: Database) throws {
        // SQLite reads a million tracks in seconds. Damaged lists, and values that aren't tracks, are skipped.
        let sql = """
            SELECT album.number,
                group_concat(coalesce(track.value ->> '$.title', '') || char(10) || coalesce(track.value ->> '$.artist', ''), char(10)),
                CAST(total(CASE json_type(track.value, '$.seconds') WHEN 'integer'
                    THEN max(0, min(\(longestTrack), track.value ->> '$.seconds')) END) AS INTEGER)
            FROM album CROSS JOIN trackList ON trackList.albumID = album.id
                CROSS JOIN json_each(CASE WHEN json_valid(trackList.tracks) THEN trackList.tracks ELSE '[]' END) AS track
            WHERE track.type = 'object' GROUP BY album.number
            """
        try Row.forEach(database, sql: sql) { row in
            guard let number = try? row[0] as Int64, let titles = try? row[1] as String else { return }
            let text = TrackSearchText(texts: titles.split(separator: "\n").map(String.init), seconds: (try? row[2] as Int) ?? 0)
            try text.write(number: number, isNew: true, in: database)
        }
    }
}
