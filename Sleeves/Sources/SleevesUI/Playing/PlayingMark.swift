import SleevesLibrary
import SleevesPlayer

/// The album and track that views mark as playing.
struct PlayingMark: Sendable, Hashable {
    /// The album.
    var album: AlbumID
    /// The path of the track's file.
    var path: String
    /// The part of the file that the track is.
    var segment: FileSegment?
    /// Whether the track stands still.
    var isPaused: Bool

    /// Returns whether the mark is that of a track of its album.
    func marks(_ track: TrackRecord) -> Bool { path == track.path && segment?.start == track.segment?.start }

    /// The symbol of the mark, the same as on the buttons that pause and go on.
    var icon: String { PlayerCommand(isPlaying: !isPaused).icon }
}

extension Player {
    /// The current album and track; `nil` if the player is stopped.
    var mark: PlayingMark? {
        track.map { PlayingMark(album: $0.album, path: $0.path, segment: $0.segment, isPaused: state == .paused) }
    }
}
