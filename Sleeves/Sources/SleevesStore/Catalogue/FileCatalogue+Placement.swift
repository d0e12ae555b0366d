internal import SleevesImporting
internal import SleevesModel
internal import SQLite

/// A file with the user's decision about it; `nil` if there is none.
struct PlacedFile: Codable, Hashable {
    var path: String
    var place: AlbumPlacement.Place?
}

/// The user's decisions about files, by their paths.
extension FileCatalogue {
    // MARK: Albums

    /// Returns the decisions about the files of some tracks, by path. Nearly always there is none at all.
    func places(of tracks: [CataloguedTrack]) throws -> [String: AlbumPlacement.Place] {
        guard try Bool.fetchOne(try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM placedFile)")) == true else { return [:] }
        return try places(ofFiles: Set(tracks.map(\.track.file.path)))
    }

    /// Returns the decisions about files, by path.
    func places(ofFiles paths: Set<String>) throws -> [String: AlbumPlacement.Place] {
        var places: [String: AlbumPlacement.Place] = [:]
        let statement = try database.cachedStatement(sql: "SELECT name, place FROM placedFile WHERE folder = ?")
        for folder in Set(paths.map(Path.folder)) {
            try Row.forEach(statement, arguments: [folder]) { row in
                let path = Path.appending(try row[0], to: folder)
                // Damage costs the decision, not the file.
                if paths.contains(path) { places[path] = try? StoredJSON.decode(AlbumPlacement.Place.self, from: try row[1]) }
            }
        }
        return places
    }

    /// Keeps decisions, or discards those that are `nil`.
    func place(_ files: [PlacedFile]) throws {
        for file in files {
            let (folder, name) = (Path.folder(of: file.path), Path.name(of: file.path))
            if let place = file.place {
                try database.run("INSERT OR REPLACE INTO placedFile VALUES (?, ?, ?)", [folder, name, try StoredJSON.encode(place)])
            } else {
                try database.run("DELETE FROM placedFile WHERE folder = ? AND name = ?", [folder, name])
            }
        }
    }

    /// Takes the decisions about a file along to its new place.
    func decisionsMoved(from path: String, to new: String) throws {
        try database.run(
            "UPDATE OR REPLACE placedFile SET folder = ?, name = ? WHERE folder = ? AND name = ?",
            [Path.folder(of: new), Path.name(of: new), Path.folder(of: path), Path.name(of: path)])
        let rips = [path, new].map { path in
            RipPlace(
                home: GroupedTrack.home(ofFolder: Path.folder(of: path)).path, format: Path.split(name: Path.name(of: path)).fileExtension)
        }
        if rips[0] != rips[1], try chosenRips(among: [rips[0]]).contains(rips[0]) { try choose([rips[1]], among: []) }
    }

    // MARK: Copies

    /// Returns those of the rips of some tracks that the user has chosen to play. Nearly always there is none at all.
    func chosenRips(of tracks: [CataloguedTrack]) throws -> Set<RipPlace> {
        guard try Bool.fetchOne(try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM chosenRip)")) == true else { return [] }
        return try chosenRips(among: Set(tracks.map(\.track.rip)))
    }

    /// Returns those of some rips that the user has chosen to play.
    func chosenRips(among rips: some Collection<RipPlace>) throws -> Set<RipPlace> {
        let statement = try database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM chosenRip WHERE home = ? AND format = ?)")
        return Set(try rips.filter { try Bool.fetchOne(statement, arguments: [$0.home, $0.format]) == true })
    }

    /// Chooses some rips to play, instead of others.
    func choose(_ chosen: some Collection<RipPlace>, among others: some Collection<RipPlace>) throws {
        for rip in others { try database.run("DELETE FROM chosenRip WHERE home = ? AND format = ?", [rip.home, rip.format]) }
        for rip in chosen { try database.run("INSERT OR IGNORE INTO chosenRip VALUES (?, ?)", [rip.home, rip.format]) }
    }
}
