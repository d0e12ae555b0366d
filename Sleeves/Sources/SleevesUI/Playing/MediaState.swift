import GTKAdapters
import SleevesLibrary
import SleevesPlayer

/// The state that a player shows to the desktop, at one moment.
struct MediaState: Sendable, Hashable {
    var state = Player.State.stopped
    var track: PlayableTrack?
    var index: Int?
    var hasNext = false
    var hasTracks = false
    var duration: Duration?
    var volume = 1.0

    /// The properties of `org.mpris.MediaPlayer2.Player`, without the position, whose changes aren't announced.
    ///
    /// - Parameter cover: The address of the album's cover.
    func properties(cover: String?) -> [String: BusValue] {
        [
            "PlaybackStatus": .string(statusName), "Rate": .double(1), "MinimumRate": .double(1), "MaximumRate": .double(1),
            "Metadata": .dictionary(metadata(cover: cover)), "Volume": .double(volume),
            "CanGoNext": .bool(hasNext), "CanGoPrevious": .bool(track != nil), "CanPlay": .bool(hasTracks),
            "CanPause": .bool(track != nil), "CanSeek": .bool(track != nil), "CanControl": .bool(true),
        ]
    }

    /// The path that identifies the current track; `nil` if there is none.
    var trackPath: String? {
        guard let track, let index else { return nil }
        let path = "/org/heedswift/Sleeves/Album/\(track.album.rawValue)/Track/\(index)"
        // The library could contain anything, if another program has written it.
        return BusValue.isObjectPath(path) ? path : "/org/heedswift/Sleeves/Track/\(index)"
    }

    private var statusName: String {
        switch state {
        case .playing: "Playing"
        case .paused: "Paused"
        case .stopped: "Stopped"
        }
    }

    private func metadata(cover: String?) -> [String: BusValue] {
        guard let track, let trackPath else { return [:] }
        var values: [String: BusValue] = [
            "mpris:trackid": .objectPath(trackPath), "xesam:title": .string(track.title), "xesam:artist": .strings([track.artist]),
            "xesam:album": .string(track.albumTitle), "xesam:albumArtist": .strings([track.albumArtist]),
        ]
        values["mpris:length"] = (duration ?? track.duration).map { .int64($0.microseconds) }
        values["xesam:trackNumber"] = track.number.flatMap(Int32.init(exactly:)).map { .int32($0) }
        values["xesam:discNumber"] = track.disc.flatMap(Int32.init(exactly:)).map { .int32($0) }
        values["xesam:url"] = FileAddress.address(ofPath: track.path).map { .string($0) }
        values["mpris:artUrl"] = cover.map { .string($0) }
        return values
    }
}

extension Player {
    /// The state that the player shows to the desktop now. It can be observed.
    var mediaState: MediaState {
        MediaState(
            state: state, track: track, index: index, hasNext: index.map { $0 + 1 < queue.count } ?? false, hasTracks: !queue.isEmpty,
            duration: duration, volume: volume)
    }
}

extension Duration {
    /// Whole microseconds, the unit of times on the bus.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflows ? (seconds < 0 ? .min : .max) : product &+ attoseconds / 1_000_000_000_000
    }
}
