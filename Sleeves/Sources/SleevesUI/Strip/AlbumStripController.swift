import GTKAdapters
import Heed
import HorizontalScroller
import Localization
import SleevesLibrary

/// Fills the strip with albums and tells which one was chosen.
@MainActor
final class AlbumStripController: HorizontalScrollerDelegate {
    // State, all protected by the main actor:
    // - albums: the list that the strip shows.
    // - spare: views that show nothing at the moment, with the albums that they showed last.
    // - isFilling: whether it is the list that changes the choice, not the person.

    let view: HorizontalScrollerView<AlbumView>
    /// Called when the person chose an album.
    var onSelect: ((Album) -> Void)?
    /// Called when an album could not be read.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private let hub: NotificationHub
    private(set) var albums = AlbumList()
    private var spare: [AlbumView] = []
    private var isFilling = false

    init(library: LibraryAPI, hub: NotificationHub) {
        self.library = library
        self.hub = hub
        view = HorizontalScrollerView(
            accessibleLabel: localized("Albums"),
            metrics: HorizontalScrollerMetrics(itemWidth: 176, itemHeight: 176, padding: 30)
        )
        // The chosen cover is as large as its thumbnail, so that it is sharp.
        view.centreScale = 200.0 / 176.0
        // Room for the shadows, which the strip would cut off.
        view.setMinimumSize(height: 256)
        view.scroller.delegate = self
    }

    /// Shows other albums. Nobody is told of a choice.
    ///
    /// - Parameter index: Which place to choose; `nil` for the one that is chosen now.
    func show(_ albums: AlbumList, at index: Int?) {
        isFilling = true
        defer { isFilling = false }
        self.albums = albums
        view.scroller.reload()
        if let index, index != view.scroller.currentIndex {
            view.scroller.select(index, animated: false)
        }
    }

    /// Goes to a place of the list, and tells of it as of a person's choice.
    func select(_ index: Int) {
        view.scroller.select(index)
    }

    /// Where the chosen album stands.
    var selectedIndex: Int? {
        view.scroller.currentIndex.flatMap { $0 < albums.count ? $0 : nil }
    }

    /// The chosen album.
    var selectedAlbum: Album? {
        selectedIndex.flatMap(album(at:))
    }

    private func album(at index: Int) -> Album? {
        do {
            return try library.album(at: index, in: albums)
        } catch {
            onProblem?(error)
            return nil
        }
    }

    /// The album's name for those who do not see it, with its format where a neighbour would sound the same.
    private func spokenName(of album: Album, at index: Int) -> String {
        let name = album.spokenName()
        let neighbours = [index - 1, index + 1].filter { (0..<albums.count).contains($0) }
        guard neighbours.contains(where: { self.album(at: $0)?.spokenName() == name }) else { return name }
        return album.spokenName(format: (try? library.release(of: album))?.format)
    }

    /// A view to fill: the one that showed the album, so that its cover need not come again, or any other.
    private func takeView(for album: Album?) -> AlbumView {
        while let view = view.scroller.dequeueReusableView() { spare.append(view) }
        if let index = spare.lastIndex(where: { $0.album === album }) { return spare.remove(at: index) }
        return spare.popLast() ?? AlbumView(hub: hub)
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let album = album(at: index)
        let view = takeView(for: album)
        // An album that has just gone is shown as nothing, until the list is asked for again.
        if let album { view.show(album, name: spokenName(of: album, at: index)) } else { view.showNothing() }
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        guard !isFilling, let album = album(at: index) else { return }
        onSelect?(album)
    }
}
