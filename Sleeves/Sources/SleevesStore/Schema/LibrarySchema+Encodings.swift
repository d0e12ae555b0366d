extension LibrarySchema {
    /// Texts that don't declare their encoding. The migration "sheets", which follows, has all files read again.
    static let encodings = """
        -- The bytes of a file's texts whose encoding its tags don't declare, as JSON: other texts of the folder may show it.
        ALTER TABLE file ADD COLUMN undeclared TEXT;
        -- The encoding in which a folder's texts were decoded last.
        ALTER TABLE folder ADD COLUMN encoding TEXT;
        -- Folders with texts that are to be decoded, together with all others of their album.
        CREATE TABLE undecodedFolder (id INTEGER PRIMARY KEY) STRICT;
        -- The encodings that the user has chosen for albums, by their folders, which no import changes.
        CREATE TABLE chosenEncoding (path TEXT NOT NULL PRIMARY KEY, encoding TEXT NOT NULL) STRICT;
        """
}
