internal import SleevesModel
internal import SleevesImporting
internal import SQLite

/// An update of the albums after changes in the catalogue, by the rules of ``AlbumGrouping``.
///
/// 0. For each folder with changed CUE sheets or files that they may mean: which tracks do its files have?
/// 1. For each shelf with changed files: which names do its files have?
/// 2. For each of those names, old and new: which releases, and so which albums, do its files belong to?
/// 3. For each of those albums, old and new: what does it consist of now? An album without files is removed.
///
/// Only one shelf, one name or one album is in memory at a time, and the result equals that of grouping everything anew. The database
/// stores the remaining work, so a long regrouping takes several transactions, and others can write in between.
struct AlbumRegrouping {
    let database: Database
    let catalogue: FileCatalogue
    private let unsurveyed: (_ folder: String) -> String?
    var saving: AlbumSaving
    /// Whether albums without files have been removed since names were last assigned. It is passed from one transaction to the next,
    /// because finding them searches all albums.
    var emptyAlbumsAreGone = false
    /// Called with pictures that are likely to be due as covers, long before that is certain: nearly every album has a single shelf.
    var coverIsLikely: (LocalCover) -> Void = { _ in }
    /// The tracks that an earlier step has read, where some new shelves pass through all steps together.
    var atHand: TracksAtHand?

    /// - Parameter unsurveyed: Returns the path of the picture in a folder that wasn't searched, because the user has named a file in it.
    init(_ database: Database, saving: AlbumSaving, unsurveyed: @escaping (_ folder: String) -> String? = FolderPictures.picture(in:)) {
        self.database = database
        self.unsurveyed = unsurveyed
        self.saving = saving
        catalogue = FileCatalogue(database)
    }

    /// Continues until everything is up to date.
    ///
    /// - Parameter isOver: Returns whether to stop early.
    /// - Returns: Whether everything is up to date.
    @discardableResult
    mutating func run(until isOver: () -> Bool = { false }) throws -> Bool {
        try each("folder", of: "staleSheets", as: Int64.self, until: isOver) { regrouping, folder in
            try regrouping.catalogue.assignSheets(in: folder)
        }
            && each("shelf", of: "staleShelf", as: Int64.self, until: isOver) { regrouping, shelf in
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
        try database.execute(
            sql: "DELETE FROM albumPart WHERE id NOT IN (SELECT id FROM album) OR former NOT IN (SELECT id FROM album)")
        if saving.summary.removed > 0 { try KeptAlbum.trim(in: database) }
        return true
    }

    /// Performs steps 2 and 3 for some names. What else has changed waits for ``run(until:)``, because an import may be in the middle of it.
    mutating func regroup(_ names: Set<String>) throws {
        var albums: Set<String> = []
        for name in names.sorted() { albums.formUnion(try chooseAlbums(of: name)) }
        for album in albums.sorted() where try catalogue.hasFiles(of: AlbumID(rawValue: album)) {
            try assemble(album)
            try database.run("DELETE FROM staleAlbum WHERE id = ?", [album])
        }
    }

    /// Updates one album from its files, if it has any.
    mutating func bringUpToDate(_ album: AlbumID) throws {
        try assemble(album.rawValue)
    }

    /// Calls `body` with each value of a table, and empties the table. Includes values that are added meanwhile.
    ///
    /// - Returns: Whether all values were processed.
    private mutating func each<Value: DatabaseValueConvertible>(
        _ column: String,
        of table: String,
        as type: Value.Type,
        until isOver: () -> Bool,
        _ body: (inout AlbumRegrouping, Value) throws -> Void
    ) throws -> Bool {
        let sql = "SELECT \(column) FROM \(table) LIMIT 64"
        while case let values = try Value.fetchAll(database, sql: sql), !values.isEmpty {
            for value in values {
                if isOver() { return false }
                try body(&self, value)
                try database.run("DELETE FROM \(table) WHERE \(column) = ?", [value])
            }
        }
        return true
    }

    /// Performs step 1.
    ///
    /// - Returns: The names whose albums are to be chosen.
    @discardableResult
    mutating func nameShelf(_ shelf: Int64) throws -> Set<String> {
        var stale: Set<String> = []
        let found = try catalogue.tracks("shelf = ?", [shelf])
        // A digest may stand for more than one shelf.
        let shelves = Dictionary(grouping: found) { [$0.track.home, $0.track.titleOfShelf] }
        for var tracks in shelves.values {
            if tracks.allSatisfy({ $0.nameID == nil }), let cover = try AlbumAssembly.cover(of: tracks.map(\.track), picture: picture) {
                coverIsLikely(cover)
            }
            var names: Set<String> = []
            let identities = AlbumGrouping.identities(onShelf: tracks.map(\.track))
            var last: (identity: AlbumIdentity, id: String)?
            for file in tracks.files {
                let (track, identity) = (tracks[file.lowerBound], identities[file.lowerBound])
                let id = if let last, last.identity == identity { last.id } else { identity.id.rawValue }
                last = (identity, id)
                names.insert(id)
                if track.nameID != id || track.kind != identity.kind {
                    for index in file { (tracks[index].nameID, tracks[index].kind) = (id, identity.kind) }
                    if atHand == nil { try saveName(of: tracks[file.lowerBound]) }
                    if let old = track.nameID { names.insert(old) }
                }
            }
            stale.formUnion(names)
            atHand?.addNamed(tracks)
        }
        for name in stale { try database.run("INSERT OR IGNORE INTO staleName VALUES (?)", [name]) }
        return stale
    }

    /// Performs step 2.
    ///
    /// - Returns: The albums to assemble.
    @discardableResult
    mutating func chooseAlbums(of name: String) throws -> Set<String> {
        let new = atHand?.takeTracks(named: name)
        var tracks = try new ?? catalogue.tracks("nameID = ?", [name])
        let chosen = albums(of: tracks, named: name, placed: try catalogue.places(of: tracks)).map(\.rawValue)
        var changedFolders: Set<Int64> = []
        var albums: Set<String> = []
        for file in tracks.files {
            let (track, album) = (tracks[file.lowerBound], chosen[file.lowerBound])
            albums.insert(album)
            if track.albumID != album {
                for index in file { tracks[index].albumID = album }
                changedFolders.insert(track.folder)
                if new == nil {
                    try database.run("UPDATE file SET albumID = ? WHERE id = ?", [album, track.id])
                } else {
                    try database.run(
                        "UPDATE file SET nameID = ?, nameKind = ?, albumID = ? WHERE id = ?", [name, track.kind?.rawValue, album, track.id])
                }
                if let old = track.albumID {
                    albums.insert(old)
                    // The user's changes to the old album go to this one, even if some files of the old one come only in a later import.
                    try database.run("INSERT OR REPLACE INTO albumSuccessor VALUES (?, ?)", [old, album])
                    try noteBeginning(of: album, from: old)
                }
            }
        }
        atHand?.addChosen(tracks)
        for album in albums { try database.run("INSERT OR IGNORE INTO staleAlbum VALUES (?)", [album]) }
        for folder in changedFolders { try catalogue.albumsChanged(in: "?", [folder]) }
        return albums
    }

    /// Notes that an album which isn't there yet begins with files of another, and of those that the other began with.
    private func noteBeginning(of album: String, from former: String) throws {
        try database.run(
            """
            INSERT OR IGNORE INTO albumPart
            SELECT ?1, former FROM (SELECT ?2 AS former UNION ALL SELECT former FROM albumPart WHERE id = ?2)
            WHERE NOT EXISTS (SELECT 1 FROM album WHERE id = ?1)
            """, [album, former])
    }

    /// Returns the albums that the files of a name belong to, by the rules and then by the user's decisions.
    func albums(of tracks: [CataloguedTrack], named name: String, placed places: [String: AlbumPlacement.Place]) -> [AlbumID] {
        AlbumPlacement.albums(albumsByRule(of: tracks, named: name), of: tracks.map(\.track), placed: places)
    }

    /// Returns the albums that the files of a name belong to by the rules alone.
    func albumsByRule(of tracks: [CataloguedTrack], named name: String) -> [AlbumID] {
        let divides = tracks.contains { $0.kind != .untitled }
        return AlbumPartition.albums(of: tracks.map(\.track), named: AlbumID(rawValue: name), divides: divides)
    }

    func saveName(of track: CataloguedTrack) throws {
        try database.run("UPDATE file SET nameID = ?, nameKind = ? WHERE id = ?", [track.nameID, track.kind?.rawValue, track.id])
    }

    /// Removes the albums without files, or gives them the current identifier of their files.
    private mutating func letGoEmptyAlbums(until isOver: () -> Bool) throws -> Bool {
        if emptyAlbumsAreGone { return true }
        let sql = "SELECT id FROM staleAlbum WHERE NOT EXISTS (SELECT 1 FROM file WHERE albumID = staleAlbum.id) LIMIT 256"
        while case let albums = try String.fetchAll(database, sql: sql), !albums.isEmpty {
            // As many albums as are worth the cost of the search.
            for album in albums {
                try letGo(AlbumID(rawValue: album), to: try successor(of: album).map(AlbumID.init))
                try database.run("DELETE FROM staleAlbum WHERE id = ?", [album])
            }
            if isOver() { return false }
        }
        emptyAlbumsAreGone = true
        return true
    }

    private mutating func letGo(_ album: AlbumID, to successor: AlbumID?) throws {
        try saving.replace(album, by: successor, in: database)
        let sql = "SELECT EXISTS (SELECT 1 FROM albumPart WHERE id = ? AND former = ?)"
        guard let successor, try Bool.fetchOne(database, sql: sql, arguments: [successor.rawValue, album.rawValue]) == true else { return }
        try saving.handOver(from: album, to: successor, in: database)
    }

    /// Returns the album that another album's files finally belong to.
    private func successor(of album: String) throws -> String? {
        let next = try database.cachedStatement(sql: "SELECT successor FROM albumSuccessor WHERE id = ?")
        var passed: Set<String> = [album]
        var successor = try String.fetchOne(next, arguments: [album])
        while let found = successor, try !catalogue.hasFiles(of: AlbumID(rawValue: found)) {
            guard passed.insert(found).inserted else { return nil }
            successor = try String.fetchOne(next, arguments: [found])
        }
        return successor
    }

    /// Performs step 3.
    mutating func assemble(_ album: String) throws {
        let found = try atHand?.takeTracks(of: album, in: catalogue) ?? tracks(of: album)
        guard let assembly = try assembly(of: album, from: found) else { return }
        let record = try assembly.record(picture: picture)
        if let places = assembly.untitledPlaces { try KeptAlbum.move(from: places, to: record.id, in: database) }
        try saving.save(record, in: database)
        guard record.localCover != nil else { return }
        try database.run("INSERT OR IGNORE INTO coverDue SELECT id FROM album WHERE id = ?", [album])
    }

    /// Returns an assembler of an album; `nil` if it has no files.
    ///
    /// - Parameter chosen: The rips to play rather than their copies; `nil` for those that the user has chosen.
    func assembly(of album: String, playing chosen: Set<RipPlace>? = nil) throws -> AlbumAssembly? {
        try assembly(of: album, from: tracks(of: album), playing: chosen)
    }

    private func tracks(of album: String) throws -> [CataloguedTrack] {
        try catalogue.tracks("albumID = ?", [album])
    }

    private func assembly(of album: String, from found: [CataloguedTrack], playing chosen: Set<RipPlace>? = nil) throws -> AlbumAssembly? {
        guard let first = found.first else { return nil }
        let places = try catalogue.places(of: found)
        let tracks = found.map(\.track)
        let release = found.lazy.compactMap(\.track.release).first { AlbumIdentity.release(musicBrainz: $0).id.rawValue == album }
        return AlbumAssembly(
            id: AlbumID(rawValue: album),
            kind: release == nil ? first.kind ?? .named : .release,
            tracks: tracks,
            guess: try tracks.allSatisfy { $0.title == nil } ? guess(for: tracks, from: first.track.home) : nil,
            decision: places.isEmpty ? nil : found.lazy.compactMap { places[$0.track.file.path]?.decision }.first,
            chosen: try chosen ?? catalogue.chosenRips(of: found)
        )
    }

    /// Returns what the names of an album's folder and the one above tell. The folder that the user has imported is nobody's in particular. Where neither
    /// the files nor the names tell the artist, a folder may be called anything.
    private func guess(for tracks: [GroupedTrack], from home: String) throws -> GuessedAlbum? {
        let above = Path.folder(of: home)
        let isArtist = try catalogue.folder(at: above)?.parent != nil
        let guess = GuessedAlbum(Path.name(of: home), in: isArtist ? Path.name(of: above) : nil)
        return guess?.artist == nil && AlbumGrouping.hasNoTags(tracks) ? nil : guess
    }

    /// Returns the pictures that may be an album's cover if the best can't be used.
    func otherCovers(of album: AlbumID) throws -> (inside: [LocalCover], folders: [String], beside: [LocalCover], last: [LocalCover]) {
        let tracks = try tracks(of: album.rawValue).map(\.track)
        return try AlbumAssembly.otherCovers(of: tracks, picture: picture)
    }

    /// Returns the cover of an album in a folder. Searches the folder now if it hasn't been searched.
    private func picture(in folder: String, of title: String?) throws -> String? {
        guard let known = try catalogue.folder(at: folder), known.isSeen else { return unsurveyed(folder) }
        if let picture = known.picture { return Path.appending(picture.name, to: folder) }
        let isOnlyAlbum = try catalogue.holdsOneAlbum(known.id)
        if let cover = FolderPictures.cover(of: title, among: known.pictures, isOnlyAlbum: isOnlyAlbum) {
            return Path.appending(cover.name, to: folder)
        }
        guard isOnlyAlbum else { return nil }
        if let picture = FolderPictures.onlyPicture(of: title, among: known.pictures, mayBeBack: false) {
            return Path.appending(picture.name, to: folder)
        }
        let folders = try catalogue.children(of: known.id).reversed().filter {
            FolderPictures.folderNames.contains(Path.name(of: $0).lowercased())
        }
        let others = try folders.compactMap { path in try catalogue.folder(at: path).map { (path: path, pictures: $0) } }
        for (path, other) in others {
            if let cover = other.picture ?? FolderPictures.cover(of: title, among: other.pictures, isOnlyAlbum: true) {
                return Path.appending(cover.name, to: path)
            }
        }
        for (path, other) in others {
            if let cover = FolderPictures.onlyPicture(of: title, among: other.pictures, mayBeBack: false) {
                return Path.appending(cover.name, to: path)
            }
        }
        return FolderPictures.onlyPicture(of: title, among: known.pictures, mayBeBack: true).map { Path.appending($0.name, to: folder) }
    }
}
