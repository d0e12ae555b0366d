internal import SleevesModel
internal import SQLite

extension LibrarySchema {
    /// The imported lists with their albums, and when each source was last read.
    static let lists = """
        -- When each followed folder and each imported list was last read as a whole, in milliseconds since 1970, and with which problems.
        CREATE TABLE sourceReading (
            path TEXT NOT NULL PRIMARY KEY,
            date INTEGER NOT NULL,
            -- The first of them, as JSON, and the number of all. Those that the catalogue keeps with files and folders aren't here.
            problems TEXT NOT NULL,
            problemCount INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE list (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            -- Undo brings a forgotten list back.
            isForgotten INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- The albums that a list named when it was last read.
        CREATE TABLE listedAlbum (
            list INTEGER NOT NULL REFERENCES list (id) ON DELETE CASCADE,
            albumID TEXT NOT NULL,
            PRIMARY KEY (list, albumID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX listsOfAlbum ON listedAlbum (albumID);
        """

    /// The albums that a list only wishes for.
    static let listedWishes = "ALTER TABLE listedAlbum ADD COLUMN isWanted INTEGER NOT NULL DEFAULT 0"

    /// Albums that a list has named.
    static let ties = """
        -- 0 for those that it named when it was last read, 1 for those that it had named before, 2 for those of them that undo has brought back.
        ALTER TABLE listedAlbum ADD COLUMN tie INTEGER NOT NULL DEFAULT 0;
        """

    /// The mark of albums of which the user has no copy, but wishes to. It follows from the copies.
    static let marksOfWishes = """
        ALTER TABLE album ADD COLUMN isWanted INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX wantedAlbum ON album (number) WHERE isWanted;
        DROP TRIGGER albumIsChanged;
        CREATE TRIGGER albumIsChanged AFTER UPDATE ON album BEGIN
            UPDATE albumVersion SET contents = contents + 1, orders = orders + (
                old.titleSort <> new.titleSort OR old.artistSort <> new.artistSort OR old.year IS NOT new.year OR old.added <> new.added
                    OR old.isWanted <> new.isWanted
            );
        END;
        """

    /// The albums that show others. They follow from the edits.
    static let hosts = """
        ALTER TABLE album ADD COLUMN host TEXT;
        CREATE INDEX joinedAlbum ON album (host) WHERE host IS NOT NULL;
        ALTER TABLE keptAlbum ADD COLUMN host TEXT;
        CREATE INDEX keptJoinedAlbum ON keptAlbum (host) WHERE host IS NOT NULL;
        DROP TRIGGER albumIsChanged;
        CREATE TRIGGER albumIsChanged AFTER UPDATE ON album BEGIN
            UPDATE albumVersion SET contents = contents + 1, orders = orders + (
                old.titleSort <> new.titleSort OR old.artistSort <> new.artistSort OR old.year IS NOT new.year OR old.added <> new.added
                    OR old.isWanted <> new.isWanted OR old.host IS NOT new.host OR old.id <> new.id OR old.source <> new.source
            );
        END;
        """

    /// Makes the albums of wantlists, which were in a table of their own, albums like the others.
    static func makeWishesAlbums(in database: Database) throws {
        let sql = """
            SELECT album FROM wanted WHERE id NOT IN (SELECT id FROM album UNION SELECT id FROM removedAlbum) AND NOT coalesce((
                SELECT min(isForgotten) FROM listedAlbum JOIN list ON list.id = listedAlbum.list
                WHERE albumID = wanted.id AND isWanted
            ), 0) ORDER BY rowid
            """
        for text in try String.fetchAll(database, sql: sql) {
            // Damage costs a row only itself.
            guard let album = try? StoredJSON.decode(AlbumRecord.self, from: text) else { continue }
            let release = ReleaseRecord(copies: [CopyRecord(isWanted: true)])
            try NewAlbum(album, tracks: [], release: release).insert(into: database)
        }
        try database.execute(sql: "DROP TABLE wanted")
    }
}
