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
}
