import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// The cover and the names of the track that plays, with the controls of the player.
///
/// They only observe the player: whatever plays, pauses or stops it, they show it.
@MainActor
final class PlayerControls: Box {
    /// The side of the cover, in logical pixels.
    private static let coverSide = 44

    /// Called with the album that plays when the user clicks it.
    var onOpen: ((AlbumID) -> Void)?

    private let player: Player
    private let library: LibraryAPI
    private let cover: AlbumView
    private let title = TextLine(style: "cell-title")
    private let names = TextLine(style: "cell-artist", "dim-label")
    private let identity: Button
    private let previous = Button(icon: "media-skip-backward-symbolic", tooltip: localized("Previous Track"), style: "flat", "circular")
    private let playPause = Button(icon: PlayerCommand.play.icon, tooltip: PlayerCommand.play.name, style: "circular")
    private let next = Button(icon: "media-skip-forward-symbolic", tooltip: localized("Next Track"), style: "flat", "circular")
    private let volume = VolumeButton(accessibleLabel: localized("Volume"))
    private let position: PlayerPosition
    /// The places of the position: in the row of the controls, or in a row of its own.
    private let (place, ownRow) = (Bin(), Bin())
    private let row: Box
    private var arrangement = Arrangement.equalParts {
        didSet {
            if arrangement != oldValue { layOut() }
        }
    }
    /// The width that there is, and the smallest width that each arrangement needed when it was last used.
    private var givenWidth = Int.max
    private var needed: [Arrangement: Int] = [:]
    private var tokens: [ObservationToken] = []

    init(_ player: Player, library: LibraryAPI, hub: NotificationHub) {
        self.player = player
        self.library = library
        cover = AlbumView(hub: hub, side: Self.coverSide, largestSize: .standard, showsNames: false)
        cover.setMinimumSize(width: Self.coverSide, height: Self.coverSide)
        cover.verticalAlignment = .center
        let lines = Box(.vertical, spacing: 2, [title, names])
        lines.verticalAlignment = .center
        lines.expandsHorizontally = true
        lines.setMinimumSize(width: 96)
        identity = Button(Box(.horizontal, spacing: 12, [cover, lines]), accessibleLabel: "", style: "flat", "now-playing")
        position = PlayerPosition(player)
        let buttons = Box(.horizontal, spacing: 6, [previous, playPause, next])
        buttons.horizontalAlignment = .center
        row = Box(.horizontal, spacing: 12, [identity, buttons, Box(.horizontal, spacing: 12, [place, volume])])
        let content = ShrinkableBin(Box(.vertical, [ownRow, row]))
        super.init(.vertical, [content])
        identity.expandsHorizontally = true
        identity.onClick = { [weak self] in
            if let album = self?.player.album { self?.onOpen?(album) }
        }
        previous.actionName = "app.previous-track"
        playPause.actionName = "app.play-pause"
        next.actionName = "app.next-track"
        place.expandsHorizontally = true
        for widget in [previous, playPause, next, volume, position] as [Widget] { widget.verticalAlignment = .center }
        row.margins = Margins(horizontal: 6, vertical: 6)
        content.onFit = { [weak self] width, needed in self?.fit(width, needed: needed) }
        addStyle("player-bar")
        setAccessibleRole(.group)
        setAccessibleLabel(localized("Player"))
        layOut()
        follow()
    }

    /// Whether there is room for the most important parts only.
    var isNarrow = false {
        didSet { arrange() }
    }

    /// The arrangements of the parts, the one that needs most width first.
    private enum Arrangement: CaseIterable {
        /// All in one row, in three parts of equal width, so that the buttons are in the middle of the window.
        case equalParts
        /// All in one row.
        case oneRow
        /// The most important parts, below the position.
        case narrow
    }

    private func fit(_ width: Int, needed: Int) {
        givenWidth = width
        self.needed[arrangement] = needed
        arrange()
    }

    /// Chooses the first arrangement that fits. One that hasn't been used yet is tried.
    private func arrange() {
        let fitting = Arrangement.allCases.first { (needed[$0] ?? 0) <= givenWidth }
        arrangement = isNarrow ? .narrow : fitting ?? .narrow
    }

    private func layOut() {
        let isNarrow = arrangement == .narrow
        (isNarrow ? place : ownRow).child = nil
        (isNarrow ? ownRow : place).child = position
        ownRow.isVisible = isNarrow
        place.isVisible = !isNarrow
        position.margins = Margins(top: 0, leading: isNarrow ? 12 : 0, bottom: 0, trailing: isNarrow ? 12 : 0)
        row.isHomogeneous = arrangement == .equalParts
        previous.isVisible = !isNarrow
        volume.isVisible = !isNarrow
    }

    private func follow() {
        volume.volume = player.volume
        volume.onChange = { [weak player] volume in player?.setVolume(volume) }
        show(player.state)
        tokens = [
            // Stopped, they are about to disappear, and stay as they are.
            player.observe(\.state) { [weak self] state in if state != .stopped { self?.show(state) } },
            player.observe(\.volume) { [weak self] volume in self?.volume.volume = volume },
            player.observe(\.track, options: [.initial, .new]) { [weak self] player, _ in
                if let track = player.track { self?.show(track) }
            },
            Receptionist(for: .values(of: player, \.album).removeDuplicates(), on: .mainActor, delivering: .switchToLatest) {
                [weak self] album in
                if let album { await self?.showCover(of: album) }
            },
        ]
    }

    private func show(_ state: Player.State) {
        let command = PlayerCommand(isPlaying: state == .playing)
        playPause.show(icon: command.icon, tooltip: command.name)
    }

    private func show(_ track: PlayableTrack) {
        title.text = track.title
        names.text = localized("{artist} – {title}", ["artist": track.artist, "title": track.albumTitle])
        let words = ["track": track.title, "artist": track.artist, "album": track.albumTitle]
        identity.setAccessibleLabel(localized("{track} by {artist}, from {album}", words))
        identity.tooltip = localized("Show the Album")
    }

    private func showCover(of id: AlbumID) async {
        let album = try? await Task.detached { [library] in try library.album(id) }.value
        if Task.isCancelled { return }
        if let album { cover.show(album, name: nil) } else { cover.showNothing() }
    }
}
