package import SleevesModel
internal import SleevesCovers

/// The division of files that share an artist and a title into albums. Positions decide.
///
/// 1. The files of one folder and format are a rip. Where tracks with several titles have one position of a rip, it is divided by the
///    release, the folder of the disc, the year or the artist, if as many albums result as there are titles at one position.
/// 2. Rips whose positions don't collide are one album, such as discs in several folders. So are rips that have the same titles where they
///    collide: they are copies. A few other titles are taken for spellings, unless the rips are of different releases. All others are
///    different albums. A common release joins rips in any case.
///
/// The result depends on the files alone, and not on their order.
package enum AlbumPartition {
    /// Returns the album of each file.
    ///
    /// - Parameters:
    ///   - tracks: All files that share a name.
    ///   - name: The identifier of their name.
    ///   - divides: Whether positions may divide the files of one folder. They don't if the files name no album.
    package static func albums(of tracks: [GroupedTrack], named name: AlbumID, divides: Bool) -> [AlbumID] {
        guard divides else {
            let albums = UntitledFiles.albums(of: tracks, named: name)
            return zip(tracks, albums).map { $0.release.map(releaseID) ?? $1 }
        }
        let placed = DiscName.placing(tracks)
        let parts = parts(of: placed)
        let name = formerName(of: tracks, named: name) ?? name
        var albums = [AlbumID](repeating: name, count: tracks.count)
        var counts: [[String]: Int] = [:]
        for part in parts {
            let members = part.map { placed[$0] }
            let releases = Set(members.compactMap(\.release))
            let id: AlbumID
            if releases.count == 1, let release = releases.first {
                id = releaseID(release)
            } else if parts.count == 1 {
                id = name
            } else {
                let marks = marks(of: members)
                counts[marks, default: 0] += 1
                id = AlbumID(digesting: ["part", name.rawValue, String(counts[marks, default: 0])] + marks)
            }
            for index in part { albums[index] = id }
        }
        return albums
    }

    /// Returns the identifier that earlier versions gave the name of files whose only artist has a guest: there it was a part of the name. Albums that
    /// libraries have by it keep their identifiers.
    private static func formerName(of tracks: [GroupedTrack], named name: AlbumID) -> AlbumID? {
        guard let named = tracks.first(where: { $0.artist != nil }), let artist = named.artist, let shown = named.file.tags.artist,
            case let lead = ArtistName.folded(ArtistName.lead(of: shown)), lead != artist, let title = tracks.first?.title,
            tracks.allSatisfy({ $0.albumArtist == nil && ($0.artist ?? artist) == artist && $0.title == title }),
            AlbumIdentity.named(artist: lead, title: title).id == name
        else { return nil }
        return AlbumIdentity.named(artist: artist, title: title).id
    }

    /// Returns what an album's identifier derives from where several have one name: its year and its first track, which are the same on every
    /// machine.
    private static func marks(of tracks: [GroupedTrack]) -> [String] {
        let year = tracks.compactMap(\.year).mostFrequent
        let first = zip(TrackPosition.positions(of: tracks), tracks).min { $0.0 < $1.0 }
        return [year.map(String.init) ?? "", first?.1.foldedName ?? ""]
    }

    private static func releaseID(_ release: String) -> AlbumID {
        AlbumIdentity.release(musicBrainz: release).id
    }

    /// The largest number of rips of one name that are compared with each other, and of tracks at one position. Beyond it, each rip is an album.
    static let limit = 500

    /// Returns the indices of each album's files. The albums are in the order of their first paths.
    static func parts(of tracks: [GroupedTrack]) -> [[Int]] {
        let groups = Dictionary(grouping: tracks.indices) { [tracks[$0].home, tracks[$0].format] }.values.flatMap {
            divided($0, of: tracks)
        }
        // Most albums are one rip.
        if groups.count == 1 { return groups }
        let rips = groups.map { Rip($0, of: tracks) }.sorted { ($1.indices.count, $0.firstPath) < ($0.indices.count, $1.firstPath) }
        if rips.count > limit { return rips.map(\.indices).sorted { $0[0] < $1[0] } }
        var parts: [Rip] = []
        for rip in rips {
            let fits = parts.indices.compactMap { index in parts[index].fit(for: rip).map { (index: index, fit: $0) } }
            // The first of the best: `max` returns the last.
            if let best = fits.reversed().max(by: { $0.fit < $1.fit }) {
                parts[best.index].add(rip)
            } else {
                parts.append(rip)
            }
        }
        return parts.sorted { $0.firstPath < $1.firstPath }.map { $0.indices.sorted() }
    }

    // MARK: Dividing a rip

    private static func divided(_ indices: [Int], of tracks: [GroupedTrack]) -> [[Int]] {
        guard Crowd(indices, of: tracks).excess > 0 else { return [indices] }
        let keys: [(GroupedTrack) -> String] = [
            { $0.release ?? "" },
            { $0.folder },
            { $0.year.map(String.init) ?? "" },
            leadArtist,
        ]
        for key in keys {
            if let groups = divided(indices, of: tracks, by: key) { return groups.flatMap { divided($0, of: tracks) } }
        }
        return [indices]
    }

    /// Divides files by a key, if that leaves fewer titles at one position, and not more groups than there are titles at one position.
    static func divided(_ indices: [Int], of tracks: [GroupedTrack], by key: (GroupedTrack) -> String) -> [[Int]]? {
        let crowd = Crowd(indices, of: tracks)
        guard crowd.excess > 0 else { return nil }
        let groups = Dictionary(grouping: indices) { key(tracks[$0]) }.sorted { $0.key < $1.key }.map(\.value)
        guard (2...crowd.most).contains(groups.count) else { return nil }
        let left = groups.reduce(0) { $0 + Crowd($1, of: tracks).excess }
        return left < crowd.excess ? groups : nil
    }

    /// The artist of a file's album as far as the file itself tells, without guests.
    static func leadArtist(of track: GroupedTrack) -> String {
        track.albumArtist ?? track.file.tags.artist.map { ArtistName.folded(ArtistName.lead(of: $0)) } ?? ""
    }

    /// The titles that share positions.
    struct Crowd {
        /// The number of titles beyond one at each position.
        private(set) var excess = 0
        /// The largest number of titles at one position.
        private(set) var most = 1

        init(_ indices: [Int], of tracks: [GroupedTrack]) {
            let members = indices.map { tracks[$0] }
            let positions = TrackPosition.positions(of: members)
            guard Set(positions).count < positions.count else { return }
            var titles: [TrackPosition: Set<String>] = [:]
            for (track, position) in zip(members, positions) { titles[position, default: []].insert(track.foldedName) }
            for names in titles.values {
                excess += names.count - 1
                most = max(most, names.count)
            }
        }
    }
}

/// The files of one folder and format; or those of an album so far.
private struct Rip {
    private(set) var indices: [Int]
    private(set) var firstPath: String
    private var releases: Set<String>
    private var years: Set<Int>
    private var positions: [TrackPosition: [Placed]] = [:]
    /// The titles of tracks with and without a number.
    private var numberedTitles: Set<String> = []
    private var unnumberedTitles: Set<String> = []

    private struct Placed {
        let title: String
        /// The title as those at one position with a number are compared.
        let name: String
        let seconds: Int?

        func isSame(as other: Placed) -> Bool {
            name == other.name && AlbumPartition.isSameLength(seconds, other.seconds)
        }
    }

    init(_ indices: [Int], of tracks: [GroupedTrack]) {
        let members = indices.map { tracks[$0] }
        self.indices = indices
        firstPath = members.map(\.file.path).min() ?? ""
        releases = Set(members.compactMap(\.release))
        years = Set(members.compactMap(\.year))
        for (track, position) in zip(members, TrackPosition.positions(of: members)) {
            let title = track.foldedName
            if positions[position, default: []].count < AlbumPartition.limit {
                let name = position.number == nil ? title : track.plainName
                positions[position, default: []].append(Placed(title: title, name: name, seconds: track.file.tags.seconds))
            }
            if position.number == nil { unnumberedTitles.insert(title) } else { numberedTitles.insert(title) }
        }
    }

    /// A measure of how well another rip belongs to this one.
    struct Fit: Comparable {
        let sharesRelease: Bool
        let sameTitles: Int
        let sharesYear: Bool
        /// The length of the common beginning of the paths.
        let nearness: Int

        static func < (one: Fit, other: Fit) -> Bool {
            let (first, second) = ((one.sharesRelease ? 1 : 0, one.sameTitles), (other.sharesRelease ? 1 : 0, other.sameTitles))
            if first != second { return first < second }
            return (one.sharesYear ? 1 : 0, one.nearness) < (other.sharesYear ? 1 : 0, other.nearness)
        }
    }

    /// - Returns: `nil` if it is another album.
    func fit(for rip: Rip) -> Fit? {
        var (same, other) = (0, 0)
        for (position, tracks) in rip.positions {
            if let mine = positions[position] {
                if tracks.contains(where: { track in mine.contains { $0.isSame(as: track) } }) { same += 1 } else { other += 1 }
            } else {
                let others = position.number == nil ? numberedTitles : unnumberedTitles
                if tracks.contains(where: { others.contains($0.title) }) { same += 1 }
            }
        }
        let sharesRelease = !releases.isDisjoint(with: rip.releases)
        let areReleases = !releases.isEmpty && !rip.releases.isEmpty
        guard sharesRelease || other == 0 || !areReleases && same > other else { return nil }
        return Fit(
            sharesRelease: sharesRelease, sameTitles: same, sharesYear: !years.isDisjoint(with: rip.years),
            nearness: firstPath.commonPrefix(with: rip.firstPath))
    }

    mutating func add(_ rip: Rip) {
        indices += rip.indices
        firstPath = min(firstPath, rip.firstPath)
        releases.formUnion(rip.releases)
        years.formUnion(rip.years)
        positions.merge(rip.positions) { $0 + $1 }
        numberedTitles.formUnion(rip.numberedTitles)
        unnumberedTitles.formUnion(rip.unnumberedTitles)
    }
}

extension AlbumPartition {
    /// The largest difference between the lengths of copies of a track, in seconds.
    private static let tolerance = 3

    static func isSameLength(_ one: Int?, _ other: Int?) -> Bool {
        guard let one, let other else { return true }
        return abs(one - other) <= tolerance
    }
}

extension String {
    /// The number of bytes at the beginning that another text shares.
    fileprivate func commonPrefix(with other: String) -> Int {
        zip(utf8, other.utf8).prefix { $0 == $1 }.count
    }
}
