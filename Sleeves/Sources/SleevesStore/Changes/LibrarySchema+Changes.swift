extension LibrarySchema {
    /// The user's changes, so that another run of the program can undo them.
    static let changes = """
        -- What the source says of what was changed by hand; nothing where nothing was.
        ALTER TABLE album ADD COLUMN unedited TEXT;

        CREATE TABLE change (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            title TEXT NOT NULL,
            albumCount INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            isUndone INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        -- One row an album, so that removing a library does not take the memory of all of it.
        CREATE TABLE changedAlbum (
            change INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            albumID TEXT NOT NULL,
            before TEXT,
            after TEXT,
            covers TEXT,
            PRIMARY KEY (change, position)
        ) STRICT;
        CREATE INDEX changedAlbumByID ON changedAlbum (albumID);
        """
}
