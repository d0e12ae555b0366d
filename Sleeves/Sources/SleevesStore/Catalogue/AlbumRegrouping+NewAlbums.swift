internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// The part of a regrouping that runs while an import still reads files.
extension AlbumRegrouping {
    /// Adds albums whose files are all new and read. Everything else stays for ``run(until:)``.
    ///
    /// - Parameters:
    ///   - known: The shelves that also have files which were grouped before. Those found are added.
    ///   - isOver: Returns whether to stop early. Some albums are added in any case.
    mutating func addNewAlbums(except known: inout Set<Int64>, until isOver: () -> Bool) throws {
        for folder in try catalogue.foldersWithStaleSheets() {
            try catalogue.assignSheets(in: folder)
            try database.run("DELETE FROM staleSheets WHERE folder = ?", [folder])
        }
        var complete: [Int64] = []
        // Many shelves can have the same home.
        var areRead: [String: Bool] = [:]
        for shelf in try Int64.fetchAll(database, sql: "SELECT shelf FROM staleShelf ORDER BY shelf") where !known.contains(shelf) {
            if !complete.isEmpty, isOver() { break }
            guard try isNew(shelf) else {
                known.insert(shelf)
                continue
            }
            guard let home = try home(of: shelf) else { continue }
            let isRead = try areRead[home] ?? isRead(home)
            areRead[home] = isRead
            if isRead { complete.append(shelf) }
        }
        var rest = complete[...]
        while !rest.isEmpty {
            try addAlbums(of: rest.prefix(32))
            rest = isOver() ? [] : rest.dropFirst(32)
        }
    }

    /// Returns whether none of a shelf's files was grouped before.
    private func isNew(_ shelf: Int64) throws -> Bool {
        let sql = "SELECT NOT EXISTS (SELECT 1 FROM file WHERE shelf = ? AND (nameID IS NOT NULL OR isGone))"
        return try Bool.fetchOne(try database.cachedStatement(sql: sql), arguments: [shelf]) ?? false
    }

    /// Returns the folder of a shelf, which contains those of its discs; `nil` if it has no files.
    private func home(of shelf: Int64) throws -> String? {
        let place = "SELECT folder.path FROM file JOIN folder ON folder.id = file.folder WHERE shelf = ? LIMIT 1"
        let folder = try String.fetchOne(try database.cachedStatement(sql: place), arguments: [shelf])
        return folder.map { GroupedTrack.home(ofFolder: $0).path }
    }

    /// Returns whether no more files of the shelves of a home will come.
    ///
    /// The names of their folders, and those of their discs, begin with the name of the home. The last one is read last, so it is asked first.
    private func isRead(_ home: String) throws -> Bool {
        guard try hasReadFiles(home) else { return false }
        let undecoded = try database.cachedStatement(sql: Self.undecodedFolder)
        return try Int.fetchOne(undecoded, arguments: [home, home + "\u{10FFFF}"]) == nil
    }

    /// Returns whether all files of a home are read. Their texts may still be to be decoded.
    func hasReadFiles(_ home: String) throws -> Bool {
        let unread = try database.cachedStatement(sql: Self.unreadFolder)
        return try Int.fetchOne(unread, arguments: [home, home + "\u{10FFFF}"]) == nil
    }

    /// The query for a folder whose texts are to be decoded. Nearly always there is none at all.
    private static let undecodedFolder = """
        SELECT 1 FROM undecodedFolder JOIN folder ON folder.id = undecodedFolder.id WHERE folder.path >= ? AND folder.path < ? LIMIT 1
        """

    /// The query for a folder that isn't searched, or has unread files or ones that were grouped before.
    static let unreadFolder = """
        SELECT 1 FROM folder WHERE path >= ? AND path < ? AND NOT isGone AND (inode = 0
            OR EXISTS (SELECT 1 FROM file WHERE folder = folder.id AND NOT isGone AND (state = 0 OR nameID IS NOT NULL)))
        ORDER BY path DESC LIMIT 1
        """

    private mutating func addAlbums(of shelves: some Collection<Int64>) throws {
        atHand = TracksAtHand()
        defer { atHand = nil }
        var names: Set<String> = []
        for shelf in shelves {
            names.formUnion(try nameShelf(shelf))
            try database.run("DELETE FROM staleShelf WHERE shelf = ?", [shelf])
        }
        var albums: Set<String> = []
        for name in names.sorted() {
            // Nearly always, all files of a name are at hand.
            if try catalogue.hasFiles(named: name) {
                for track in atHand?.takeTracks(named: name) ?? [] { try saveName(of: track) }
                guard try catalogue.isNew(name: name) else { continue }
            }
            albums.formUnion(try chooseAlbums(of: name))
            try database.run("DELETE FROM staleName WHERE id = ?", [name])
        }
        for album in albums.sorted() where try PersistencyManager.number(of: AlbumID(rawValue: album), in: database) == nil {
            try assemble(album)
            try database.run("DELETE FROM staleAlbum WHERE id = ?", [album])
        }
    }
}
