internal import SleevesModel
internal import SQLite

/// The tables of `library.sqlite`, as migrations.
///
/// A released migration never changes; new ones are added below it.
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
            // A collector's catalogue entry, as one value for the same reason as the tracks.
            try database.execute(sql: "ALTER TABLE album ADD COLUMN release TEXT")
        }
        migrator.registerMigration("3 files") { try $0.execute(sql: catalogue) }
        migrator.registerMigration("chosen covers") { database in
            // The digest of a picture that the user has chosen. The picture is in the folder `covers` beside the library.
            try database.execute(sql: "ALTER TABLE album ADD COLUMN chosenCover TEXT")
        }
        migrator.registerMigration("search") { database in
            // The migration "finding" replaces the table of words, so this one leaves it empty.
            try database.execute(sql: search)
        }
        migrator.registerMigration("changes") { try $0.execute(sql: changes) }
        migrator.registerMigration("covers looked for") { try $0.execute(sql: coversLookedFor) }
        migrator.registerMigration("sources") { try $0.execute(sql: sources) }
        migrator.registerMigration("wanted albums") { database in
            // Albums that a wantlist names and the user doesn't own. Their own table keeps them apart from the library's albums.
            try database.execute(sql: "CREATE TABLE wanted (id TEXT NOT NULL PRIMARY KEY, album TEXT NOT NULL) STRICT")
        }
        migrator.registerMigration("no index entries for nothing") { database in
            // A newly found file has no shelf, no name and no album. Index entries for those would be written only to be deleted again.
            for (index, column) in [("fileShelf", "shelf"), ("fileName", "nameID"), ("fileAlbum", "albumID")] {
                try database.execute(
                    sql: "DROP INDEX \(index); CREATE INDEX \(index) ON file (\(column)) WHERE \(column) IS NOT NULL")
            }
        }
        migrator.registerMigration("lists") { try $0.execute(sql: lists) }
        migrator.registerMigration("finding") { database in
            // A later migration fills the texts.
            try database.execute(sql: finding)
        }
        migrator.registerMigration("listed wishes") { try $0.execute(sql: listedWishes) }
        migrator.registerMigration("unfinished imports") { database in
            // The absolute paths of imports that have begun and haven't ended, each with its change, once it has one, or zero if that was
            // too large to keep.
            try database.execute(
                sql: """
                    CREATE TABLE unfinishedImport (
                        path TEXT NOT NULL UNIQUE, change INTEGER, attempts INTEGER NOT NULL DEFAULT 0
                    ) STRICT
                    """)
        }
        migrator.registerMigration("sharing") { try $0.execute(sql: sharing) }
        migrator.registerMigration("arrivals") { try $0.execute(sql: arrivals) }
        migrator.registerMigration("more tags") { try $0.execute(sql: moreTags) }
        migrator.registerMigration("details") { database in
            // The texts of albums are written by a later one.
            try database.execute(sql: details)
            try TrackSearchText.fill(in: database)
        }
        migrator.registerMigration("comparing") { try $0.execute(sql: comparing) }
        migrator.registerMigration("positions") { try $0.execute(sql: positions) }
        migrator.registerMigration("numbers in order") { try markNumbers(in: $0) }
        migrator.registerMigration("other covers") { database in
            // The better picture that can't be used, in whose place an album has another one, and files with more to read than before.
            try database.execute(sql: "ALTER TABLE album ADD COLUMN coverProblemPath TEXT; \(readingAgain)")
        }
        migrator.registerMigration("lengths") { database in
            // In seconds, as it was measured by playing a file that doesn't tell it.
            try database.execute(sql: "ALTER TABLE file ADD COLUMN measured INTEGER")
        }
        migrator.registerMigration("encodings") { try $0.execute(sql: encodings) }
        migrator.registerMigration("sheets") { try $0.execute(sql: sheets) }
        migrator.registerMigration("placement") { try $0.execute(sql: placement) }
        migrator.registerMigration("ties") { try $0.execute(sql: ties) }
        migrator.registerMigration("untitled albums") { try $0.execute(sql: untitledAlbums) }
        migrator.registerMigration("tracks of new albums") { try $0.execute(sql: tracksOfNewAlbums) }
        migrator.registerMigration("files of no album") { database in
            // A file has a shelf, a name and an album if it has tags that count, even if they wait to be read again.
            let values = "shelf = NULL, nameID = NULL, nameKind = NULL, albumID = NULL"
            try database.execute(sql: "UPDATE file SET \(values) WHERE state NOT IN (0, 1) AND (shelf IS NOT NULL OR albumID IS NOT NULL)")
            // Albums that began with some of the files of another one, which still has others: a tag editor may be at work.
            try database.execute(sql: "CREATE TABLE albumPart (id TEXT NOT NULL, former TEXT NOT NULL, PRIMARY KEY (id, former)) STRICT")
        }
        // Before those that write albums.
        migrator.registerMigration("marks of wishes") { try $0.execute(sql: marksOfWishes) }
        migrator.registerMigration("hosts") { try $0.execute(sql: hosts) }
        migrator.registerMigration("gaps") { try markGaps(in: $0) }
        migrator.registerMigration("copies") { try SharedCatalogue.takeCopies(in: $0) }
        migrator.registerMigration("wishes") { database in
            try makeWishesAlbums(in: database)
            try SharedCatalogue.take("wanted", in: database)
        }
        // The texts that this wrote are written by a later one.
        migrator.registerMigration("conditions and purchases") { _ in }
        migrator.registerMigration("hosts that are shared") { try SharedCatalogue.take("\"host\"", in: $0) }
        migrator.registerMigration("numbers of copies") { database in
            // The texts that this wrote are written by a later one.
            // The row number up to which records have been joined with their namesakes. Those that are there already aren't: nobody has asked for it.
            try database.execute(
                sql: """
                    ALTER TABLE albumVersion ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
                    UPDATE albumVersion SET joined = (SELECT coalesce(max(number), 0) FROM album);
                    """)
        }
        migrator.registerMigration("own fields") { database in
            try database.execute(sql: ownFields)
            try SharedCatalogue.takeOwnFields(in: database)
        }
        // The texts that this wrote are written by a later one.
        migrator.registerMigration("ratings") { _ in }
        migrator.registerMigration("sizes of covers") { try $0.execute(sql: coverSizes) }
        migrator.registerMigration("backs") { try $0.execute(sql: backs) }
        migrator.registerMigration("shelves") { database in
            try database.execute(sql: shelves)
            try SharedCatalogue.takeShelves(in: database)
        }
        migrator.registerMigration("release values") { database in
            try database.execute(sql: releaseValues)
            try database.execute(sql: "DELETE FROM albumText")
            try AlbumSearchText.fill(in: database)
            try SharedCatalogue.take(values: [], edits: [.composers, .conductors], in: database)
        }
        // Positions, dates and discs are read in more forms than before.
        migrator.registerMigration("forms of tags") { database in
            try FileCatalogue(database).renewShelves()
            try database.execute(sql: readingAgain)
        }
        // The name of a folder tells the title of its files that have none.
        migrator.registerMigration("titles of folders") { database in
            try FileCatalogue(database).renewShelves()
            try database.execute(
                sql: "INSERT OR IGNORE INTO staleShelf SELECT DISTINCT shelf FROM file WHERE album IS NULL AND shelf IS NOT NULL")
        }
        migrator.registerMigration("albums that came back") { try SharedCatalogue.holdReturnedAlbums(in: $0) }
        migrator.registerMigration("overruled values") { try $0.execute(sql: overruledValues) }
        // Titles, artists, discs, copies and sheets are recognized in more forms than before. The next import groups all files anew, which changes
        // only a few albums.
        migrator.registerMigration("forms of names") { database in
            try FileCatalogue(database).renewShelves()
            try database.execute(
                sql: """
                    INSERT OR IGNORE INTO staleShelf SELECT DISTINCT shelf FROM file WHERE shelf IS NOT NULL;
                    INSERT OR IGNORE INTO staleSheets SELECT DISTINCT folder FROM sheet WHERE problem IS NOT NULL;
                    """)
        }
        // Files are read that programs have written in other ways than their formats say, also those that couldn't be used.
        migrator.registerMigration("faulty files") { try $0.execute(sql: "UPDATE file SET changed = -1") }
        return migrator
    }

    /// Takes what newer versions have said in fields that are new to this one, and makes the next import read what tags say. The migration for a new
    /// field.
    static func add(_ fields: ReleaseField..., in database: Database) throws {
        try SharedCatalogue.take(values: fields, edits: fields.filter(ReleaseField.edited.contains), in: database)
        if fields.contains(where: { !$0.tags.isEmpty }) { try database.execute(sql: readingAgain) }
    }

    /// The user's known folders and files, so that an import opens only changed ones, and the remaining work of an interrupted import.
    private static let catalogue = """
        ALTER TABLE album ADD COLUMN artistSortName TEXT;
        ALTER TABLE album ADD COLUMN titleSortName TEXT;
        -- What the person has changed by hand, which no import takes back.
        ALTER TABLE album ADD COLUMN edits TEXT;
        ALTER TABLE album ADD COLUMN coverProblem TEXT;

        -- Albums the person has taken out, which no import brings back unasked.
        CREATE TABLE removedAlbum (id TEXT NOT NULL PRIMARY KEY) STRICT;
        -- Albums whose cover is to be taken from their files.
        CREATE TABLE coverDue (albumID TEXT NOT NULL PRIMARY KEY) STRICT;
        -- The folders that the person has imported.
        CREATE TABLE root (path TEXT NOT NULL PRIMARY KEY) STRICT;

        CREATE TABLE folder (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            parent INTEGER,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            -- The names of symbolic links in it, and what is wrong with other names in it.
            links TEXT NOT NULL DEFAULT '[]',
            problems TEXT NOT NULL DEFAULT '[]',
            -- The name of the picture of a cover in it.
            picture TEXT, pictureModified INTEGER, pictureSize INTEGER,
            isGone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX folderParent ON folder (parent);

        CREATE TABLE file (
            id INTEGER PRIMARY KEY,
            folder INTEGER NOT NULL REFERENCES folder (id),
            name TEXT NOT NULL,
            device INTEGER NOT NULL, inode INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            state INTEGER NOT NULL,
            isGone INTEGER NOT NULL DEFAULT 0,
            problem TEXT,
            title TEXT, artist TEXT, artistSort TEXT, albumArtist TEXT, albumArtistSort TEXT, album TEXT, albumSort TEXT, date TEXT,
            genre TEXT, track INTEGER, disc INTEGER, release TEXT, isCompilation INTEGER, seconds INTEGER, picture INTEGER,
            -- A digest of the folder and the album's title; what the file's album is by its names; and what it is in the end.
            shelf INTEGER,
            nameID TEXT, nameKind INTEGER,
            albumID TEXT,
            UNIQUE (folder, name)
        ) STRICT;
        CREATE INDEX fileInode ON file (inode);
        CREATE INDEX fileShelf ON file (shelf);
        CREATE INDEX fileName ON file (nameID);
        CREATE INDEX fileAlbum ON file (albumID);
        CREATE INDEX filePending ON file (state) WHERE state = 0;
        CREATE INDEX fileGone ON file (isGone) WHERE isGone;

        -- Shelves, names and albums whose files have changed since they were grouped.
        CREATE TABLE staleShelf (shelf INTEGER PRIMARY KEY) STRICT;
        CREATE TABLE staleName (id TEXT NOT NULL PRIMARY KEY) STRICT;
        CREATE TABLE staleAlbum (id TEXT NOT NULL PRIMARY KEY) STRICT;
        """
}
