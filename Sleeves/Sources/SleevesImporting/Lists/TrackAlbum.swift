internal import SleevesModel

/// A builder of an album from the entries of a list of tracks.
///
/// Entries belong to one album if they share the list's own key, or else the album's title and artist. Without an album artist, the first
/// named performer counts. An album with several performers that a key or a compilation mark holds together is by "Various Artists", unless
/// most of its tracks share one performer.
///
/// Without a key, entries are several albums nevertheless:
///
/// - if the names of their performers only begin alike, as `Young, Neil` and `Young, Paul` do, and the list doesn't separate several performers by
///   commas;
/// - if tracks of several years have the same numbers and other titles.
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
        let title = track.album.nameFolded()
        if let artist = track.albumArtist {
            return ["artist", title, ArtistName.folded(artist) == ArtistName.various ? ArtistName.various : artist.nameFolded()]
        }
        if track.isCompilation { return ["compilation", title] }
        return ["artist", title, (firstPerformer(of: track) ?? "").nameFolded()]
    }

    /// Returns the name before the first comma.
    private static func firstPerformer(of track: ListedTrack) -> String? {
        track.leadArtist?.split(separator: ",").first.map(String.init)
    }

    /// The albums. They require an entry.
    var records: [CompleteAlbum] {
        byPerformer.flatMap { album in
            let years = album.byYear
            return years.enumerated().map { $1.record(year: $0 == 0 ? nil : $1.tracks.lazy.compactMap(\.year).min()) }
        }
    }

    private init(_ tracks: [ListedTrack]) { self.tracks = tracks }

    init() {}

    /// Albums of performers whose names only begin alike.
    private var byPerformer: [TrackAlbum] {
        guard tracks[0].albumKey == nil, tracks.contains(where: { $0.leadArtist?.contains(",") == true }),
            tracks.allSatisfy({ $0.albumArtist == nil && !$0.isCompilation && !$0.namesPerformers && $0.leadArtist != nil }),
            !hasSolo
        else { return [self] }
        return grouped { ($0.leadArtist ?? "").nameFolded() }
    }

    /// Whether the first performer has a track alone, and so the others are guests.
    private var hasSolo: Bool { tracks.contains { $0.leadArtist.map { !$0.contains(",") } == true } }

    /// Albums of one name and other years: the tracks of at least half of a year have numbers that others of earlier years have with other titles.
    private var byYear: [TrackAlbum] {
        guard tracks[0].albumKey == nil, Set(tracks.lazy.compactMap(\.year)).count > 1 else { return [self] }
        var albums: [(tracks: [ListedTrack], titles: [[Int]: String])] = []
        let unknown = tracks.filter { $0.year == nil }
        let known = TrackAlbum(tracks.filter { $0.year != nil }).grouped { String($0.year ?? 0) }.map(\.tracks)
            .sorted { ($0[0].year ?? 0) < ($1[0].year ?? 0) }
        for tracks in known + (unknown.isEmpty ? [] : [unknown]) {
            var titles: [[Int]: String] = [:]
            for track in tracks { if let (place, title) = Self.numbered(track) { titles[place] = title } }
            let place = albums.firstIndex { album in
                let others = titles.count { place, title in album.titles[place].map { $0 != title } == true }
                return others == 0 || others * 2 < titles.count
            }
            // Tracks without a year don't tell albums apart.
            if let place = place ?? (tracks[0].year == nil ? 0 : nil) {
                albums[place].tracks += tracks
                albums[place].titles.merge(titles) { first, _ in first }
            } else {
                albums.append((tracks, titles))
            }
        }
        // A box of discs without numbers may have each song's own year.
        return albums.count == 1 || known.count > 2 * albums.count ? [self] : albums.map { TrackAlbum($0.tracks) }
    }

    /// Returns the disc, the number and the title of a track that has all of them.
    private static func numbered(_ track: ListedTrack) -> (place: [Int], title: String)? {
        guard let number = track.number, let title = track.title else { return nil }
        return ([track.disc ?? 1, number], title.nameFolded())
    }

    /// Returns the tracks with equal values as albums, in the order of their first tracks.
    private func grouped(by value: (ListedTrack) -> String) -> [TrackAlbum] {
        var places: [String: Int] = [:]
        var groups: [[ListedTrack]] = []
        for track in tracks {
            let value = value(track)
            if let place = places[value] {
                groups[place].append(track)
            } else {
                places[value] = groups.count
                groups.append([track])
            }
        }
        return groups.map(TrackAlbum.init)
    }

    /// - Parameter year: The year that tells the album apart from an earlier one of its name; `nil` if there is none.
    private func record(year: Int?) -> CompleteAlbum {
        // The name before its guests were recognised, which identifies albums of libraries.
        let named = artist
        let artist = shownArtist ?? named
        let title = tracks[0].album
        let record = AlbumRecord(
            id: AlbumID(digesting: ["tracks", named.caseFolded(), title.caseFolded()] + [year.map(String.init)].compactMap(\.self)),
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

    /// The performer before the guests, if the entries show which one that is; otherwise `nil`.
    private var shownArtist: String? {
        guard tracks[0].albumKey == nil, tracks.allSatisfy({ $0.albumArtist == nil && !$0.isCompilation }) else { return nil }
        let names = Set(tracks.compactMap { $0.leadArtist?.nameFolded() })
        guard names.count > 1, hasSolo || tracks.allSatisfy(\.namesPerformers) else { return nil }
        return Self.firstPerformer(of: tracks.first { $0.leadArtist.map { !$0.contains(",") } == true } ?? tracks[0])
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
