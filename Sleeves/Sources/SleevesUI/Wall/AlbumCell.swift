import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A cell of the wall: a cover above the album's title and artist, and its year with the unusual facts about its copies. In a list with groups, the
/// cover of a group's first album is below the group's heading.
@MainActor
final class AlbumCell: Box {
    /// The space around a cover, in logical pixels.
    private static let margin = 10

    let cover: AlbumView
    /// Called with the album's name for screen readers.
    var onName: ((String) -> Void)?

    private let heading = TextLine(style: "cell-group")
    private let title = TextLine(style: "cell-title")
    private let artist = TextLine(style: "cell-artist", "dim-label")
    private let year = TextLine(style: "cell-artist", "dim-label")
    private var receptionist: Receptionist?

    init(hub: NotificationHub, side: Int) {
        cover = AlbumView(hub: hub, side: side, showsNames: false)
        super.init(.vertical, spacing: 2, [heading, cover, title, artist, year])
        margins = Margins(Self.margin)
        horizontalAlignment = .center
        title.margins = Margins(top: 6)
        for line in [title, artist, year] { line.setMinimumSize(height: 20) }
        heading.setMinimumSize(height: 28)
        heading.isVisible = false
        resize(to: side)
    }

    /// The width of a cell, in logical pixels.
    static func width(forSide side: Int) -> Int {
        side + 2 * margin
    }

    /// The side of the cover in a cell of a width.
    static func side(forWidth width: Int) -> Int {
        width - 2 * margin
    }

    /// Changes the size of the cover.
    func resize(to side: Int) {
        cover.side = side
        cover.setMinimumSize(width: side, height: side)
    }

    /// The track that plays. The cell marks its album if it is that one.
    var mark: PlayingMark? {
        didSet {
            guard mark != oldValue else { return }
            let wasMarked = cover.isMarked
            cover.mark = mark
            if cover.isMarked != wasMarked { name() }
        }
    }

    /// Whether the list has groups, so that each cell has room for a heading.
    var isGrouped: Bool {
        get { heading.isVisible }
        set { if newValue != heading.isVisible { heading.isVisible = newValue } }
    }

    /// The group that begins with the album.
    var group: AlbumGroup? {
        didSet {
            guard group != oldValue else { return }
            heading.text = group?.countedName ?? ""
            // Long names don't fit.
            heading.tooltip = group?.countedName
            name()
        }
    }

    private func name() {
        guard let album = cover.album else { return }
        let signs = album.signs.words
        var name = album.spokenName()
        if !signs.isEmpty {
            name = localized(
                "{name}, {signs}", ["name": name, "signs": signs.joined(separator: localized(", ", context: "between counts"))])
        }
        if cover.isMarked { name = Album.spokenName(ofPlaying: name) }
        onName?(group?.spokenName(beginningWith: name) ?? name)
    }

    /// Shows an album instead of the previous one, and follows its names.
    func show(_ album: Album) {
        cover.show(album, name: nil)
        name()
        (title.text, artist.text) = (album.title, album.artist)
        year.text = ([album.year.map(String.init)].compactMap(\.self) + album.signs.words).joined(separator: " · ")
        let signs = ObservationSource.changes(of: album, \.signs).map { _ in () }
        let changes = ObservationSource.changes(of: album, \.record).map { _ in () }.merge(with: signs)
        receptionist = Receptionist(for: changes, on: .glib, delivering: .latest) { [weak self, weak album] _ in
            guard let self, let album, cover.album === album else { return }
            show(album)
        }
    }

    /// Shows an empty cell.
    func showNothing() {
        receptionist = nil
        cover.showNothing()
        (title.text, artist.text, year.text) = ("", "", "")
    }

    /// Releases the picture while the cell is out of view.
    func dismiss() {
        receptionist = nil
        cover.dismiss()
    }
}
