/// Decides which audio files are one album.
///
/// The rules, the first that applies:
///
/// 1. Files with the same MusicBrainz release id are one album. Files without one join them where artist and title are theirs and no
///    other release has the same.
/// 2. Files without an album title are the "Unknown Album" of their artist, one for each folder.
/// 3. Files in one folder with one album title and without an album artist are one album by the artist whom more than half of them share,
///    guests ("feat.") set aside. Where there is none, or one of them carries the compilation flag, it is by "Various Artists".
/// 4. All others are one album where the album artist, else the artist, and the title are the same. An album artist wins over the flag.
///
/// Names are compared in Unicode's canonical composition and without regard to case. The discs of an album are one album: folders such
/// as `CD1` count as the folder they are in, and a disc at the end of a title is not a part of it.
///
/// The rules are functions of their input alone: they read no file, and the order of the files does not matter. ``AlbumRegrouping`` applies
/// them to a library.
enum AlbumGrouping {
    static let variousArtists = "Various Artists"
    static let unknownArtist = "Unknown Artist"
    static let unknownAlbum = "Unknown Album"

    /// Rules 2 to 4: what the files of one shelf are by their names.
    ///
    /// - Parameter tracks: All files of a folder, discs included, that have one album title, or none.
    static func identities(onShelf tracks: [GroupedTrack]) -> [AlbumIdentity] {
        let summary = ShelfSummary(tracks)
        return tracks.map { identity(of: $0, summary) }
    }

    /// Rule 1: the release that a file belongs to.
    ///
    /// - Parameters:
    ///   - own: The release that the file names.
    ///   - hasTitle: Whether it names an album.
    ///   - others: The releases of the files that have the same identity by their names.
    static func release(_ own: String?, hasTitle: Bool, among others: Set<String>) -> String? {
        own ?? (hasTitle && others.count == 1 ? others.first : nil)
    }

    private static func identity(of track: GroupedTrack, _ summary: ShelfSummary) -> AlbumIdentity {
        guard let title = track.title else {
            return .untitled(artist: track.albumArtist ?? track.artist ?? unknownArtist.caseFolded(), folder: track.folder)
        }
        if let artist = track.albumArtist { return .named(artist: artist, title: title) }
        if !summary.isCompilation { return .named(artist: summary.artist ?? unknownArtist.caseFolded(), title: title) }
        // Where the album artist says so as well, the folder need not hold the album together.
        let various = variousArtists.caseFolded()
        return summary.namesVariousArtists ? .named(artist: various, title: title) : .compilation(folder: track.home, title: title)
    }
}

/// What the files of one shelf say together.
private struct ShelfSummary {
    /// Whether the files without an album artist are a compilation.
    let isCompilation: Bool
    let namesVariousArtists: Bool
    /// The artist of the files without an album artist, where it is one.
    let artist: String?

    init(_ tracks: [GroupedTrack]) {
        let withoutAlbumArtist = tracks.filter { $0.albumArtist == nil }
        artist = CommonArtist(of: withoutAlbumArtist)?.folded
        let hasArtists = withoutAlbumArtist.contains { $0.artist != nil }
        isCompilation = hasArtists && artist == nil || withoutAlbumArtist.contains(where: \.isCompilation)
        namesVariousArtists = tracks.contains { $0.albumArtist == AlbumGrouping.variousArtists.caseFolded() }
    }
}
