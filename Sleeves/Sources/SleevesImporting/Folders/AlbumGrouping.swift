package import SleevesModel

/// The rules that group audio files into albums.
///
/// 1. Files share a *name* if they have the same artist and title. The artist is the album artist; for files without one, the artist that more
///    than half of the folder's files with this title share, without guests ("feat."); or else the only album artist in the folder, if the
///    numbers of all files together form one whole; if there is none, or one of them has the compilation flag, "Various Artists". If such a folder has several titles at one position, and its artists' own files don't, each artist counts.
/// 2. Files without an album title belong to the album that the name of their folder tells: ``GuessedAlbum``. If the folder has files of this
///    title, they share rule 1 with them; else they are an album of their own: ``UntitledFiles``. A heap of more files than albums have is
///    divided by their artists.
/// 3. Among the files of a name, positions decide: ``AlbumPartition``.
///
/// Names are compared as ``String/nameFolded()`` has them, and in one folder as ``String/nameKey()`` has them: there, the most frequent spelling
/// counts for all. The discs of an album are one album: a folder such as `CD1` counts as its parent
/// folder, and a disc at the end of a title isn't part of the title.
///
/// The rules are pure functions: they read no file, and the order of the files doesn't matter. ``AlbumRegrouping`` applies them to a
/// library.
package enum AlbumGrouping {
    static let variousArtists = "Various Artists"
    package static let unknownArtist = "Unknown Artist"
    package static let unknownAlbum = "Unknown Album"

    /// Applies rules 1 and 2: returns the identities of the files of one shelf by their names.
    ///
    /// - Parameter tracks: All files of a folder, including its discs, that have one album title, and those without one if the name of the folder
    ///   tells this title.
    package static func identities(onShelf tracks: [GroupedTrack]) -> [AlbumIdentity] {
        let summary = ShelfSummary(tracks)
        let artists = spelledAlike(tracks.map { $0.albumArtist ?? summary.artist(of: $0) })
        if let title = spelledAlike(tracks.compactMap(\.title)).first { return artists.map { .named(artist: $0, title: title) } }
        let albums = Dictionary(grouping: tracks.indices) { artists[$0] }.map { artist, indices in
            let files = indices.map { tracks[$0] }
            return (artist, UntitledFiles(files, in: files[0].home, hasArtist: !hasNoTags(files)).identity(of: artist))
        }
        let identities = Dictionary(uniqueKeysWithValues: albums)
        return artists.map { identities[$0]! }
    }

    /// Returns names, each in the most frequent spelling of those with its key; of several, in the first by their characters.
    private static func spelledAlike(_ names: [String]) -> [String] {
        // Nearly always, all names are the same.
        guard let first = names.first, names.contains(where: { $0 != first }) else { return names }
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        let spellings = Dictionary(grouping: counts.keys) { $0.nameKey() }.values
        guard spellings.count < counts.count else { return names }
        var common: [String: String] = [:]
        for alike in spellings {
            let ranked = alike.sorted { (counts[$1, default: 0], $0) < (counts[$0, default: 0], $1) }
            for name in alike { common[name] = ranked[0] }
        }
        return names.map { common[$0] ?? $0 }
    }

    /// Returns the places of an album without a title: ``AlbumIdentity/place(ofUntitled:in:)``.
    package static func places(ofUntitled tracks: [GroupedTrack]) -> Set<AlbumID> {
        Set(
            tracks.flatMap { track in
                [track.folder, track.home].map { AlbumIdentity.place(ofUntitled: artist(ofUntitled: track), in: $0) }
            })
    }

    fileprivate static func artist(ofUntitled track: GroupedTrack) -> String {
        track.albumArtist ?? track.artist ?? unknownArtist.caseFolded()
    }

    /// Returns whether no file names an album or an artist, so that only the names of their folders can tell.
    package static func hasNoTags(_ tracks: [GroupedTrack]) -> Bool {
        tracks.allSatisfy { $0.title == nil && $0.artist == nil && $0.albumArtist == nil }
    }

    /// The number of files past which those without an album title are a heap, such as downloads, rather than an album.
    fileprivate static let heap = 200
}

/// A summary of the files of one shelf.
private struct ShelfSummary {
    /// The artist of the files without an album artist; `nil` if each file's own counts.
    private let common: String?

    init(_ tracks: [GroupedTrack]) {
        let others = tracks.filter { $0.albumArtist == nil }
        if others.isEmpty {
            common = nil
        } else if others.contains(where: \.isCompilation) {
            common = ArtistName.various
        } else if tracks.count > AlbumGrouping.heap, tracks.allSatisfy({ $0.title == nil }) {
            common = nil
        } else if AlbumPartition.divided(Array(tracks.indices), of: tracks, by: AlbumPartition.leadArtist) != nil {
            common = nil
        } else {
            common =
                Self.host(of: others, in: tracks) ?? CommonArtist(of: others)?.folded
                ?? (others.contains { $0.artist != nil } ? ArtistName.various : AlbumGrouping.unknownArtist.caseFolded())
        }
    }

    /// Returns the album artist of some files that more than half of all files share; or the only one, if the files without one have no common
    /// artist, and complete the numbers of the others; or "Various Artists" if a file names it, and the files without an album artist have no
    /// common one.
    private static func host(of others: [GroupedTrack], in tracks: [GroupedTrack]) -> String? {
        guard others.count < tracks.count else { return nil }
        let named = Set(tracks.compactMap(\.albumArtist))
        let leads = tracks.map(AlbumPartition.leadArtist)
        if let most = named.sorted().first(where: { name in leads.count { $0 == name } * 2 > tracks.count }) { return most }
        let common = CommonArtist(of: others)?.folded
        if named.count == 1, let only = named.first, common == nil || common == only, areWhole(tracks) { return only }
        return named.contains(ArtistName.various) && common == nil ? ArtistName.various : nil
    }

    /// Returns whether each disc in each format has all numbers from 1 to its last one, each once.
    private static func areWhole(_ tracks: [GroupedTrack]) -> Bool {
        var numbers: [[String]: [Int]] = [:]
        for track in tracks {
            guard let number = track.file.tags.trackNumber else { return false }
            numbers[[track.format, String(track.disc ?? 1), track.file.tags.side ?? ""], default: []].append(number)
        }
        return numbers.values.allSatisfy { $0.sorted() == Array(1...$0.count) }
    }

    func artist(of track: GroupedTrack) -> String {
        if let common { return common }
        let own = AlbumPartition.leadArtist(of: track)
        return own.isEmpty ? AlbumGrouping.unknownArtist.caseFolded() : own
    }
}
