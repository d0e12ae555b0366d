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
    private var seed: String?

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

    /// - Parameters:
    ///   - seed: Determines the colour; the same for the same album.
    ///   - pixels: The side that the drawing is sharp at.
    func show(title: String, artist: String, seed: String, pixels: Int) {
        names = (title, artist)
        if hasNames { write() }
        self.seed = seed
        draw(pixels: pixels)
    }

    /// Draws the record in a size, unless it is drawn already.
    func draw(pixels: Int) {
        guard let seed else { return }
        picture.texture = RecordDrawing.texture(seed: seed, side: pixels)
    }

    private func write() {
        title.text = names.title
        artist.text = names.artist
    }
}
