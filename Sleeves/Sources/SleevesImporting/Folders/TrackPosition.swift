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

extension TrackPosition: Comparable {
    /// Discs, sides and numbers in order. Tracks without numbers come last.
    static func < (one: TrackPosition, other: TrackPosition) -> Bool {
        (one.disc, one.side, one.number ?? .max) < (other.disc, other.side, other.number ?? .max)
    }
}
