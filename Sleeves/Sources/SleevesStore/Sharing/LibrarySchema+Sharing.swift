internal import SleevesSharing

extension LibrarySchema {
    /// Sharing the library with other machines.
    static let sharing = """
        CREATE TABLE sharing (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- This machine's identifier, and the ticks of its hybrid logical clock.
            machine TEXT NOT NULL,
            clock INTEGER NOT NULL DEFAULT 0,
            -- 2 while changes of other machines are made, which this machine doesn't send.
            isOn INTEGER NOT NULL DEFAULT 0,
            -- As JSON.
            settings TEXT NOT NULL,
            -- When the bucket on the server was created, and the last value that was read from it.
            bucket INTEGER NOT NULL DEFAULT 0,
            revision INTEGER NOT NULL DEFAULT 0,
            lastKey TEXT,
            -- The first value that couldn't be used yet: its clock was ahead, or a newer version had written it.
            refused INTEGER
        ) STRICT;

        -- The shared albums, also those that nobody has any more or that were removed.
        CREATE TABLE sharedAlbum (
            id TEXT NOT NULL PRIMARY KEY,
            -- A SharedAlbum as JSON, as it is sent.
            registers TEXT NOT NULL,
            revision INTEGER NOT NULL DEFAULT 0,
            isWaiting INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX sharedAlbumWaiting ON sharedAlbum (id) WHERE isWaiting;

        -- The names of the machines.
        CREATE TABLE sharedMachine (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;
        -- The albums that are in the library only because other machines have them.
        CREATE TABLE borrowedAlbum (id TEXT NOT NULL PRIMARY KEY) STRICT;
        -- The albums that the current transaction has changed.
        CREATE TABLE changedHere (id TEXT NOT NULL PRIMARY KEY) STRICT;

        \(triggers("isOn = 1"))
        """

    /// The values seen on the server, with revisions and times, by which everything is compared on each connection.
    static let comparing = """
        \(triggerEvents.map { "DROP TRIGGER \($0.0)Here;" }.joined(separator: "\n"))
        CREATE TABLE newSharing (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            -- This machine's identifier, and the ticks of its hybrid logical clock.
            machine TEXT NOT NULL,
            clock INTEGER NOT NULL DEFAULT 0,
            -- 2 while changes of other machines are made, which this machine doesn't send.
            isOn INTEGER NOT NULL DEFAULT 0,
            -- As JSON, without the password.
            settings TEXT NOT NULL,
            -- Where the library was when it was shared last, by which copies of it are recognized.
            place TEXT
        ) STRICT;
        INSERT INTO newSharing (id, machine, clock, isOn, settings) SELECT id, machine, clock, isOn, settings FROM sharing;
        DROP TABLE sharing;
        ALTER TABLE newSharing RENAME TO sharing;
        -- When the server has stored the revision, in nanoseconds since 1970.
        ALTER TABLE sharedAlbum ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;
        -- This machine's own name and place as the server has them, too.
        ALTER TABLE sharedMachine ADD COLUMN place TEXT;
        ALTER TABLE sharedMachine ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sharedMachine ADD COLUMN stored INTEGER NOT NULL DEFAULT 0;

        -- Also while sharing is stopped: changes keep the times at which they were made.
        \(triggers("isOn <> 2"))
        """

    /// No trigger on the insertion of tracks: a new album has one of its own, and `AlbumSaving.setTracks` updates the row that it inserts.
    ///
    /// A trigger on a table with a foreign key makes SQLite keep a journal for each insertion, before which the search index writes what it has
    /// gathered: half the time of joining a collection.
    static let tracksOfNewAlbums = "DROP TRIGGER tracksAddedHere;"

    /// The fields of the user's own: their kinds, also of those that the user has removed and whose values an undo would bring back.
    static let ownFields = """
        CREATE TABLE ownField (name TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, isListed INTEGER NOT NULL) STRICT;
        \(triggers("isOn <> 2", for: [
            ("ownFieldAdded", "INSERT ON ownField", "'\(SharedAlbum.ownFieldsID.rawValue)'"),
            ("ownFieldChanged", "UPDATE ON ownField", "'\(SharedAlbum.ownFieldsID.rawValue)'"),
        ]))
        """

    /// The user's shelves, by the keys of their names, as JSON. The row without a key says that those of the saved state are still to be taken.
    static let shelves = """
        CREATE TABLE shelf (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) STRICT;
        \(triggers("isOn <> 2", for: [
            ("shelfAdded", "INSERT ON shelf", "'\(SharedAlbum.shelvesID.rawValue)'"),
            ("shelfChanged", "UPDATE ON shelf", "'\(SharedAlbum.shelvesID.rawValue)'"),
            ("shelfRemoved", "DELETE ON shelf", "'\(SharedAlbum.shelvesID.rawValue)'"),
        ]))
        INSERT INTO shelf VALUES ('', '');
        """

    /// The values that this machine's own files and lists have where other machines' later ones count, as JSON.
    static let overruledValues = "CREATE TABLE overruledValues (id TEXT NOT NULL PRIMARY KEY, fields TEXT NOT NULL) STRICT;"

    private static let triggerEvents = [
        ("albumAdded", "INSERT ON album", "NEW.id"),
        ("albumRemoved", "DELETE ON album", "OLD.id"),
        ("albumRenamed", "UPDATE OF id ON album", "OLD.id"),
        (
            "albumChanged",
            """
            UPDATE OF id, title, artist, titleSortName, artistSortName, year, genre, trackCount, coverURL, source, added, release, edits,
                unedited, chosenCover ON album
            """, "NEW.id"
        ),
        ("tracksAdded", "INSERT ON trackList", "NEW.albumID"),
        ("tracksChanged", "UPDATE OF tracks ON trackList", "NEW.albumID"),
        ("removalAdded", "INSERT ON removedAlbum", "NEW.id"),
        ("removalUndone", "DELETE ON removedAlbum", "OLD.id"),
        ("albumFoundHere", "DELETE ON borrowedAlbum", "OLD.id"),
    ]

    private static func triggers(_ condition: String, for events: [(String, String, String)] = triggerEvents) -> String {
        events.map { name, event, id in
            // Without OR IGNORE, which the conflict clause of the statement that fires the trigger would override.
            """
            CREATE TRIGGER \(name)Here AFTER \(event)
            WHEN EXISTS (SELECT 1 FROM sharing WHERE \(condition)) AND NOT EXISTS (SELECT 1 FROM changedHere WHERE id = \(id))
            BEGIN INSERT INTO changedHere VALUES (\(id)); END;
            """
        }.joined(separator: "\n")
    }
}
