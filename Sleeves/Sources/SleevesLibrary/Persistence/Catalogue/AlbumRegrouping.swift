internal import SQLite

/// Applies the rules of ``AlbumGrouping`` to what has changed in the catalogue, and brings the albums up to date.
///
/// 1. Each shelf whose files have changed: what are its files by their names?
/// 2. Each of those names, old and new: which releases are among its files, and so which albums are they?
/// 3. Each of those albums, old and new: what is it made of now? One without files goes.
///
/// Only one shelf, one name or one album is in memory at a time, and the result is that of grouping everything anew. What is left to do
/// stands in the database, so a long regrouping is several transactions, and others come to write in between.
struct AlbumRegrouping {
    private let database: Database
    private let catalogue: FileCatalogue
    private let unsurveyed: (_ folder: String) -> String?
    private(set) var saving: AlbumSaving
    /// Whether the albums without files have gone since names were last given. Goes from one transaction to the next, because they are looked
    /// for among all albums.
    var emptyAlbumsAreGone = false
    /// Told of pictures that are likely to be due as covers, long before it is certain: nearly every album stands on one shelf.
    var coverIsLikely: (LocalCover) -> Void = { _ in }

    /// - Parameter unsurveyed: The path of the picture in a folder that was not searched, because the person has named a file in it.
    init(_ database: Database, saving: AlbumSaving, unsurveyed: @escaping (_ folder: String) -> String? = FolderPictures().picture(in:)) {
        self.database = database
        self.unsurveyed = unsurveyed
        self.saving = saving
        catalogue = FileCatalogue(database)
    }

    /// Goes on until everything is up to date.
    ///
    /// - Parameter isOver: Whether to stop before that.
    /// - Returns: Whether everything is up to date.
    @discardableResult
    mutating func run(until isOver: () -> Bool = { false }) throws -> Bool {
        try each("shelf", of: "staleShelf", as: Int64.self, until: isOver) { regrouping, shelf in
            try regrouping.nameShelf(shelf)
            regrouping.emptyAlbumsAreGone = false
        }
            && each("id", of: "staleName", as: String.self, until: isOver) { regrouping, name in
                try regrouping.chooseAlbums(of: name)
                regrouping.emptyAlbumsAreGone = false
            }
            && letGoEmptyAlbums(until: isOver)
            && each("id", of: "staleAlbum", as: String.self, until: isOver) { regrouping, album in try regrouping.assemble(album) }
            && finish()
    }

    private func finish() throws -> Bool {
        try database.execute(sql: "DELETE FROM albumSuccessor")
        if saving.summary.removed > 0 { try KeptAlbum.trim(in: database) }
        return true
    }

    /// Brings one album up to date with its files, where it has any.
    mutating func bringUpToDate(_ album: AlbumID) throws {
        try assemble(album.rawValue)
    }

    /// Calls `body` with each value of a table, and empties the table. Values that are added meanwhile have their turn too.
    ///
    /// - Returns: Whether all have had their turn.
    private mutating func each<Value: DatabaseValueConvertible>(
        _ column: String,
        of table: String,
        as type: Value.Type,
        until isOver: () -> Bool,
        _ body: (inout AlbumRegrouping, Value) throws -> Void
    ) throws -> Bool {
        let statement = try database.cachedStatement(sql: "SELECT \(column) FROM \(table) LIMIT 64")
        while case let values = try Value.fetchAll(statement), !values.isEmpty {
            for value in values {
                if isOver() { return false }
                try body(&self, value)
                try catalogue.execute("DELETE FROM \(table) WHERE \(column) = ?", [value])
            }
        }
        return true
    }

    /// Step 1.
    private func nameShelf(_ shelf: Int64) throws {
        let found = try catalogue.tracks("shelf = ? AND state = 1", [shelf])
        // A digest may stand for more than one shelf.
        let shelves = Dictionary(grouping: found) { [$0.track.home, $0.track.title] }
        for tracks in shelves.values {
            if tracks.allSatisfy({ $0.nameID == nil }), let cover = try AlbumAssembly.cover(of: tracks.map(\.track), picture: picture) {
                coverIsLikely(cover)
            }
            var names: Set<String> = []
            for (track, identity) in zip(tracks, AlbumGrouping.identities(onShelf: tracks.map(\.track))) {
                let id = identity.id.rawValue
                names.insert(id)
                if track.nameID != id || track.kind != identity.kind {
                    try catalogue.execute("UPDATE file SET nameID = ?, nameKind = ? WHERE id = ?", [id, identity.kind.rawValue, track.id])
                    if let old = track.nameID { names.insert(old) }
                }
            }
            for name in names { try catalogue.execute("INSERT OR IGNORE INTO staleName VALUES (?)", [name]) }
        }
    }

    /// Step 2.
    private mutating func chooseAlbums(of name: String) throws {
        let tracks = try catalogue.releases(named: name)
        let releases = Set(tracks.compactMap(\.release))
        var changedFolders: Set<Int64> = []
        var albums: Set<String> = []
        for track in tracks {
            let release = AlbumGrouping.release(track.release, hasTitle: track.hasTitle, among: releases)
            let album = release.map { AlbumIdentity.release(musicBrainz: $0).id.rawValue } ?? name
            albums.insert(album)
            if track.albumID != album {
                changedFolders.insert(track.folder)
                try catalogue.execute("UPDATE file SET albumID = ? WHERE id = ?", [album, track.id])
                if let old = track.albumID {
                    albums.insert(old)
                    // It takes over what the person has done to that one.
                    try catalogue.execute("INSERT OR REPLACE INTO albumSuccessor VALUES (?, ?)", [old, album])
                }
            }
        }
        for album in albums { try catalogue.execute("INSERT OR IGNORE INTO staleAlbum VALUES (?)", [album]) }
        for folder in changedFolders { try catalogue.albumsChanged(in: "?", [folder]) }
    }

    /// Takes out the albums that have no files any more, or gives them the name that their files go by now.
    private mutating func letGoEmptyAlbums(until isOver: () -> Bool) throws -> Bool {
        if emptyAlbumsAreGone { return true }
        let noTracks = "NOT EXISTS (SELECT 1 FROM file WHERE albumID = staleAlbum.id AND state = 1)"
        let statement = try database.cachedStatement(sql: "SELECT id FROM staleAlbum WHERE \(noTracks) LIMIT 256")
        while case let albums = try String.fetchAll(statement), !albums.isEmpty {
            // As many as it takes to make up for the search.
            for album in albums {
                try saving.replace(AlbumID(rawValue: album), by: try successor(of: album).map(AlbumID.init), in: database)
                try catalogue.execute("DELETE FROM staleAlbum WHERE id = ?", [album])
            }
            if isOver() { return false }
        }
        emptyAlbumsAreGone = true
        return true
    }

    /// The album that the files of another belong to in the end.
    private func successor(of album: String) throws -> String? {
        let next = try database.cachedStatement(sql: "SELECT successor FROM albumSuccessor WHERE id = ?")
        let hasTracks = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE albumID = ? AND state = 1)")
        var passed: Set<String> = [album]
        var successor = try String.fetchOne(next, arguments: [album])
        while let found = successor, try Bool.fetchOne(hasTracks, arguments: [found]) != true {
            guard passed.insert(found).inserted else { return nil }
            successor = try String.fetchOne(next, arguments: [found])
        }
        return successor
    }

    /// Step 3.
    private mutating func assemble(_ album: String) throws {
        let found = try catalogue.tracks("albumID = ? AND state = 1", [album])
        guard let first = found.first else { return }
        let release = found.lazy.compactMap(\.track.release).first { AlbumIdentity.release(musicBrainz: $0).id.rawValue == album }
        let assembly = AlbumAssembly(
            id: AlbumID(rawValue: album),
            kind: release == nil ? first.kind ?? .named : .release,
            tracks: found.map(\.track)
        )
        let record = try assembly.record(picture: picture)
        try saving.save(record, in: database)
        guard record.localCover != nil else { return }
        try catalogue.execute("INSERT OR IGNORE INTO coverDue SELECT id FROM album WHERE id = ?", [album])
    }

    /// The cover of an album in a folder that was searched; one that was not is searched now.
    private func picture(in folder: String, of title: String?) throws -> String? {
        guard let known = try catalogue.folder(at: folder), known.isSeen else { return unsurveyed(folder) }
        if let picture = known.picture { return Path.appending(picture.name, to: folder) }
        let isOnlyAlbum = try catalogue.holdsOneAlbum(known.id)
        if let cover = FolderPictures.cover(of: title, among: known.pictures, isOnlyAlbum: isOnlyAlbum) {
            return Path.appending(cover.name, to: folder)
        }
        guard isOnlyAlbum else { return nil }
        for path in try catalogue.children(of: known.id).reversed()
        where FolderPictures.folderNames.contains(Path.name(of: path).lowercased()) {
            guard let pictures = try catalogue.folder(at: path) else { continue }
            let cover = pictures.picture ?? FolderPictures.cover(of: title, among: pictures.pictures, isOnlyAlbum: true)
            if let cover { return Path.appending(cover.name, to: path) }
        }
        return nil
    }
}
