internal import SleevesModel

/// The files of one artist in one folder that name no album. They are an album of their own, the same one on every machine.
///
/// The path of the folder means nothing on other machines, so the tracks tell the album from others. Names such as `Track 1` tell nothing; then
/// the folder's own name counts, too. It also counts where the files name no artist, because it then names the album.
struct UntitledFiles {
    private let tracks: [GroupedTrack]
    private let folder: String
    /// The position and the title of each track, sorted.
    private let marks: [String]
    /// Whether the titles differ in more than their numbers.
    private let areTelling: Bool
    private let hasArtist: Bool

    /// - Parameters:
    ///   - folder: The folder, or the parent folder of those of discs.
    ///   - hasArtist: Whether the files name an artist.
    init(_ tracks: [GroupedTrack], in folder: String, hasArtist: Bool) {
        (self.tracks, self.folder, self.hasArtist) = (tracks, folder, hasArtist)
        // Copies in several formats are one track.
        marks = Set(Self.marks(of: tracks)).sorted()
        let titles = Set(tracks.map(\.foldedName))
        let words = Set(titles.map { $0.filter { !$0.isNumber } })
        areTelling = words.count > 1 || hasArtist && titles.count == 1 && words == titles && titles != [""]
    }

    private static func marks(of tracks: [GroupedTrack]) -> [String] {
        zip(TrackPosition.positions(of: tracks), tracks).map { position, track in
            "\(position.disc) \(position.side) \(position.number.map(String.init) ?? "") \(track.foldedName)"
        }
    }

    func identity(of artist: String) -> AlbumIdentity {
        let place = areTelling && hasArtist ? "" : Path.shown(Path.name(of: folder)).nameFolded()
        return .untitled(artist: artist, contents: [place] + marks)
    }

    /// Whether the files are copies of others with the same identity. Tracks whose names tell nothing need known lengths for that.
    private func areCopies(of others: UntitledFiles) -> Bool {
        let lengths = Dictionary(zip(Self.marks(of: tracks), tracks.map(\.file.tags.seconds))) { first, _ in first }
        return zip(Self.marks(of: others.tracks), others.tracks).allSatisfy { mark, track in
            guard let own = lengths[mark] ?? nil, let other = track.file.tags.seconds else { return areTelling }
            return AlbumPartition.isSameLength(own, other)
        }
    }

    /// Returns the albums of files with the same identity, in one folder or in several.
    ///
    /// - Parameter name: The identifier of their identity.
    static func albums(of tracks: [GroupedTrack], named name: AlbumID) -> [AlbumID] {
        let places = Dictionary(grouping: tracks.indices) { tracks[$0].home }.sorted { $0.key < $1.key }
        var albums = [AlbumID](repeating: name, count: tracks.count)
        guard places.count > 1 else { return albums }
        var parts: [(files: UntitledFiles, indices: [Int])] = []
        for (home, indices) in places {
            let members = indices.map { tracks[$0] }
            let files = UntitledFiles(members, in: home, hasArtist: !AlbumGrouping.hasNoTags(members))
            if places.count <= AlbumPartition.limit, let part = parts.firstIndex(where: { files.areCopies(of: $0.files) }) {
                parts[part].indices += indices
            } else {
                parts.append((files, indices))
            }
        }
        guard parts.count > 1 else { return albums }
        var counts: [String: Int] = [:]
        for (files, indices) in parts {
            let place = Path.shown(Path.name(of: files.folder)).nameFolded()
            counts[place, default: 0] += 1
            let id = AlbumID(digesting: ["part", name.rawValue, String(counts[place, default: 0]), place])
            for index in indices { albums[index] = id }
        }
        return albums
    }
}
