public import SleevesLibrary
public import SleevesPlayer

extension LibraryAPI {
    /// The largest number of tracks in a queue: six weeks of music.
    private static var trackLimit: Int { 20_000 }

    /// Returns the tracks of albums that have files, in the order of the albums and their tracks. Skips albums that are gone.
    ///
    /// - Parameter ids: The albums. Of several, those whose files are away are skipped; of one, the player reports what is missing.
    @concurrent
    public func playableTracks(of ids: [AlbumID]) async throws(PersistencyError) -> [PlayableTrack] {
        let away = ids.count > 1 ? try albumsAway() : []
        var tracks: [PlayableTrack] = []
        for id in ids where !away.contains(id) {
            guard let album = try completeAlbum(id) else { continue }
            tracks += album.tracks.compactMap { PlayableTrack($0, of: album.album) }
            if tracks.count >= Self.trackLimit { break }
        }
        return tracks
    }
}
