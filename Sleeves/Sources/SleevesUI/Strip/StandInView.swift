import GTKAdapters

/// The placeholder for a missing cover: a record in a colour of the album's own, with its title.
@MainActor
final class StandInView: Overlay {
    private let picture = Picture(fit: .cover)
    private lazy var title = Label(style: "caption-heading")
    private lazy var artist = Label(style: "caption")
    /// Made when it is first needed. Of a wall of covers, none ever needs it.
    private lazy var lines = makeLines()
    private var names = (title: "", artist: "")

    /// Whether the placeholder shows the album's names. Without them, showing another album costs almost nothing.
    var hasNames = false {
        didSet {
            if hasNames { write() }
            if hasNames != oldValue { lines.isVisible = hasNames }
        }
    }

    init() {
        super.init(picture)
        clipsContent = true
        picture.setAccessibleRole(.presentation)
    }

    private func makeLines() -> Box {
        for label in [title, artist] {
            label.wraps = true
            label.lineLimit = 2
            label.isEllipsized = true
            label.widthLimit = 16
            label.textAlignment = 0
            label.horizontalAlignment = .start
        }
        let lines = Box(.vertical, spacing: 2, [title, artist])
        lines.verticalAlignment = .end
        lines.margins = Margins(10)
        addOverlay(lines)
        return lines
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
