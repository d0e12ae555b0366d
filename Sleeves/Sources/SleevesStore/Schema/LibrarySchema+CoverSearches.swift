extension LibrarySchema {
    /// The results of searches for covers outside the library, so that no source is asked repeatedly for covers that it doesn't have.
    static let coversLookedFor = """
        CREATE TABLE coverSearch (
            albumID TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
            attempts INTEGER NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('absent', 'unusable', 'temporary')),
            -- For the person; none where the cover just does not exist.
            reason TEXT,
            -- In milliseconds since 1970.
            last INTEGER NOT NULL,
            next INTEGER NOT NULL,
            -- Until when whoever was asked wants to be left alone, which nobody may pass over.
            pausedUntil INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        ALTER TABLE file ADD COLUMN releaseGroup TEXT;
        -- The archive is asked by what is in the tags; an album's own address is one that its source names.
        UPDATE album SET coverURL = NULL WHERE source = 'folder';

        -- What is looked for in another place has not been looked for.
        CREATE TRIGGER coverSearchOfAlbum AFTER UPDATE OF title, artist, coverURL, localCover ON album
        WHEN OLD.title IS NOT NEW.title OR OLD.artist IS NOT NEW.artist OR OLD.coverURL IS NOT NEW.coverURL
            OR OLD.localCover IS NOT NEW.localCover
        BEGIN DELETE FROM coverSearch WHERE albumID = NEW.id; END;
        CREATE TRIGGER coverSearchOfFile AFTER UPDATE OF albumID, release, releaseGroup ON file
        WHEN NEW.albumID IS NOT NULL
            AND (OLD.albumID IS NOT NEW.albumID OR OLD.release IS NOT NEW.release OR OLD.releaseGroup IS NOT NEW.releaseGroup)
        BEGIN DELETE FROM coverSearch WHERE albumID = NEW.albumID; END;
        """
}
