internal import SleevesModel

/// A track's place on an album.
struct TrackPosition: Hashable {
    let disc: Int
    /// The letters of a record's side; empty if there are none.
    let side: String
    /// The number on the disc or side; `nil` for a track that only its title places.
    let number: Int?
    /// The title, normalized for comparison, of a track without a number; otherwise empty.
    let title: String

    /// Returns the positions of tracks. Where several of them have the number 0, it says nothing.
    static func positions(of tracks: [GroupedTrack]) -> [TrackPosition] {
        let zeroMeansNone = tracks.count { $0.file.tags.trackNumber == 0 } > 1
        return tracks.map { track in
            let number = track.file.tags.trackNumber.flatMap { $0 == 0 && zeroMeansNone ? nil : $0 }
            return TrackPosition(
                disc: track.disc ?? 1, side: track.file.tags.side ?? "", number: number, title: number == nil ? track.foldedName : "")
        }
    }
}

extension TrackPosition {
    /// Returns the position with the number before the name of a file, if it has none of its own: `03 Song`, `2-03 Song`.
    func numbered(byName path: String) -> TrackPosition {
        guard number == nil else { return self }
        let stem = Path.split(name: Path.name(of: path)).stem
        let first = stem.prefix { $0.isASCII && $0.isNumber }
        let rest = stem[first.endIndex...]
        let second = first.count <= 2 && rest.first == "-" ? rest.dropFirst().prefix { $0.isASCII && $0.isNumber } : ""
        let digits = second.count == 2 ? second : first
        guard (1...3).contains(digits.count), let number = Int(digits), rest.first.map({ " -_.".contains($0) }) ?? true else { return self }
        return TrackPosition(disc: disc, side: side, number: number, title: title)
    }
}

extension TrackPosition: Comparable {
    /// Discs, sides and numbers in order. Tracks without numbers come last.
    static func < (one: TrackPosition, other: TrackPosition) -> Bool {
        (one.disc, one.side, one.number ?? .max) < (other.disc, other.side, other.number ?? .max)
    }
}
