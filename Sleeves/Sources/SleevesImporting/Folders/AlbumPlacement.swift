package import SleevesModel

/// The user's decisions about which files are one album. They come after the rules, ``AlbumGrouping`` and ``AlbumPartition``.
package enum AlbumPlacement {
    /// The decision about a file.
    package struct Place: Hashable, Codable, Sendable {
        package let decision: AlbumOrigin.Decision
        /// The album; `nil` for the one that the rules say.
        package let album: AlbumID?
        /// The decision before, which splitting joined albums restores.
        package var former: Place? { formers.first }
        /// At most one: a value can't contain itself.
        private let formers: [Place]

        /// The maximum number of decisions before others.
        private static let limit = 16
        private var depth: Int { (former?.depth ?? 0) + 1 }

        package init(_ decision: AlbumOrigin.Decision, album: AlbumID?, after former: Place? = nil) {
            (self.decision, self.album) = (decision, album)
            formers = former.flatMap { $0.depth < Self.limit ? [$0] : nil } ?? []
        }

        /// The decision without the one before.
        fileprivate var alone: Place { Place(decision, album: album) }
    }

    /// Returns the album of each file.
    ///
    /// A file that came after the decisions follows those of the album that the rules say: those about its own folder and format, or else the one
    /// about all other files. The result depends on the files and the decisions alone.
    ///
    /// - Parameters:
    ///   - byRule: The album of each file by the rules.
    ///   - tracks: All files that share a name, in the order of their paths.
    ///   - places: The decisions, by path.
    package static func albums(_ byRule: [AlbumID], of tracks: [GroupedTrack], placed places: [String: Place]) -> [AlbumID] {
        if places.isEmpty { return byRule }
        var albums = byRule
        for members in Dictionary(grouping: tracks.indices, by: { byRule[$0] }).values {
            let decided = members.filter { places[tracks[$0].file.path] != nil }
            if decided.isEmpty { continue }
            for index in members {
                let place = places[tracks[index].file.path] ?? inherited(by: tracks[index], from: decided.map { tracks[$0] }, places)
                if let album = place?.album { albums[index] = album }
            }
        }
        return albums
    }

    private static func inherited(by track: GroupedTrack, from decided: [GroupedTrack], _ places: [String: Place]) -> Place? {
        func mostFrequent(where isNear: (GroupedTrack) -> Bool) -> Place? {
            decided.filter(isNear).compactMap { places[$0.file.path]?.alone }.mostFrequent
        }
        if let place = mostFrequent(where: { $0.folder == track.folder && $0.format == track.format }) { return place }
        if let place = mostFrequent(where: { $0.rip == track.rip }) { return place }
        let all = Set(decided.compactMap { places[$0.file.path]?.alone })
        return all.count == 1 ? all.first : nil
    }
}

/// The files of one folder, or of its discs, in one format.
package struct RipPlace: Hashable, Codable, Sendable {
    /// The path of the album's folder.
    package let home: String
    /// The ending of the files' names.
    package let format: String

    package init(home: String, format: String) {
        (self.home, self.format) = (home, format)
    }
}

extension AlbumOrigin.Rip {
    /// The folder and the format, by which a choice is kept.
    package var place: RipPlace { RipPlace(home: folder, format: format) }
}

extension GroupedTrack {
    /// The rip that the file belongs to.
    package var rip: RipPlace { RipPlace(home: home, format: format) }
}
