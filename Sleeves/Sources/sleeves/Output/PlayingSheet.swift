internal import Localization
internal import SleevesPlayer
internal import SleevesUI

/// The track that plays, for reading and for scripts, which rely on the keys of the JSON form.
struct PlayingSheet: CustomStringConvertible, Encodable {
    private let status: RunningPlayer.Status

    init(_ status: RunningPlayer.Status) {
        self.status = status
    }

    var description: String {
        guard status.state != .stopped else { return localized("Nothing is playing.") }
        let facts: [(String, String?)] = [
            (localized("State"), status.state == .playing ? localized("Playing") : localized("Paused")),
            (localized("Title"), status.title),
            (localized("Artist"), status.artist),
            (localized("Album"), status.album),
            (localized("Position"), track.times),
            (localized("Volume"), status.volume.map { localized("{number} %", ["number": "\(Int(($0 * 100).rounded()))"]) }),
            (localized("Identifier"), status.albumID),
        ]
        return AlbumSheet.table(facts).joined(separator: "\n")
    }

    /// One line: the track, and its times.
    var line: String {
        status.state == .stopped ? localized("Nothing is playing.") : "\(track.name)  \(track.times)"
    }

    private var track: ShownTrack {
        ShownTrack(
            title: status.title, artist: status.artist, isPaused: status.state == .paused, position: status.position,
            duration: status.duration)
    }

    private enum CodingKeys: String, CodingKey {
        case state, album, albumId, title, artist, position, duration, volume
    }

    /// Encodes every key, with `null` for unknown values.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status.state.rawValue, forKey: .state)
        try container.encode(status.album, forKey: .album)
        try container.encode(status.albumID, forKey: .albumId)
        try container.encode(status.title, forKey: .title)
        try container.encode(status.artist, forKey: .artist)
        try container.encode(status.position.map(Self.seconds), forKey: .position)
        try container.encode(status.duration.map(Self.seconds), forKey: .duration)
        try container.encode(status.volume, forKey: .volume)
    }

    /// Returns seconds, to the millisecond.
    private static func seconds(_ duration: Duration) -> Double {
        (duration / .milliseconds(1)).rounded() / 1_000
    }
}
