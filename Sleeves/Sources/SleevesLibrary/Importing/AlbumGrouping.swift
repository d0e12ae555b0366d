/// Decides which audio files are one album.
///
/// The rules, the first that applies:
///
/// 1. Files with the same MusicBrainz release id are one album. Files without one join them where artist and title are theirs and no
///    other release has the same.
/// 2. Files without an album title are the "Unknown Album" of their artist, one for each folder.
/// 3. Files in one folder with one album title are one album by "Various Artists" where they carry the compilation flag, or where
///    they have no album artist and their artists differ.
/// 4. All others are one album where the album artist, else the artist, and the title are the same.
///
/// Names are compared in Unicode's canonical composition and without regard to case. The discs of an album are one album: folders such
/// as `CD1` count as the folder they are in, and a disc at the end of a title is not a part of it.
///
/// The grouping is a function of its input alone: it reads no file, and the order of the files does not matter.
package struct AlbumGrouping {
    package static let variousArtists = "Various Artists"
    package static let unknownArtist = "Unknown Artist"
    package static let unknownAlbum = "Unknown Album"

    private let picture: (_ folder: String) -> String?

    /// - Parameter picture: The path of the picture of a cover in a folder, if there is one. Asked only where no file of an album has
    ///   a picture inside.
    package init(picture: @escaping (_ folder: String) -> String? = { _ in nil }) {
        self.picture = picture
    }

    /// The albums that `files` make, in the order of the path of their first file.
    ///
    /// - Complexity: O(*n* log *n*) in the number of files.
    package func albums(of files: [TaggedFile]) -> [AlbumRecord] {
        let tracks = files.sorted { $0.path < $1.path }.map(GroupedTrack.init)
        let identities = Self.identities(of: tracks)
        var order: [AlbumIdentity] = []
        var groups: [AlbumIdentity: [GroupedTrack]] = [:]
        for (track, identity) in zip(tracks, identities) {
            if groups[identity] == nil { order.append(identity) }
            groups[identity, default: []].append(track)
        }
        return order.map { identity in
            AlbumAssembly(identity: identity, tracks: groups[identity] ?? []).record(picture: picture)
        }
    }

    private static func identities(of tracks: [GroupedTrack]) -> [AlbumIdentity] {
        let shelves = Dictionary(grouping: tracks.filter { $0.title != nil }, by: Shelf.init).mapValues(ShelfSummary.init)
        let byName = tracks.map { track in identityByName(of: track, on: shelves[Shelf(track)]) }
        var releases: [AlbumIdentity: Set<String>] = [:]
        for (track, identity) in zip(tracks, byName) {
            if let release = track.release { releases[identity, default: []].insert(release) }
        }
        return zip(tracks, byName).map { track, identity in
            if let release = track.release { return .release(musicBrainz: release) }
            guard track.title != nil, let candidates = releases[identity], candidates.count == 1 else { return identity }
            return candidates.first.map { .release(musicBrainz: $0) } ?? identity
        }
    }

    /// Rules 2 to 4.
    private static func identityByName(of track: GroupedTrack, on summary: ShelfSummary?) -> AlbumIdentity {
        let various = variousArtists.caseFolded()
        let artist = track.albumArtist ?? track.artist ?? summary?.onlyArtist ?? unknownArtist.caseFolded()
        guard let title = track.title, let summary else { return .untitled(artist: artist, folder: track.folder) }
        guard track.isCompilation || track.albumArtist == nil && summary.isCompilation else {
            return .named(artist: artist, title: title)
        }
        // Where the album artist says so as well, the folder need not hold the album together.
        return summary.namesVariousArtists ? .named(artist: various, title: title) : .compilation(folder: track.home, title: title)
    }
}

/// A folder and an album title in it.
private struct Shelf: Hashable {
    let home: String
    let title: String?

    init(_ track: GroupedTrack) {
        home = track.home
        title = track.title
    }
}

/// What the files of one shelf say together.
private struct ShelfSummary {
    /// Whether the files without an album artist are a compilation.
    let isCompilation: Bool
    let namesVariousArtists: Bool
    /// The artist of the files without an album artist, where there is one and the same.
    let onlyArtist: String?

    init(_ tracks: [GroupedTrack]) {
        let withoutAlbumArtist = tracks.filter { $0.albumArtist == nil }
        let artists = Set(withoutAlbumArtist.compactMap(\.artist))
        isCompilation = artists.count > 1 || withoutAlbumArtist.contains(where: \.isCompilation)
        namesVariousArtists = tracks.contains { $0.albumArtist == AlbumGrouping.variousArtists.caseFolded() }
        onlyArtist = artists.count == 1 ? artists.first : nil
    }
}
