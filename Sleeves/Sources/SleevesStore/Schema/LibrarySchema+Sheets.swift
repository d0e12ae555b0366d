extension LibrarySchema {
    /// The CUE sheets of folders, and those that say which tracks a file has. Folders and files that are known so far are read again.
    static let sheets = """
        CREATE TABLE sheet (
            folder INTEGER NOT NULL REFERENCES folder (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            -- As JSON; NULL if it can't be read.
            content TEXT,
            problem TEXT,
            PRIMARY KEY (folder, name)
        ) STRICT, WITHOUT ROWID;

        -- Folders whose sheets are to be assigned to their files again.
        CREATE TABLE staleSheets (folder INTEGER PRIMARY KEY) STRICT;

        -- The sheet in the file's tags, and the one that counts, both for this file, as JSON.
        ALTER TABLE file ADD COLUMN ownSheet TEXT;
        ALTER TABLE file ADD COLUMN sheet TEXT;
        UPDATE folder SET changed = -1;
        \(readingAgain)
        """
}
