internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// A change by the user of which files are one album, within one transaction.
///
/// The albums' identifiers are digests of those before, so that the same decision has the same result on each machine and at each time. Where the
/// rules would have the same result, no decision is kept: when all parts of an album are joined again.
struct AlbumRearrangement {
    /// A state of files and of the albums that they belong to, as the history keeps it.
    struct State: Codable {
        var files: [PlacedFile]
        var albums: [CompleteAlbum]
    }

    /// The states before and after a change.
    typealias Change = (before: State, after: State)

    private let database: Database
    private let catalogue: FileCatalogue

    init(_ database: Database) {
        self.database = database
        catalogue = FileCatalogue(database)
    }

    // MARK: Deciding

    /// Joins albums.
    ///
    /// - Parameter albums: Albums with files, with all that is known of them.
    /// - Returns: The joined album, and the change.
    func join(_ albums: [CompleteAlbum]) throws -> (album: AlbumID, change: Change) {
        let tracks = try albums.map { try self.tracks(of: $0.id) }
        let paths = Set(tracks.joined().map(\.track.file.path))
        var files = paths.sorted().map { PlacedFile(path: $0, place: nil) }
        var joined = AlbumID(digesting: ["joined"] + albums.map(\.id.rawValue).sorted())
        let plan = try plan(files)
        let byRule = Set(plan.lazy.filter { paths.contains($0.path) }.map(\.byRule))
        // Files without a decision would follow others that have one.
        if byRule.count == 1, let album = byRule.first, plan.allSatisfy({ $0.byRule != album || paths.contains($0.path) }) {
            joined = album
        } else {
            let places = try catalogue.places(ofFiles: paths)
            for index in files.indices {
                files[index].place = AlbumPlacement.Place(.joined, album: joined, after: places[files[index].path])
            }
        }
        // The album with most files lends its values, and the others what the user has changed only in them.
        let most = tracks.indices.reduce(0) { tracks[$1].count > tracks[$0].count ? $1 : $0 }
        var heir = albums[most]
        heir.id = joined
        let copies = (albums + [heir]).compactMap(\.edits?.copies).reduce(CopyEdits()) { $0.replaced(by: $1) }
        if heir.edits?.changesAlbum != true, let edited = albums.first(where: { $0.edits?.changesAlbum == true }) {
            (heir.edits, heir.unedited) = (edited.edits, edited.unedited)
        }
        if !copies.isEmpty {
            heir.edits = (heir.edits ?? AlbumEdits()).with(copies)
            heir.unedited = heir.unedited ?? SourceValues(heir.album)
        }
        heir.album.chosenCover = heir.album.chosenCover ?? albums.lazy.compactMap(\.album.chosenCover).first
        return (joined, try rearrange(State(files: files, albums: [heir])))
    }

    /// Splits an album into those that were joined, or else into its parts.
    ///
    /// - Returns: `nil` if the album has no parts.
    func split(_ album: CompleteAlbum) throws -> Change? {
        guard let assembly = try AlbumRegrouping(database, saving: AlbumSaving()).assembly(of: album.id.rawValue) else { return nil }
        let paths = Set(try tracks(of: album.id).map(\.track.file.path))
        let places = try catalogue.places(ofFiles: paths)
        var heir = album
        if places.values.contains(where: { $0.decision == .joined }) {
            let files = paths.sorted().map { PlacedFile(path: $0, place: places[$0]?.former) }
            let planned = Dictionary(try plan(files).map { ($0.path, $0.album) }) { first, _ in first }
            let counts = Dictionary(paths.compactMap { planned[$0] }.map { ($0, 1) }, uniquingKeysWith: +)
            if counts.count > 1 {
                heir.id = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key ?? album.id
                return try rearrange(State(files: files, albums: [heir]))
            }
        }
        let parts = assembly.parts
        guard parts.count > 1 else { return nil }
        var files = parts[0].paths.sorted().map { path in
            PlacedFile(path: path, place: places[path] ?? AlbumPlacement.Place(.split, album: nil))
        }
        for part in parts.dropFirst() {
            let place = AlbumPlacement.Place(.split, album: AlbumID(digesting: ["split", album.id.rawValue, part.name]))
            files += part.paths.sorted().map { PlacedFile(path: $0, place: place) }
        }
        return try rearrange(State(files: files, albums: [heir]))
    }

    // MARK: Rearranging

    /// Makes the decisions of a state those of its files, and groups them anew.
    ///
    /// - Parameter state: The decisions, and what is known of some of the albums that result.
    func rearrange(_ state: State) throws -> Change {
        let paths = Set(state.files.map(\.path))
        let places = try catalogue.places(ofFiles: paths)
        var affected = try albums(of: state.files)
        // Others may follow them, and leave their albums.
        for file in try plan(state.files) where paths.contains(file.path) || file.former != file.album {
            for album in [file.former, file.album].compactMap(\.self) where !affected.contains(album) { affected.append(album) }
        }
        let before = State(
            files: state.files.map { PlacedFile(path: $0.path, place: places[$0.path]) },
            albums: try affected.compactMap { try PersistencyManager.archived($0, in: database) })
        var names: Set<String> = []
        for album in before.albums {
            let id = album.id.rawValue
            try KeptAlbum.keep(album.id, in: database)
            try database.run("DELETE FROM album WHERE id = ?", [id])
            names.formUnion(
                try String.fetchAll(
                    database, sql: "SELECT DISTINCT nameID FROM file WHERE albumID = ? AND nameID IS NOT NULL", arguments: [id]))
            try database.run("UPDATE file SET albumID = NULL WHERE albumID = ?", [id])
        }
        // Their values are newer than those that were kept.
        for album in state.albums { try database.run("DELETE FROM keptAlbum WHERE id = ?", [album.id.rawValue]) }
        try catalogue.place(state.files)
        var regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        try regrouping.regroup(names)
        var known: Set<AlbumID> = []
        for album in state.albums + before.albums where known.insert(album.id).inserted {
            if try PersistencyManager.archived(album.id, in: database) != nil { try AlbumRestoring(database).restore(album) }
        }
        var after = try albums(of: state.files)
        after += known.subtracting(after).sorted { $0.rawValue < $1.rawValue }
        return (before, State(files: state.files, albums: try after.compactMap { try PersistencyManager.archived($0, in: database) }))
    }

    /// Returns the albums that files belong to.
    private func albums(of files: [PlacedFile]) throws -> [AlbumID] {
        try values(of: "albumID", files).reduce(into: []) { albums, id in
            if !albums.contains(AlbumID(rawValue: id)) { albums.append(AlbumID(rawValue: id)) }
        }
    }

    private func values(of column: String, _ files: [PlacedFile]) throws -> [String] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(column) FROM folder JOIN file ON file.folder = folder.id
                WHERE folder.path = ? AND file.name = ? AND \(column) IS NOT NULL
                """)
        return try files.compactMap { file in
            try String.fetchOne(statement, arguments: [Path.folder(of: file.path), Path.name(of: file.path)])
        }
    }

    private func tracks(of album: AlbumID) throws -> [CataloguedTrack] {
        try catalogue.tracks("albumID = ?", [album.rawValue])
    }

    /// The album of a file before and after decisions, and by the rules alone.
    private typealias PlannedFile = (path: String, former: AlbumID?, album: AlbumID, byRule: AlbumID)

    /// Returns what becomes of files, and of all others that share a name with them.
    private func plan(_ files: [PlacedFile]) throws -> [PlannedFile] {
        let regrouping = AlbumRegrouping(database, saving: AlbumSaving())
        let decisions = Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.place) })
        return try Set(try values(of: "nameID", files)).sorted().flatMap { name in
            let tracks = try catalogue.tracks("nameID = ?", [name])
            var places = try catalogue.places(of: tracks)
            for track in tracks {
                if let place = decisions[track.track.file.path] { places[track.track.file.path] = place }
            }
            let byRule = regrouping.albumsByRule(of: tracks, named: name)
            let albums = AlbumPlacement.albums(byRule, of: tracks.map(\.track), placed: places)
            return tracks.indices.map { index in
                (tracks[index].track.file.path, tracks[index].albumID.map(AlbumID.init), albums[index], byRule[index])
            }
        }
    }
}
