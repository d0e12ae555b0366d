import GTKAdapters
import SleevesLibrary

/// The mark on the cover of the album that plays.
@MainActor
final class PlayingBadge: Bin {
    private let icon = Icon(PlayerCommand.pause.icon, size: 16)

    init() {
        super.init(icon)
        addStyle("playing-badge")
        horizontalAlignment = .end
        verticalAlignment = .start
        margins = Margins(6)
        takesPointer = false
        // The cover's name says it.
        icon.setAccessibleRole(.presentation)
        isVisible = false
    }

    /// Shows a mark; `nil`: none.
    func show(_ mark: PlayingMark?) {
        isVisible = mark != nil
        if let mark { icon.name = mark.icon }
    }
}
