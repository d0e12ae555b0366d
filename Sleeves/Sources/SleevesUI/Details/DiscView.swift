import GTKAdapters
import Localization
import SleevesLibrary

/// The tracks of one disc, under a heading.
@MainActor
final class DiscView: Box {
    private let heading = Label(style: "heading")
    private let list = ListBox(style: "boxed-list")
    /// Rows are kept, and filled again for the next album.
    private var rows: [TrackRow] = []

    /// - Parameter play: Called with the place of a track that is to be played, counted in this disc.
    init(play: @escaping @MainActor (Int) -> Void) {
        heading.textAlignment = 0
        heading.isEllipsized = true
        super.init(.vertical, spacing: 12, [heading, list])
        list.onActivate = play
    }

    /// What stands above the tracks; `nil`: nothing.
    var title: String? {
        didSet {
            heading.isVisible = title != nil
            heading.text = title ?? ""
            list.setAccessibleLabel(title ?? localized("Tracks"))
        }
    }

    /// Shows the tracks of a range; those before it are there already.
    func show(_ tracks: [TrackRecord], in range: Range<Int>) {
        for index in range {
            if index == rows.count {
                let row = TrackRow()
                rows.append(row)
                list.append(row)
            }
            rows[index].show(tracks[index])
            rows[index].isVisible = true
        }
    }

    /// Hides what was shown of another disc.
    func hideRows(from count: Int) {
        for row in rows.dropFirst(count) where row.isVisible { row.isVisible = false }
    }
}
