import GTKAdapters

/// The placeholder for a missing cover: a record in a colour of the album's own, with its title.
@MainActor
final class StandInView: Overlay {
    private let picture = Picture(fit: .cover)
    private let title = Label(style: "caption-heading")
    private let artist = Label(style: "caption")
    private let lines: Box
    private var names = (title: "", artist: "")

    /// Whether the placeholder shows the album's names. Without them, showing another album costs almost nothing.
    var hasNames = true {
        didSet {
            if hasNames { write() }
            if hasNames != oldValue { lines.isVisible = hasNames }
        }
    }

    init() {
        lines = Box(.vertical, spacing: 2, [title, artist])
        super.init(picture)
        clipsContent = true
        picture.setAccessibleRole(.presentation)
        for label in [title, artist] {
            label.wraps = true
            label.lineLimit = 2
            label.isEllipsized = true
            label.widthLimit = 16
            label.textAlignment = 0
            label.horizontalAlignment = .start
        }
        lines.verticalAlignment = .end
        lines.margins = Margins(10)
        addOverlay(lines)
    }

    /// - Parameter seed: Determines the colour; the same for the same album.
    func show(title: String, artist: String, seed: String) {
        names = (title, artist)
        if hasNames { write() }
        picture.texture = RecordDrawing.texture(seed: seed)
    }

    private func write() {
        title.text = names.title
        artist.text = names.artist
    }
}
