extension LibrarySchema {
    /// The user's decisions about files. They outlive the catalogue's knowledge of the files, so they have paths.
    static let placement = """
        -- Which album a file belongs to, as an AlbumPlacement.Place in JSON.
        CREATE TABLE placedFile (folder TEXT NOT NULL, name TEXT NOT NULL, place TEXT NOT NULL, PRIMARY KEY (folder, name)) STRICT, WITHOUT ROWID;

        -- The rips, by an album's folder and a format, that are played rather than their copies.
        CREATE TABLE chosenRip (home TEXT NOT NULL, format TEXT NOT NULL, PRIMARY KEY (home, format)) STRICT, WITHOUT ROWID;

        -- There is more to know of a reissue than before.
        INSERT OR IGNORE INTO staleAlbum SELECT DISTINCT albumID FROM file
            WHERE albumID IS NOT NULL AND substr(date, 1, 4) <> substr(originalDate, 1, 4);
        """
}
