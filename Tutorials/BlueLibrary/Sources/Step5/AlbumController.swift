import Heed
import HorizontalScroller

/// The controller: gives the scroller its views, and says which album is selected.
@MainActor
final class AlbumController: HorizontalScrollerDelegate {
    /// Notifies of the selected album.
    let selection = Subject<Album>()

    private let albums: [Album]
    private let hub: NotificationHub
    private let strip = TextStrip()
    private let scroller: HorizontalScroller<AlbumView>

    init(albums: [Album], hub: NotificationHub) {
        self.albums = albums
        self.hub = hub
        scroller = HorizontalScroller(metrics: HorizontalScrollerMetrics(itemWidth: 14, itemHeight: 6, padding: 2))
        scroller.motion.centringDuration = 0
        scroller.delegate = self
        scroller.host = strip
        scroller.reload()
    }

    func press(_ key: ScrollerKey) {
        let before = scroller.currentIndex
        scroller.keyPressed(key)
        if scroller.currentIndex == before { print("There is no album on that side.") }
    }

    func draw() {
        strip.draw()
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
        draw()
        selection.notify(albums[index])
    }
}
