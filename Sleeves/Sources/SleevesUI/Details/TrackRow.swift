import GTKAdapters
import Localization
import SleevesLibrary

/// A track's row: its number, title, time, and its artist if that differs from the album's.
@MainActor
final class TrackRow: ListRow {
    private let number = Label(style: "dim-label", "numeric")
    private let title = Label()
    private let artist = Label(style: "caption", "dim-label")
    private let icon = Icon(PlayerCommand.pause.icon, size: 16)
    private let time = Label(style: "dim-label", "numeric")
    private var track: TrackRecord?

    init() {
        number.textAlignment = 1
        for widget in [number, icon] as [Widget] { widget.setMinimumSize(width: 24) }
        icon.setAccessibleRole(.presentation)
        icon.isVisible = false
        // The row's own name has their texts.
        for label in [number, title, artist, time] { label.setAccessibleRole(.presentation) }
        for label in [title, artist] {
            label.textAlignment = 0
            label.wraps = true
            label.lineLimit = 2
            label.isEllipsized = true
        }
        let names = Box(.vertical, spacing: 2, [title, artist])
        names.expandsHorizontally = true
        names.verticalAlignment = .center
        let line = Box(.horizontal, spacing: 12, [number, icon, names, time])
        line.margins = Margins(horizontal: 12, vertical: 8)
        super.init(line)
        setTooltip { [weak self] in self?.cutTexts }
    }

    /// The title and the artist if one of them is cut off.
    var cutTexts: String? {
        guard title.isCut || artist.isCut else { return nil }
        return [title.text, artist.text].filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Shows a track instead of the previous one.
    func show(_ track: TrackRecord) {
        number.text = track.number.map(String.init) ?? "–"
        title.text = track.title
        artist.text = track.artist ?? ""
        artist.isVisible = !artist.text.isEmpty
        time.text = track.seconds.map(PlayingTime.figures) ?? ""
        isActivatable = track.path != nil
        self.track = track
        name()
    }

    /// The mark of the track that plays; `nil`: it is another one.
    var mark: PlayingMark? {
        didSet {
            guard mark != oldValue else { return }
            if let mark { icon.name = mark.icon }
            icon.isVisible = mark != nil
            number.isVisible = mark == nil
            title.setStyle("playing-title", mark != nil)
            name()
        }
    }

    /// Has screen readers say the row's texts as one sentence.
    private func name() {
        guard let track else { return }
        let parts = [track.number.map(String.init), track.title, track.artist, track.seconds.map(PlayingTime.figures)]
        let name = parts.compactMap(\.self).joined(separator: ", ")
        setAccessibleLabel(mark == nil ? name : Album.spokenName(ofPlaying: name))
    }
}
