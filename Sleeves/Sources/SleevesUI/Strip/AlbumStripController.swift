import GTKAdapters
import Heed
import HorizontalScroller
import SleevesLibrary

/// Fills the strip with albums and tells which one was chosen.
@MainActor
final class AlbumStripController: HorizontalScrollerDelegate {
    let view: HorizontalScrollerView<AlbumView>
    /// Called when the person chose an album.
    var onSelect: ((Album) -> Void)?
    /// Called when an album could not be read.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private let hub: NotificationHub
    private var albums = AlbumList()

    init(library: LibraryAPI, hub: NotificationHub) {
        self.library = library
        self.hub = hub
        view = HorizontalScrollerView(
            accessibleLabel: "Albums",
            metrics: HorizontalScrollerMetrics(itemWidth: 176, itemHeight: 176, padding: 30)
        )
        // The chosen cover is as large as its thumbnail, so that it is sharp.
        view.centreScale = 200.0 / 176.0
        view.scroller.delegate = self
    }

    /// Shows other albums, and keeps the chosen one chosen where it is still there.
    ///
    /// - Parameter selected: Which album to choose, if it is among them; otherwise the place of the one before is kept.
    func show(_ albums: AlbumList, selecting selected: Album.ID?) {
        self.albums = albums
        view.scroller.reload()
        if let index = selected.flatMap(albums.index(of:)), index != view.scroller.currentIndex {
            view.scroller.select(index, animated: false)
        }
    }

    /// The chosen album.
    var selectedAlbum: Album? {
        view.scroller.currentIndex.flatMap { $0 < albums.count ? album(at: $0) : nil }
    }

    private func album(at index: Int) -> Album? {
        do {
            return try library.album(at: index, in: albums)
        } catch {
            onProblem?(error)
            return nil
        }
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let view = scroller.dequeueReusableView() ?? AlbumView(hub: hub)
        // An album that has just gone is shown as nothing, until the list is asked for again.
        if let album = album(at: index) { view.show(album, name: album.spokenName()) } else { view.dismiss() }
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        if let album = album(at: index) { onSelect?(album) }
    }
}
