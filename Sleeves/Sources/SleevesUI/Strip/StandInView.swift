import GTKAdapters

/// What stands in for a cover that is not there: a record, in a colour of the album's own, with its title.
@MainActor
final class StandInView: Overlay {
    private let picture = Picture(fit: .cover)
    private let title = Label(style: "caption-heading")
    private let artist = Label(style: "caption")

    init() {
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
        let lines = Box(.vertical, spacing: 2, [title, artist])
        lines.verticalAlignment = .end
        lines.margins = Margins(10)
        addOverlay(lines)
    }

    /// - Parameter seed: What the colour is chosen by; the same for the same album.
    func show(title: String, artist: String, seed: String) {
        self.title.text = title
        self.artist.text = artist
        picture.texture = RecordDrawing.texture(seed: seed)
    }
}
