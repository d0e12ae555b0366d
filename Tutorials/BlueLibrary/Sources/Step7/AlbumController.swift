import Heed
import HorizontalScroller

/// The controller: gives the scroller its views, and says which album is selected.
@MainActor
@KeyValueObservable
final class AlbumController: HorizontalScrollerDelegate {
    /// Notifies of the selected album.
    let selection = Subject<Album>()
    /// The number of covers that have been drawn.
    private(set) var drawnCovers = 0

    private let albums: [Album]
    private let hub: NotificationHub
    private let strip = TextStrip()
    private let scroller: HorizontalScroller<AlbumView>
    private let drawn = Subject<String>()
    @NotObserved private var redrawing: Receptionist?

    init(albums: [Album], hub: NotificationHub) {
        self.albums = albums
        self.hub = hub
        scroller = HorizontalScroller(metrics: HorizontalScrollerMetrics(itemWidth: 14, itemHeight: 6, padding: 2))
        scroller.motion.centringDuration = 0
        // Five covers are drawn together, or fewer after three seconds.
        redrawing = Receptionist(
            for: ObservationSource.values(of: drawn).batches(upTo: 5, every: .seconds(3)),
            on: .mainActor
        ) { [weak self] titles in self?.redraw(titles) }
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

    private func redraw(_ titles: [String]) {
        print("Covers arrived together: \(titles.sorted().joined(separator: ", "))")
        draw()
        drawnCovers += titles.count
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let view = scroller.dequeueReusableView() ?? AlbumView(hub: hub, drawn: drawn)
        view.show(albums[index])
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        draw()
        selection.notify(albums[index])
    }
}
