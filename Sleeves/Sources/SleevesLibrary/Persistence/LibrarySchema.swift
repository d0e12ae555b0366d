internal import GRDB

/// The tables of `library.sqlite`, as the steps that lead to them.
///
/// A step that was released never changes; a new one is added below it.
enum LibrarySchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 albums and track lists") { database in
            try database.execute(
                sql: """
                    CREATE TABLE album (
                        id TEXT NOT NULL PRIMARY KEY,
                        title TEXT NOT NULL,
                        artist TEXT NOT NULL,
                        titleSort TEXT NOT NULL,
                        artistSort TEXT NOT NULL,
                        searchText TEXT NOT NULL,
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
                        CHECK ((coverState = 'present') = (coverDigest IS NOT NULL))
                    ) STRICT;

                    -- Tracks are only ever read and written an album at a time, so a list is one value: saving an album is one row,
                    -- and whether its list has changed is one comparison. They stand apart from the albums so that listing those
                    -- does not drag the tracks through memory.
                    CREATE TABLE trackList (
                        albumID TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
                        tracks TEXT NOT NULL
                    ) STRICT;
                    """
            )
        }
        migrator.registerMigration("2 releases") { database in
            // What a collector's catalogue says, as one value for the same reason as the tracks.
            try database.execute(sql: "ALTER TABLE album ADD COLUMN release TEXT")
        }
        return migrator
    }
}
