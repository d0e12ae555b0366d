import GTKAdapters
import Localization
import SleevesLibrary

/// The position of the strip, as a slider and as words, "215 of 1,002", below the group in a list with groups.
@MainActor
final class StripPosition: Bin {
    /// Called with the index that the user moves to.
    var onMove: ((_ index: Int) -> Void)?

    private let slider = Slider(accessibleLabel: localized("Position"))
    private let words = Label(style: "numeric", "dim-label")
    private let group = Label(style: "heading")

    init() {
        slider.expandsHorizontally = true
        group.isEllipsized = true
        let line = Box(.horizontal, spacing: 6, [slider, words])
        line.margins = Margins(top: 0, leading: 12, bottom: 6, trailing: 18)
        super.init(Clamp(Box(.vertical, [group, line]), width: 960))
        isVisible = false
        slider.onChange = { [weak self] value in self?.onMove?(value - 1) }
    }

    /// Shows a position, counted from 0. One album, or none, needs no slider.
    func show(_ index: Int?, in albums: AlbumList) {
        let count = albums.count
        isVisible = index != nil && count > 1
        guard let index, count > 1 else { return }
        let text = localized("{number} of {count}", ["number": formatted(index + 1), "count": formatted(count)])
        words.text = text
        let group = albums.group(at: index)
        self.group.isVisible = group != nil
        self.group.text = group?.countedName ?? ""
        slider.show(index + 1, in: 1...count, text: text)
    }
}
