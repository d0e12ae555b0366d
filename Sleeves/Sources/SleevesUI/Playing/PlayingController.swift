import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// A controller that plays albums in the window: it fills the player's queue, offers the player's commands as actions, and reports what
/// could not be played.
@MainActor
final class PlayingController {
    /// The bar below the albums.
    let bar: PlayerBar
    /// Called when the user asks for the queue to be played and there is none.
    var onPlayNothing: (() -> Void)?
    /// Called with albums that another program should play, because none can be played here.
    var onOpenElsewhere: (([PlayableTrack]) -> Void)?

    private let player: Player
    private let library: LibraryAPI
    private let status: AppStatus
    private let toasts: ToastOverlay
    /// The actions that are enabled while there is a current track.
    private var actions: [Action] = []
    private var tokens: [ObservationToken] = []
    private var reading: Task<Void, Never>?
    private var inhibition: SuspendInhibition?
    private let notifier: TrackNotifier

    init(
        _ application: Application, player: Player, library: LibraryAPI, hub: NotificationHub, status: AppStatus, window: ApplicationWindow,
        toasts: ToastOverlay
    ) {
        self.player = player
        self.library = library
        self.status = status
        self.toasts = toasts
        bar = PlayerBar(player, library: library, hub: hub)
        notifier = TrackNotifier(application, player: player, library: library, status: status)
        addActions(to: application, window: window)
        tokens = [
            player.problems.attach(on: .glib) { [weak self] problem in self?.tell(problem) },
            player.lengths.attach(on: .glib) { [library] track in
                // A length that can't be kept is measured again.
                Task { try? await library.note(track.length, ofFile: track.path) }
            },
            player.observe(\.state, options: [.initial, .new]) { [weak self, weak window] player, _ in
                for action in self?.actions ?? [] { action.isEnabled = player.state != .stopped }
                if let window { self?.inhibit(application, window) }
                self?.updateFollowing()
            },
            status.observe(\.phase) { [weak self] _ in self?.updateFollowing() },
        ]
    }

    private func addActions(to application: Application, window: ApplicationWindow) {
        let isRightToLeft = window.isRightToLeft
        application.addAction(.playOrPause) { [weak self] in self?.playOrPause() }
        actions = [
            application.addAction(.nextTrack) { [weak player] in player?.next() },
            application.addAction(.previousTrack) { [weak player] in player?.previous() },
            application.addAction(.stopPlaying) { [weak player] in player?.stop() },
            application.addAction(.seekBack(isRightToLeft: isRightToLeft)) { [weak self] in self?.seek(by: .seconds(-10)) },
            application.addAction(.seekForward(isRightToLeft: isRightToLeft)) { [weak self] in self?.seek(by: .seconds(10)) },
        ]
    }

    // MARK: Playing

    /// Plays the selected albums that have files, one after another.
    func play(_ selected: SelectedAlbums) {
        // The album that is chosen last is played, however long the others take.
        reading?.cancel()
        reading = Task { [weak self, library] in
            do {
                let tracks = try await library.playableTracks(of: try await selected.ids(in: library))
                if !Task.isCancelled { self?.play(tracks, ofMany: selected.areMany) }
            } catch {
                if !Task.isCancelled { self?.toasts.show(Toast(String(describing: error))) }
            }
        }
    }

    private func play(_ tracks: [PlayableTrack], ofMany areMany: Bool) {
        guard tracks.isEmpty else { return player.play(tracks) }
        toasts.show(
            Toast(areMany ? localized("None of these albums has files to play.") : localized("This album has no files to play.")))
    }

    /// Plays an album from a track on.
    ///
    /// - Parameter index: The index of the track among all of the album's tracks.
    func play(_ album: AlbumRecord, _ tracks: [TrackRecord], from index: Int) {
        reading?.cancel()
        let before = tracks.prefix(index).count { $0.path != nil }
        player.play(tracks.compactMap { PlayableTrack($0, of: album) }, from: before)
    }

    private func playOrPause() {
        if player.state == .stopped, player.queue.isEmpty { onPlayNothing?() } else { player.togglePause() }
    }

    private func seek(by distance: Duration) {
        player.seek(to: max(player.currentPosition + distance, .zero))
    }

    // MARK: Following

    /// The position is followed only while the bar can be seen, so that nothing wakes up in the background.
    private func updateFollowing() {
        let isInView = status.phase == .active || status.phase == .inactive
        player.isFollowed = isInView && player.state != .stopped
    }

    private func inhibit(_ application: Application, _ window: ApplicationWindow) {
        if player.state != .playing {
            inhibition = nil
        } else if inhibition == nil {
            inhibition = SuspendInhibition(application, window: window, reason: localized("Music is playing"))
        }
    }

    private func tell(_ problem: PlayerProblem) {
        let words = String(describing: problem)
        guard case .unavailable = problem else { return toasts.show(Toast(words, seconds: 8)) }
        let queue = Array(player.queue.dropFirst(player.index ?? 0))
        toasts.show(
            Toast(words, seconds: 0, button: localized("Open with Default Player")) { [weak self] in self?.onOpenElsewhere?(queue) })
    }
}
