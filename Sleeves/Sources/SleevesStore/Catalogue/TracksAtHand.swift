internal import SleevesModel
internal import SQLite

/// The tracks of some new shelves by their names and albums, so that the steps after the first don't read them again.
///
/// The names of the files are saved together with their albums, because each writes a file's whole row.
struct TracksAtHand {
    private var named: [String: [CataloguedTrack]] = [:]
    private var albums: [String: [CataloguedTrack]] = [:]

    mutating func addNamed(_ tracks: [CataloguedTrack]) {
        for track in tracks { named[track.nameID ?? "", default: []].append(track) }
    }

    mutating func addChosen(_ tracks: [CataloguedTrack]) {
        for track in tracks { albums[track.albumID ?? "", default: []].append(track) }
    }

    /// Takes out the tracks of a name, whose files aren't saved with it yet, in the order of their paths.
    mutating func takeTracks(named name: String) -> [CataloguedTrack]? {
        named.removeValue(forKey: name)?.inOrder
    }

    /// Takes out the tracks of an album, in the order of their paths; `nil` if the catalogue has others of it.
    mutating func takeTracks(of album: String, in catalogue: FileCatalogue) throws -> [CataloguedTrack]? {
        guard let tracks = albums.removeValue(forKey: album)?.inOrder else { return nil }
        let count = try catalogue.database.cachedStatement(sql: "SELECT count(*) FROM file WHERE albumID = ?")
        return try Int.fetchOne(count, arguments: [album]) == tracks.files.count ? tracks : nil
    }
}
