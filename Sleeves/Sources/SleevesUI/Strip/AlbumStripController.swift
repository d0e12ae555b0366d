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

    private let hub: NotificationHub
    private var albums: [Album] = []

    init(hub: NotificationHub) {
        self.hub = hub
        view = HorizontalScrollerView(
            accessibleLabel: "Albums",
            metrics: HorizontalScrollerMetrics(itemWidth: 180, itemHeight: 180, padding: 30)
        )
        // A whole and even number of pixels, so that the chosen cover's edges are sharp.
        view.centreScale = 208.0 / 180.0
        view.scroller.delegate = self
    }

    /// Shows other albums, and keeps the chosen one chosen where it is still there.
    ///
    /// - Parameter selected: Which album to choose, if it is among them; otherwise the place of the one before is kept.
    func show(_ albums: [Album], selecting selected: Album.ID?) {
        self.albums = albums
        view.scroller.reload()
        if let index = albums.firstIndex(where: { $0.id == selected }), index != view.scroller.currentIndex {
            view.scroller.select(index, animated: false)
        }
    }

    /// The chosen album.
    var selectedAlbum: Album? {
        view.scroller.currentIndex.flatMap { albums.indices.contains($0) ? albums[$0] : nil }
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let view = scroller.dequeueReusableView() ?? AlbumView(hub: hub)
        view.show(albums[index])
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        onSelect?(albums[index])
    }
}
