internal import SleevesModel

/// A builder of an album from the entries of a list of tracks.
///
/// Entries belong to one album if they share the list's own key, or else the album's title and artist. Without an album artist, the first
/// named performer counts. An album with several performers that a key or a compilation mark holds together is by "Various Artists", unless
/// most of its tracks share one performer.
struct TrackAlbum {
    /// The maximum number of tracks of an album.
    private static let limit = 100_000

    private var tracks: [ListedTrack] = []
    /// The discs, numbers and titles of the tracks.
    private var known: Set<[String]> = []

    /// Adds an entry. A repeated track counts once, because playlists repeat tracks.
    mutating func add(_ track: ListedTrack) {
        guard tracks.count < Self.limit else { return }
        if let title = track.title {
            let name = [track.disc, track.number].map { $0.map(String.init) ?? "" } + [title.caseFolded()]
            guard known.insert(name).inserted else { return }
        }
        tracks.append(track)
    }

    /// Returns what entries of one album share.
    static func key(of track: ListedTrack) -> [String] {
        if let key = track.albumKey { return ["key", key] }
        let title = track.album.caseFolded()
        if let artist = track.albumArtist {
            return ["artist", title, ArtistName.folded(artist) == ArtistName.various ? ArtistName.various : artist.caseFolded()]
        }
        if track.isCompilation { return ["compilation", title] }
        let first = track.leadArtist?.split(separator: ",").first.map(String.init)
        return ["artist", title, (first ?? "").caseFolded()]
    }

    /// The album. It requires an entry.
    var record: CompleteAlbum {
        let artist = artist
        let title = tracks[0].album
        let record = AlbumRecord(
            id: AlbumID(digesting: ["tracks", artist.caseFolded(), title.caseFolded()]),
            title: title,
            artist: artist,
            titleSortName: tracks.lazy.compactMap(\.albumSortName).first,
            artistSortName: tracks.lazy.filter { ($0.albumArtist ?? $0.artist) == artist }.compactMap(\.artistSortName).first,
            year: ReleaseYear.mostFrequent(tracks.compactMap(\.year)),
            genre: Genres.of(tracks.compactMap(\.genre)),
            coverURL: tracks.lazy.compactMap(\.coverURL).first,
            source: .json,
            added: tracks.compactMap(\.added).min()
        )
        let labels = tracks.compactMap { $0.label.map { [$0] } }.mostFrequentFirst
        return CompleteAlbum(
            record, tracks: inPlayingOrder.compactMap { Self.record(of: $0, albumArtist: artist) },
            release: labels.isEmpty ? nil : ReleaseRecord(labels: labels))
    }

    private var artist: String {
        if let named = tracks.compactMap(\.albumArtist).mostFrequent { return named }
        let leads = tracks.compactMap(\.leadArtist)
        guard let most = leads.mostFrequent else { return AlbumGrouping.unknownArtist }
        if tracks.contains(where: \.isCompilation) { return AlbumGrouping.variousArtists }
        let share = leads.count { $0.caseFolded() == most.caseFolded() }
        return share * 2 >= leads.count || tracks[0].albumKey == nil ? most : AlbumGrouping.variousArtists
    }

    private static func record(of track: ListedTrack, albumArtist: String) -> TrackRecord? {
        guard let title = track.title else { return nil }
        let isOwn = track.artist.map { $0.caseFolded() == albumArtist.caseFolded() } ?? true
        return TrackRecord(
            title: title, artist: isOwn ? nil : track.artist.map(ListText.artists), disc: track.disc, number: track.number,
            seconds: track.seconds)
    }

    /// The tracks by disc and number if they are known; otherwise in the list's order.
    private var inPlayingOrder: [ListedTrack] {
        tracks.enumerated().sorted {
            ($0.element.disc ?? 1, $0.element.number ?? .max, $0.offset) < ($1.element.disc ?? 1, $1.element.number ?? .max, $1.offset)
        }.map(\.element)
    }
}
