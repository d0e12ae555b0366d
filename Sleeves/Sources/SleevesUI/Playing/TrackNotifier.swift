import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// An observer of the player that has the desktop show each new track, if the user wants it, while the window isn't active.
@MainActor
final class TrackNotifier {
    private static let id = "track"

    private let application: Application
    private let player: Player
    private let library: LibraryAPI
    private let status: AppStatus
    private var tokens: [ObservationToken] = []
    /// Whether the desktop may still show a track.
    private var isShown = false

    init(_ application: Application, player: Player, library: LibraryAPI, status: AppStatus) {
        self.application = application
        self.player = player
        self.library = library
        self.status = status
        tokens = [
            Receptionist(for: .changes(of: player, \.track), on: .mainActor, delivering: .switchToLatest) { [weak self] _ in
                await self?.show()
            },
            status.observe(\.phase) { [weak self] phase in
                if phase == .active || phase == .terminating { self?.withdraw() }
            },
        ]
    }

    private var isWanted: Bool {
        status.restorable.notifiesAboutTracks && status.phase != .active && player.state == .playing
    }

    private func show() async {
        guard isWanted, let track = player.track else { return }
        let cover = await library.largeCover(of: track.album)
        let picture = await Task.detached { cover.flatMap { Texture($0).png(side: 256) } }.value
        // The window may be active by now.
        guard !Task.isCancelled, isWanted else { return }
        let names = localized("{artist} – {title}", ["artist": track.artist, "title": track.albumTitle])
        isShown = true
        application.notify(Self.id, title: track.title, body: names, picture: picture)
    }

    private func withdraw() {
        if isShown { application.withdrawNotification(Self.id) }
        isShown = false
    }
}
