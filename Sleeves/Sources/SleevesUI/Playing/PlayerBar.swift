import GTKAdapters
import Heed
import SleevesLibrary
import SleevesPlayer

/// A bar below the albums that shows what plays. It is hidden while the player is stopped, and made when it is first needed.
@MainActor
final class PlayerBar: Bin {
    /// Called with the album that plays when the user clicks it.
    var onOpen: ((AlbumID) -> Void)?
    /// Called before the bar disappears while it has the keyboard focus.
    var onLeave: (() -> Void)?

    private let revealer = Revealer(.slideUp)
    private let makeControls: () -> PlayerControls
    private var controls: PlayerControls?
    private var observation: ObservationToken?

    init(_ player: Player, library: LibraryAPI, hub: NotificationHub) {
        makeControls = { PlayerControls(player, library: library, hub: hub) }
        super.init(revealer)
        revealer.isVisible = false
        revealer.onHidden = { [weak self] in
            // The revealer's own code is still running.
            GLibContext.enqueue { self?.noteHidden() }
        }
        observation = player.observe(\.state, options: [.initial, .new]) { [weak self] player, _ in
            self?.show(player.state != .stopped)
        }
    }

    /// Whether the bar has room for its most important parts only.
    var isNarrow = false {
        didSet { controls?.isNarrow = isNarrow }
    }

    private func show(_ isShown: Bool) {
        if isShown, controls == nil {
            let controls = makeControls()
            controls.isNarrow = isNarrow
            controls.onOpen = { [weak self] album in self?.onOpen?(album) }
            revealer.child = controls
            self.controls = controls
        }
        if !isShown, revealer.containsFocus { onLeave?() }
        if isShown { revealer.isVisible = true }
        revealer.isRevealed = isShown
    }

    private func noteHidden() {
        if !revealer.isRevealed { revealer.isVisible = false }
    }
}
