extension LibrarySchema {
    /// Folders whose files are away, the user's changes of albums whose files are gone, and imports as changes that can be undone.
    static let sources = """
        -- Folders that the library follows and that are not connected now. Nothing below one counts as gone.
        CREATE TABLE awayFolder (path TEXT NOT NULL PRIMARY KEY) STRICT;

        -- What outlives an album whose files are gone: it has this again when they come back.
        CREATE TABLE keptAlbum (
            id TEXT NOT NULL PRIMARY KEY,
            number INTEGER NOT NULL,
            added INTEGER NOT NULL,
            edits TEXT,
            chosenCover TEXT
        ) STRICT;

        -- The album that the files of another belong to since they were tagged anew, until the albums are up to date.
        CREATE TABLE albumSuccessor (id TEXT NOT NULL PRIMARY KEY, successor TEXT NOT NULL) STRICT;

        -- Albums that undo or redo put back and whose files the catalogue no longer knows. The next import of their folder looks.
        CREATE TABLE restoredAlbum (id TEXT NOT NULL PRIMARY KEY) STRICT;

        -- The folders that an import began to follow and those that are part of them since, as JSON.
        ALTER TABLE change ADD COLUMN roots TEXT;

        -- How many files in a folder are passed over, by the extension of their names, and the pictures in it that may be covers, both as JSON.
        ALTER TABLE folder ADD COLUMN passedOver TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE folder ADD COLUMN pictures TEXT NOT NULL DEFAULT '[]';
        CREATE INDEX folderInode ON folder (inode);
        -- What is in a folder is looked at anew: there is more to know of it.
        UPDATE folder SET changed = -1;
        """

    /// The time at which each file came to its place. The files that are known so far are read again.
    static let arrivals = """
        -- In milliseconds since 1970.
        ALTER TABLE file ADD COLUMN arrived INTEGER;
        \(readingAgain)
        """

    /// More of what files say: the pressing, and the people behind the work.
    static let moreTags = """
        -- A line for each value.
        ALTER TABLE file ADD COLUMN labels TEXT;
        ALTER TABLE file ADD COLUMN catalogueNumbers TEXT;
        ALTER TABLE file ADD COLUMN barcodes TEXT;
        ALTER TABLE file ADD COLUMN composers TEXT;
        ALTER TABLE file ADD COLUMN conductors TEXT;
        ALTER TABLE file ADD COLUMN discSubtitle TEXT;
        ALTER TABLE file ADD COLUMN media TEXT;
        ALTER TABLE file ADD COLUMN originalDate TEXT;
        \(readingAgain)
        """

    /// One column for all that a file says of its release, so that another field needs none. The former columns stay, empty: dropping them would
    /// write the table again for each.
    static let releaseValues = {
        let columns = [
            ("composers", "composers"), ("conductors", "conductors"), ("labels", "labels"), ("catalogueNumbers", "catalogueNumber"),
            ("barcodes", "barcode"),
        ]
        // A line for each value, after its field's name.
        let lines = columns.map { column, name in
            "coalesce(char(10) || '\(name)' || char(31) || replace(\(column), char(10), char(10) || '\(name)' || char(31)), '')"
        }
        return """
            ALTER TABLE file ADD COLUMN releaseValues TEXT;
            UPDATE file SET releaseValues = ltrim(\(lines.joined(separator: " || ")), char(10)),
                \(columns.map { "\($0.0) = NULL" }.joined(separator: ", "))
                WHERE coalesce(\(columns.map(\.0).joined(separator: ", "))) IS NOT NULL;
            """
    }()

    /// The sides of records. The next import also groups all files anew, by positions.
    static let positions = """
        ALTER TABLE file ADD COLUMN side TEXT;
        \(readingAgain)
        """

    /// Makes the next import of a folder read its files again, because there is more to know of them.
    static let readingAgain = "UPDATE file SET changed = -1 WHERE state = 1;"

    /// The identifiers of albums without a title at each place. The next import gives those that have one by the path of their folder another one,
    /// by their tracks.
    static let untitledAlbums = """
        CREATE TABLE untitledAlbum (id TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (place, id)) STRICT, WITHOUT ROWID;
        INSERT OR IGNORE INTO staleShelf SELECT shelf FROM file WHERE nameKind = 3 AND shelf IS NOT NULL;
        """
}
