internal import SleevesModel

/// The rules that group audio files into albums.
///
/// The first rule that applies decides:
///
/// 1. Files with the same MusicBrainz release ID are one album. Files without an ID join them if artist and title are the same and no other
///    release has the same ones.
/// 2. Files without an album title belong to the "Unknown Album" of their artist, one for each folder.
/// 3. Files in one folder with one album title and without an album artist are one album by the artist that more than half of them share,
///    without guests ("feat."). If there is none, or one of them has the compilation flag, it is by "Various Artists".
/// 4. All others are one album if the album artist, or else the artist, and the title are the same. An album artist takes precedence over
///    the flag.
///
/// Names are compared in Unicode's canonical composition, ignoring case. The discs of an album are one album: a folder such as `CD1` counts
/// as its parent folder, and a disc at the end of a title isn't part of the title.
///
/// The rules are pure functions: they read no file, and the order of the files doesn't matter. ``AlbumRegrouping`` applies them to a
/// library.
package enum AlbumGrouping {
    static let variousArtists = "Various Artists"
    package static let unknownArtist = "Unknown Artist"
    package static let unknownAlbum = "Unknown Album"

    /// Applies rules 2 to 4: returns the identities of the files of one shelf by their names.
    ///
    /// - Parameter tracks: All files of a folder, including its discs, that have one album title, or none.
    package static func identities(onShelf tracks: [GroupedTrack]) -> [AlbumIdentity] {
        let summary = ShelfSummary(tracks)
        return tracks.map { identity(of: $0, summary) }
    }

    /// Applies rule 1: returns the release that a file belongs to.
    ///
    /// - Parameters:
    ///   - own: The release that the file names.
    ///   - hasTitle: Whether the file names an album.
    ///   - others: The releases of the files with the same identity by their names.
    package static func release(_ own: String?, hasTitle: Bool, among others: Set<String>) -> String? {
        own ?? (hasTitle && others.count == 1 ? others.first : nil)
    }

    private static func identity(of track: GroupedTrack, _ summary: ShelfSummary) -> AlbumIdentity {
        guard let title = track.title else {
            return .untitled(artist: track.albumArtist ?? track.artist ?? unknownArtist.caseFolded(), folder: track.folder)
        }
        if let artist = track.albumArtist { return .named(artist: artist, title: title) }
        if !summary.isCompilation { return .named(artist: summary.artist ?? unknownArtist.caseFolded(), title: title) }
        // If the album artist says so too, the album doesn't depend on the folder.
        let various = variousArtists.caseFolded()
        return summary.namesVariousArtists ? .named(artist: various, title: title) : .compilation(folder: track.home, title: title)
    }
}

/// A summary of the files of one shelf.
private struct ShelfSummary {
    /// Whether the files without an album artist are a compilation.
    let isCompilation: Bool
    let namesVariousArtists: Bool
    /// The common artist of the files without an album artist, if there is one.
    let artist: String?

    init(_ tracks: [GroupedTrack]) {
        let withoutAlbumArtist = tracks.filter { $0.albumArtist == nil }
        artist = CommonArtist(of: withoutAlbumArtist)?.folded
        let hasArtists = withoutAlbumArtist.contains { $0.artist != nil }
        isCompilation = hasArtists && artist == nil || withoutAlbumArtist.contains(where: \.isCompilation)
        namesVariousArtists = tracks.contains { $0.albumArtist == AlbumGrouping.variousArtists.caseFolded() }
    }
}
