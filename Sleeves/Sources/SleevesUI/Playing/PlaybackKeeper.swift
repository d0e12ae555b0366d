import GTKAdapters
import Heed
import SleevesLibrary
import SleevesPlayer

/// An observer of the player that keeps what plays, and where, in the state to restore; and restores it, paused.
///
/// The position is kept when the player pauses or another track begins, at the end of the program, and every ten seconds while a track plays:
/// a killed program loses no more than that.
@MainActor
final class PlaybackKeeper {
    private let player: Player
    private let library: LibraryAPI
    private let status: AppStatus
    private var tokens: [ObservationToken] = []
    private var timer: MainLoopSource?
    /// The albums of the queue, in playing order.
    private var albums: [AlbumID] = []

    init(_ player: Player, library: LibraryAPI, status: AppStatus) {
        self.player = player
        self.library = library
        self.status = status
        player.setVolume(status.restorable.volume)
        tokens = [
            player.observe(\.queue) { [weak self] queue in
                self?.albums = Self.albums(of: queue)
                self?.note()
            },
            player.observe(\.track) { [weak self] _ in self?.note() },
            player.jumps.attach(on: .glib) { [weak self] _ in self?.note() },
            player.observe(\.state) { [weak self] _ in self?.followState() },
            player.observe(\.volume) { volume in status.restorable.volume = volume },
        ]
    }

    /// Restores what was playing, unless something plays by now.
    func restore() async {
        guard let saved = status.restorable.playback else { return }
        // What can't be read can't be played either, which other parts of the window report.
        let tracks = (try? await library.playableTracks(of: saved.albums)) ?? []
        guard player.queue.isEmpty,
            let index = tracks.firstIndex(where: { $0.path == saved.path && $0.segment?.start == saved.segmentStart })
        else { return }
        player.play(tracks, from: index, at: .seconds(saved.seconds), isPaused: true)
    }

    /// Keeps what plays, and where, at this moment.
    func note() {
        // Before anything has played, what was restored or is about to be stays.
        guard !player.queue.isEmpty else { return }
        var playback: PlaybackState?
        if let track = player.track {
            let current = albums.firstIndex(of: track.album) ?? 0
            playback = PlaybackState(
                albums: albums, current: current, path: track.path, segmentStart: track.segment?.start,
                seconds: player.currentPosition / .seconds(1))
        }
        if playback != status.restorable.playback { status.restorable.playback = playback }
    }

    private func followState() {
        note()
        timer =
            player.state != .playing
            ? nil
            : MainLoop.every(milliseconds: 10_000) { [weak self] in
                self?.note()
                return self != nil
            }
    }

    private static func albums(of queue: [PlayableTrack]) -> [AlbumID] {
        var (albums, known): ([AlbumID], Set<AlbumID>) = ([], [])
        for track in queue where known.insert(track.album).inserted { albums.append(track.album) }
        return albums
    }
}
