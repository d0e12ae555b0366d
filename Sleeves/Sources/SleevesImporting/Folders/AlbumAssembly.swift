package import SleevesModel
internal import SleevesCovers

/// An assembler of an album from its files.
package struct AlbumAssembly {
    private let id: AlbumID
    /// The rule that groups the files.
    let kind: AlbumIdentity.Kind
    /// The names that the folders give the album, if its files don't name its title.
    let guess: GuessedAlbum?
    /// The user's decision about the files.
    let decision: AlbumOrigin.Decision?
    /// The rips that the user has chosen to play.
    let chosen: Set<RipPlace>
    /// The files in playing order.
    let tracks: [GroupedTrack]
    /// The best file of each track, in playing order.
    let shown: [PlacedTrack]

    /// - Parameters:
    ///   - tracks: The files, in the order of their paths.
    ///   - chosen: The rips that the user has chosen to play.
    package init(
        id: AlbumID, kind: AlbumIdentity.Kind, tracks: [GroupedTrack], guess: GuessedAlbum? = nil, decision: AlbumOrigin.Decision? = nil,
        chosen: Set<RipPlace> = []
    ) {
        self.id = id
        self.kind = kind
        self.guess = guess
        self.decision = decision
        self.chosen = chosen
        self.tracks = Self.inPlayingOrder(decision == .joined ? Self.apart(tracks) : tracks)
        shown = Self.withoutCopies(self.tracks, chosen)
    }

    /// The places of an album without a title; `nil` if it has one.
    package var untitledPlaces: Set<AlbumID>? { kind == .untitled ? AlbumGrouping.places(ofUntitled: tracks) : nil }

    private static func inPlayingOrder(_ tracks: [GroupedTrack]) -> [GroupedTrack] {
        let tracks = DiscName.placing(tracks)
        var positions = TrackPosition.positions(of: tracks)
        // The names of files may show where those without numbers belong among the others.
        if positions.contains(where: { $0.number != nil }) {
            positions = zip(positions, tracks).map { $0.numbered(byName: $1.file.path) }
        }
        let names = zip(positions, tracks).map { $0.number == nil ? $1.file.path.withEqualNumbers : "" }
        return tracks.indices.sorted { one, other in
            if positions[one] < positions[other] || positions[other] < positions[one] { return positions[one] < positions[other] }
            let (first, second) = (tracks[one].file.place, tracks[other].file.place)
            return (names[one], first.path, first.start) < (names[other], second.path, second.start)
        }.map { tracks[$0] }
    }

    /// A track with the number that it is shown with.
    struct PlacedTrack {
        let track: GroupedTrack
        let number: Int?
    }

    /// Returns the best file of each track, or the one that the user has chosen. Files are copies of one track if they have the same title, about
    /// the same length and the same number; without a number, only if they are in different rips.
    private static func withoutCopies(_ tracks: [GroupedTrack], _ chosen: Set<RipPlace>) -> [PlacedTrack] {
        var copies: [String: [Int]] = [:]
        // Most albums have one file at each position.
        let areAlike = tracks.allSatisfy { $0.home == tracks[0].home && $0.format == tracks[0].format }
        let mayHaveCopies = !areAlike || Set(TrackPosition.positions(of: tracks)).count < tracks.count
        for index in tracks.indices where mayHaveCopies {
            copies["\(tracks[index].disc ?? 1) \(tracks[index].plainName)", default: []].append(index)
        }
        var passedOver: Set<Int> = []
        for indices in copies.values where (2...AlbumPartition.limit).contains(indices.count) {
            var best: [GroupedTrack] = []
            // Their types are said, because the compiler would take twenty seconds to find them.
            let ranked = indices.map { (index: Int) -> (index: Int, rank: (Int, Double)) in
                let isChosen = !chosen.isEmpty && chosen.contains(tracks[index].rip)
                return (index, (isChosen ? 1 : 0, tracks[index].quality))
            }.sorted { (one, other) -> Bool in
                one.rank == other.rank ? one.index < other.index : one.rank > other.rank
            }
            for (index, _) in ranked {
                if best.contains(where: { tracks[index].isCopy(of: $0) }) { passedOver.insert(index) } else { best.append(tracks[index]) }
            }
        }
        // A record's sides have numbers of their own, which are counted on here.
        let discsWithSides = Set(tracks.filter { $0.file.tags.side != nil }.map(\.disc))
        var counts: [Int?: Int] = [:]
        return tracks.indices.filter { !passedOver.contains($0) }.map { index in
            let track = tracks[index]
            counts[track.disc, default: 0] += 1
            let number = discsWithSides.contains(track.disc) ? counts[track.disc] : track.file.tags.trackNumber
            return PlacedTrack(track: track, number: number == 0 ? nil : number)
        }
    }

    /// - Parameter picture: The path of the cover in a folder of an album of this title, if there is one. Asked only where no file has one inside.
    package func record(picture: (_ folder: String, _ title: String?) throws -> String?) rethrows -> CompleteAlbum {
        let artist = artist
        let cover = try Self.cover(of: tracks, picture: picture)
        let record = AlbumRecord(
            id: id,
            title: tracks.compactMap(\.shownTitle).mostFrequent ?? guessedTitle(by: artist) ?? AlbumGrouping.unknownAlbum,
            artist: artist,
            titleSortName: tracks.compactMap(\.file.tags.albumSort).mostFrequent,
            artistSortName: sortName(of: artist),
            year: ReleaseYear.of(tracks.map(\.file.tags)) ?? guess?.year,
            genre: Genres.of(tracks.compactMap(\.file.tags.genre)),
            localCover: cover,
            source: .folder,
            folder: tracks.first?.folder,
            added: tracks.compactMap(\.file.arrived).min()
        )
        return CompleteAlbum(
            record, tracks: shown.map { self.record(of: $0.track, number: $0.number, albumArtist: artist) }, release: release)
    }

    /// The tags' values for the pressing and the people behind the work; `nil` if there are none.
    private var release: ReleaseRecord? {
        let tags = tracks.map(\.file.tags)
        let discs = Dictionary(grouping: tracks) { $0.disc ?? 1 }
        var release = ReleaseRecord(
            format: Self.format(of: discs.sorted { $0.key < $1.key }.compactMap { $0.value.compactMap(\.file.tags.media).mostFrequent }),
            originalYear: tags.compactMap { $0.originalDate.flatMap(ReleaseYear.earliest) }.mostFrequent,
            reissue: ReleaseYear.reissueDate(of: shown.count == tracks.count ? tags : shown.map(\.track.file.tags)),
            discSubtitles: discs.compactMapValues { $0.compactMap(\.file.tags.discSubtitle).mostFrequent }
        )
        for field in ReleaseField.tagged {
            let values = tags.map { $0.release[field] }.mostFrequentFirst
            release[field] = field.isList || values.count < 2 ? values : [values.joined(separator: ", ")]
        }
        return release == ReleaseRecord() ? nil : release
    }

    /// Returns the media of the discs as catalogues write them: `2xCD + DVD`.
    private static func format(of media: [String]) -> String? {
        var counts: [(name: String, count: Int)] = []
        for name in media {
            if let index = counts.firstIndex(where: { $0.name == name }) { counts[index].count += 1 } else { counts.append((name, 1)) }
        }
        return counts.isEmpty ? nil : counts.map { $0.count > 1 ? "\($0.count)x\($0.name)" : $0.name }.joined(separator: " + ")
    }

    /// Returns the title that the folders name, unless they are called like the artist.
    private func guessedTitle(by artist: String) -> String? {
        guard let title = guess?.title, ArtistName.folded(title) != ArtistName.folded(artist) else { return nil }
        return title
    }

    /// Returns the sort name from the files that name this artist.
    private func sortName(of artist: String) -> String? {
        tracks.map(\.file.tags).compactMap { tags in
            if tags.albumArtist != nil { return tags.albumArtist == artist ? tags.albumArtistSort : nil }
            return tags.artist == artist ? tags.artistSort ?? tags.albumArtistSort : nil
        }.mostFrequent
    }

    private func record(of track: GroupedTrack, number: Int?, albumArtist: String) -> TrackRecord {
        let tags = track.file.tags
        return TrackRecord(
            title: track.shownName,
            artist: track.artist == ArtistName.folded(albumArtist) ? nil : tags.artist,
            disc: track.disc,
            number: number,
            seconds: tags.seconds,
            path: track.file.path,
            segment: track.file.segment
        )
    }

    /// Returns the place of the cover of an album with these tracks.
    package static func cover(
        of tracks: [GroupedTrack], picture: (_ folder: String, _ title: String?) throws -> String?
    ) rethrows -> LocalCover? {
        let tracks = inPlayingOrder(tracks)
        if let track = tracks.first(where: { $0.file.tags.picture == .present }) { return .embedded(path: track.file.path) }
        let title = tracks.compactMap(\.shownTitle).mostFrequent
        for folder in folders(of: tracks) {
            if let path = try picture(folder, title) { return .file(path: path) }
        }
        return tracks.first { $0.file.tags.picture == .other }.map { .embedded(path: $0.file.path) }
    }

    /// Returns the pictures that may be the cover if the best can't be used: a few inside the files, those beside them, and a few inside that are
    /// no fronts.
    package static func otherCovers(
        of tracks: [GroupedTrack], picture: (_ folder: String, _ title: String?) throws -> String?
    ) rethrows -> (inside: [LocalCover], folders: [String], beside: [LocalCover], last: [LocalCover]) {
        let tracks = inPlayingOrder(tracks)
        func embedded(_ kind: AudioTags.Picture) -> [LocalCover] {
            tracks.filter { $0.file.tags.picture == kind }.prefix(4).map { .embedded(path: $0.file.path) }
        }
        let title = tracks.compactMap(\.shownTitle).mostFrequent
        let folders = Array(folders(of: tracks).prefix(4))
        let beside = try folders.compactMap { try picture($0, title).map { LocalCover.file(path: $0) } }
        return (embedded(.present), folders, beside, embedded(.other))
    }

    /// Returns the folders in which an album's cover may be: those of the files, and those above them if they are in folders of discs. What is
    /// above several discs is the album's own.
    private static func folders(of tracks: [GroupedTrack]) -> [String] {
        var folders: [String] = []
        let discs = tracks.filter { DiscName.number(Path.name(of: $0.folder)) != nil }
        let above = discs.map(\.home)
        let own = tracks.map(\.folder)
        let artists = Set(tracks.compactMap { $0.albumArtist ?? $0.artist })
        // A folder that is called like the artist has the artist's photo.
        let isOfAlbum =
            Set(above).count == 1 && Set(discs.map(\.folder)).count > 1
            && !artists.contains(ArtistName.folded(Path.shown(Path.name(of: above[0]))))
        for folder in isOfAlbum ? above + own : own + above where folders.last != folder && !folders.contains(folder) {
            folders.append(folder)
        }
        return folders
    }
}
