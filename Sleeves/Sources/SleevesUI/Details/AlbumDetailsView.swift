import GTKAdapters
import Heed
import SleevesLibrary

/// The details of the selected album, below the strip: its names, a table, its copies, its tracks.
@MainActor
final class AlbumDetailsView: Bin {
    private let heading = AlbumHeading()
    private let facts = AlbumFacts()
    private let copies = CopiesList()
    private let tracks = TrackList()
    private let scrolled = ScrolledWindow()
    private var receptionist: Receptionist?
    private var album: Album.ID?

    /// Called with the position of a track to play the album from.
    var onPlay: ((Int) -> Void)? {
        get { tracks.onPlay }
        set { tracks.onPlay = newValue }
    }

    /// - Parameter hub: The hub to post a message on when a picture is dropped here.
    init(hub: NotificationHub) {
        super.init()
        let drop = DropTarget(accepting: .filesAndPictures)
        drop.onDrop = { [weak self] dropped in
            guard let album = self?.album else { return false }
            hub.post(DroppedOnAlbum(album: album, dropped: dropped))
            return true
        }
        add(drop)
        addStyle("drop-place")
        let record = Box(.vertical, spacing: 24, [facts, copies])
        let column = Box(.vertical, spacing: 24, [heading, Columns(record, tracks)])
        column.margins = Margins(horizontal: 12, vertical: 24)
        scrolled.child = Clamp(column, width: 960)
        scrolled.expandsVertically = true
        child = scrolled
    }

    /// Shows an album, and follows it when it changes.
    func show(_ album: Album, _ contents: AlbumDetails) {
        fill(from: album, contents)
        copies.show(contents.release?.copies ?? [])
        tracks.show(contents.tracks)
        if self.album != album.id { scrolled.scrollToTop() }
        self.album = album.id
        receptionist = Receptionist(for: .changes(of: album, \.details), on: .glib, delivering: .latest) { [weak self, weak album] _ in
            guard let album else { return }
            self?.fill(from: album, contents)
        }
    }

    private func fill(from album: Album, _ contents: AlbumDetails) {
        heading.show(album, hasFiles: contents.files != nil)
        facts.show(album, contents)
    }
}

extension Album {
    /// All properties of the album that the details show, as one value to observe.
    fileprivate var details: [String] {
        [artist, title, genre ?? "", year.map(String.init) ?? "", trackCount.map(String.init) ?? ""]
    }
}
