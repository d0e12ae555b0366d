internal import SQLite

extension LibrarySchema {
    /// Stable row numbers for albums, so that lists of them are lists of numbers, and a table of the words that find them.
    static let search = """
        CREATE TABLE numberedAlbum (
            -- Never given to another album.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            title TEXT NOT NULL,
            artist TEXT NOT NULL,
            titleSort TEXT NOT NULL,
            artistSort TEXT NOT NULL,
            year INTEGER,
            genre TEXT,
            trackCount INTEGER,
            source TEXT NOT NULL,
            folder TEXT,
            coverURL TEXT,
            localCover TEXT,
            coverState TEXT NOT NULL DEFAULT 'missing' CHECK (coverState IN ('missing', 'present', 'failed')),
            coverDigest TEXT,
            added INTEGER NOT NULL,
            release TEXT,
            artistSortName TEXT,
            titleSortName TEXT,
            edits TEXT,
            coverProblem TEXT,
            chosenCover TEXT,
            CHECK ((coverState = 'present') = (coverDigest IS NOT NULL))
        ) STRICT;
        INSERT INTO numberedAlbum (id, title, artist, titleSort, artistSort, year, genre, trackCount, source, folder, coverURL, localCover,
            coverState, coverDigest, added, release, artistSortName, titleSortName, edits, coverProblem, chosenCover)
        SELECT id, title, artist, titleSort, artistSort, year, genre, trackCount, source, folder, coverURL, localCover,
            coverState, coverDigest, added, release, artistSortName, titleSortName, edits, coverProblem, chosenCover FROM album ORDER BY rowid;
        DROP TABLE album;
        ALTER TABLE numberedAlbum RENAME TO album;

        -- Each order of AlbumSort is read from its index alone.
        CREATE INDEX albumByArtist ON album (artistSort, year IS NULL, year, titleSort);
        CREATE INDEX albumByTitle ON album (titleSort, artistSort, year IS NULL, year);
        CREATE INDEX albumByYear ON album (year IS NULL, year, artistSort, titleSort);
        CREATE INDEX albumByDate ON album (added DESC, artistSort, year IS NULL, year, titleSort);

        -- The program cuts texts into words; FTS5 is only to find spaces between them.
        CREATE VIRTUAL TABLE albumSearch USING fts5 (
            title, artist, genre, labels, other, year,
            tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'", prefix = '1 2', columnsize = 0
        );
        CREATE TRIGGER albumIsGone AFTER DELETE ON album BEGIN
            DELETE FROM albumSearch WHERE rowid = old.number;
            UPDATE albumVersion SET orders = orders + 1, contents = contents + 1;
        END;

        -- Counts what changes, so that whoever keeps something in memory notices what other programs do.
        CREATE TABLE albumVersion (orders INTEGER NOT NULL, contents INTEGER NOT NULL) STRICT;
        INSERT INTO albumVersion VALUES (0, 0);
        CREATE TRIGGER albumIsNew AFTER INSERT ON album BEGIN
            UPDATE albumVersion SET orders = orders + 1, contents = contents + 1;
        END;
        CREATE TRIGGER albumIsChanged AFTER UPDATE ON album BEGIN
            UPDATE albumVersion SET contents = contents + 1, orders = orders + (
                old.titleSort <> new.titleSort OR old.artistSort <> new.artistSort OR old.year IS NOT new.year OR old.added <> new.added
            );
        END;
        """
}

extension LibrarySchema {
    /// Marks the numbers in the texts that albums are sorted by.
    static func markNumbers(in database: Database) throws {
        let sql = "SELECT number, titleSort, artistSort FROM album WHERE titleSort GLOB '*[0-9]*' OR artistSort GLOB '*[0-9]*'"
        var keys: [(number: Int64, title: String, artist: String)] = []
        try Row.forEach(database, sql: sql) { row in
            // Damage costs a row only itself.
            guard let number = try? row[0] as Int64, let title = try? row[1] as String, let artist = try? row[2] as String else { return }
            keys.append((number, NumberedText.marked(title), NumberedText.marked(artist)))
        }
        let update = try database.cachedStatement(sql: "UPDATE album SET titleSort = ?, artistSort = ? WHERE number = ?")
        for key in keys { try update.execute(arguments: [key.title, key.artist, key.number]) }
    }
}
