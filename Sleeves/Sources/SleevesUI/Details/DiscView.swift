import GTKAdapters
import Localization
import SleevesLibrary

/// The tracks of one disc, under a heading.
@MainActor
final class DiscView: Box {
    private let heading = Label(style: "heading")
    private let list = ListBox(style: "boxed-list")
    /// The rows, which are reused for the next album.
    private var rows: [TrackRow] = []
    /// The shown tracks.
    private var tracks: [TrackRecord] = []

    /// - Parameter play: Called with the position of a track to play, within this disc.
    init(play: @escaping @MainActor (Int) -> Void) {
        heading.textAlignment = 0
        heading.isEllipsized = true
        super.init(.vertical, spacing: 12, [heading, list])
        list.onActivate = play
    }

    /// Called when a key would lead beyond the last track, or before the first one.
    var onLeave: ((_ isForward: Bool) -> Void)? {
        get { list.onLeave }
        set { list.onLeave = newValue }
    }

    /// Moves the focus to the first or the last track.
    func focusTrack(isLast: Bool) {
        list.focusRow(at: isLast ? rows.lastIndex(where: \.isVisible) ?? 0 : 0)
    }

    /// The heading above the tracks; `nil`: none.
    var title: String? {
        didSet {
            heading.isVisible = title != nil
            heading.text = title ?? ""
            list.setAccessibleLabel(title ?? localized("Tracks"))
        }
    }

    /// The track that plays, if it is of this album.
    var mark: PlayingMark? {
        didSet {
            guard mark != oldValue else { return }
            for (row, track) in zip(rows, tracks) { row.mark = mark?.marks(track) == true ? mark : nil }
        }
    }

    /// Shows the tracks of a range. Earlier tracks are already shown.
    func show(_ tracks: [TrackRecord], in range: Range<Int>) {
        self.tracks = tracks
        for index in range {
            let row = index < rows.count ? rows[index] : TrackRow()
            row.show(tracks[index])
            row.mark = mark?.marks(tracks[index]) == true ? mark : nil
            row.isVisible = true
            guard index == rows.count else { continue }
            // Screen readers learn a row's name when it comes into the list.
            rows.append(row)
            list.append(row)
        }
    }

    /// Hides the remaining rows of an earlier disc.
    func hideRows(from count: Int) {
        for row in rows.dropFirst(count) where row.isVisible { row.isVisible = false }
    }
}
