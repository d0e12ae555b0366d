internal import GRDB

/// Applies the rules of ``AlbumGrouping`` to what has changed in the catalogue, and brings the albums up to date.
///
/// 1. Each shelf whose files have changed: what are its files by their names?
/// 2. Each of those names, old and new: which releases are among its files, and so which albums are they?
/// 3. Each of those albums, old and new: what is it made of now? One without files goes.
///
/// Only one shelf, one name or one album is in memory at a time, and the result is that of grouping everything anew. All of it is one
/// transaction, so that nobody sees a half of it.
struct AlbumRegrouping {
    private let database: Database
    private let catalogue: FileCatalogue
    private let unsurveyed: (_ folder: String) -> String?
    private var saving: AlbumSaving
    /// Told of pictures that are likely to be due as covers, long before it is certain: nearly every album stands on one shelf.
    var coverIsLikely: (LocalCover) -> Void = { _ in }
    /// The album that files of another have become a part of: it takes over what the person has done to that one.
    private var successors: [String: String] = [:]

    /// - Parameter unsurveyed: The path of the picture in a folder that was not searched, because the person has named a file in it.
    init(_ database: Database, saving: AlbumSaving, unsurveyed: @escaping (_ folder: String) -> String? = FolderPictures().picture(in:)) {
        self.database = database
        self.unsurveyed = unsurveyed
        self.saving = saving
        catalogue = FileCatalogue(database)
    }

    mutating func run() throws -> SaveSummary {
        try each("shelf", of: "staleShelf", as: Int64.self) { regrouping, shelf in try regrouping.nameShelf(shelf) }
        try each("id", of: "staleName", as: String.self) { regrouping, name in try regrouping.chooseAlbums(of: name) }
        try letGoEmptyAlbums()
        try each("id", of: "staleAlbum", as: String.self) { regrouping, album in try regrouping.assemble(album) }
        return saving.summary
    }

    /// Brings one album up to date with its files, where it has any.
    mutating func bringUpToDate(_ album: AlbumID) throws {
        try assemble(album.rawValue)
    }

    /// Calls `body` with each value of a table, and empties the table. Values that are added meanwhile have their turn too.
    private mutating func each<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ column: String,
        of table: String,
        as type: Value.Type,
        _ body: (inout AlbumRegrouping, Value) throws -> Void
    ) throws {
        let statement = try database.cachedStatement(sql: "SELECT \(column) FROM \(table) LIMIT 64")
        while case let values = try Value.fetchAll(statement), !values.isEmpty {
            for value in values {
                try body(&self, value)
                try catalogue.execute("DELETE FROM \(table) WHERE \(column) = ?", [value])
            }
        }
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
            for (track, identity) in zip(tracks, AlbumGrouping.identities(onShelf: tracks.map(\.track))) {
                let id = identity.id.rawValue
                if track.nameID != id || track.kind != identity.kind {
                    try catalogue.execute("UPDATE file SET nameID = ?, nameKind = ? WHERE id = ?", [id, identity.kind.rawValue, track.id])
                    if let old = track.nameID { try catalogue.execute("INSERT OR IGNORE INTO staleName VALUES (?)", [old]) }
                }
                try catalogue.execute("INSERT OR IGNORE INTO staleName VALUES (?)", [id])
            }
        }
    }

    /// Step 2.
    private mutating func chooseAlbums(of name: String) throws {
        let tracks = try catalogue.releases(named: name)
        let releases = Set(tracks.compactMap(\.release))
        for track in tracks {
            let release = AlbumGrouping.release(track.release, hasTitle: track.hasTitle, among: releases)
            let album = release.map { AlbumIdentity.release(musicBrainz: $0).id.rawValue } ?? name
            if track.albumID != album {
                try catalogue.execute("UPDATE file SET albumID = ? WHERE id = ?", [album, track.id])
                if let old = track.albumID {
                    try catalogue.execute("INSERT OR IGNORE INTO staleAlbum VALUES (?)", [old])
                    successors[old] = album
                }
            }
            try catalogue.execute("INSERT OR IGNORE INTO staleAlbum VALUES (?)", [album])
        }
    }

    /// Takes out the albums that have no files any more, or gives them the name that their files go by now.
    private mutating func letGoEmptyAlbums() throws {
        let noTracks = "NOT EXISTS (SELECT 1 FROM file WHERE albumID = staleAlbum.id AND state = 1)"
        let empty = try String.fetchAll(database, sql: "SELECT id FROM staleAlbum WHERE \(noTracks)")
        let areEmpty = Set(empty)
        for album in empty {
            var successor = successors[album]
            while let next = successor, areEmpty.contains(next) { successor = successors[next] }
            try saving.replace(AlbumID(rawValue: album), by: successor.map(AlbumID.init), in: database)
            try catalogue.execute("DELETE FROM staleAlbum WHERE id = ?", [album])
        }
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

    /// The picture in a folder that was searched; one that was not is searched now.
    private func picture(in folder: String) throws -> String? {
        guard let known = try catalogue.folder(at: folder), known.isSeen else { return unsurveyed(folder) }
        return known.picture.map { Path.appending($0.name, to: folder) }
    }
}
