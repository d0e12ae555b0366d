import Heed
import HorizontalScroller

/// The controller: gives the scroller its views, and says which album is selected. Who shows that is not its business any more.
@MainActor
final class AlbumController: HorizontalScrollerDelegate {
    /// Notifies of the selected album.
    let selection = Subject<Album>()

    private let albums: [Album]
    private let covers: [[String]]
    private let strip = TextStrip()
    private let scroller: HorizontalScroller<AlbumView>

    init(albums: [Album], covers: [[String]]) {
        self.albums = albums
        self.covers = covers
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

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let view = scroller.dequeueReusableView() ?? AlbumView()
        view.lines = covers[index]
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        strip.draw()
        selection.notify(albums[index])
    }
}
