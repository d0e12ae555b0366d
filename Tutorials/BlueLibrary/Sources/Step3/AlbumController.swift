import HorizontalScroller

/// The controller: gives the scroller its views, and shows the selected album in the table.
@MainActor
final class AlbumController: HorizontalScrollerDelegate {
    private let albums: [Album]
    private let covers: [[String]]
    private let strip = TextStrip()
    private let table = TextTable()
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

    func draw() {
        strip.draw()
        if let index = scroller.currentIndex { table.show(albums[index].rows) }
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
        draw()
    }
}
