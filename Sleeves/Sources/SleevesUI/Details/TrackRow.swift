import GTKAdapters
import Localization
import SleevesLibrary

/// A track's row: its number, title, time, and its artist if that differs from the album's.
@MainActor
final class TrackRow: ListRow {
    private let number = Label(style: "dim-label", "numeric")
    private let title = Label()
    private let artist = Label(style: "caption", "dim-label")
    private let time = Label(style: "dim-label", "numeric")

    init() {
        number.textAlignment = 1
        number.setMinimumSize(width: 24)
        for label in [title, artist] {
            label.textAlignment = 0
            label.wraps = true
            label.lineLimit = 2
            label.isEllipsized = true
        }
        let names = Box(.vertical, spacing: 2, [title, artist])
        names.expandsHorizontally = true
        names.verticalAlignment = .center
        let line = Box(.horizontal, spacing: 12, [number, names, time])
        line.margins = Margins(horizontal: 12, vertical: 8)
        super.init(line)
    }

    /// Shows a track instead of the previous one.
    func show(_ track: TrackRecord) {
        number.text = track.number.map(String.init) ?? "–"
        title.text = track.title
        artist.text = track.artist ?? ""
        artist.isVisible = !artist.text.isEmpty
        time.text = track.seconds.map(PlayingTime.figures) ?? ""
        tooltip = title.text.count + artist.text.count > 80 ? [title.text, artist.text].joined(separator: "\n") : nil
        isActivatable = track.path != nil
        // The row's texts as one sentence.
        let parts = [track.number.map(String.init), track.title, track.artist, track.seconds.map(PlayingTime.figures)]
        setAccessibleLabel(parts.compactMap(\.self).joined(separator: ", "))
    }
}
