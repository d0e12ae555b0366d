import GTKAdapters
import Heed
import HorizontalScroller
import Localization
import SleevesLibrary

/// A controller that fills the strip with albums and reports the selected one.
@MainActor
final class AlbumStripController: HorizontalScrollerDelegate {
    // State, all protected by the main actor:
    // - albums: the list that the strip shows.
    // - spare: views that show nothing at the moment, with the albums that they showed last.
    // - isFilling: whether it is the list that changes the choice, not the person.
    // - reading: the places that are being read now.
    // - afterReading: what to do with the chosen album, once it has been read.

    let view: HorizontalScrollerView<AlbumView>
    /// Called when the user selects an album.
    var onSelect: ((Album) -> Void)?
    /// Called when an album could not be read.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private let hub: NotificationHub
    private(set) var albums = AlbumList()
    private var spare: [AlbumView] = []
    private var isFilling = false
    private var reading: Range<Int>?
    private var afterReading: ((Album) -> Void)?

    /// How many places before and after one that is shown are read with it, so that they are there when they come into view.
    nonisolated static let surroundings = 24

    init(library: LibraryAPI, hub: NotificationHub) {
        self.library = library
        self.hub = hub
        view = HorizontalScrollerView(
            accessibleLabel: localized("Albums"),
            metrics: HorizontalScrollerMetrics(itemWidth: 176, itemHeight: 176, padding: 30)
        )
        // The selected cover is as large as its thumbnail, so that it is sharp.
        view.centreScale = 200.0 / 176.0
        // Space for the shadows, which the strip would clip.
        view.setMinimumSize(height: 256)
        view.scroller.delegate = self
    }

    /// Shows other albums without reporting a selection.
    ///
    /// - Parameter index: The position to select; `nil` for the current one.
    func show(_ albums: AlbumList, at index: Int?) {
        isFilling = true
        defer { isFilling = false }
        self.albums = albums
        (reading, afterReading) = (nil, nil)
        view.scroller.reload()
        if let index, index != view.scroller.currentIndex {
            view.scroller.select(index, animated: false)
        }
    }

    /// Moves to a position and reports it like a selection by the user.
    func select(_ index: Int) {
        view.scroller.select(index)
    }

    /// The position of the selected album.
    var selectedIndex: Int? {
        view.scroller.currentIndex.flatMap { $0 < albums.count ? $0 : nil }
    }

    /// The selected album.
    var selectedAlbum: Album? {
        selectedIndex.flatMap(album(at:))
    }

    /// Calls `body` with the chosen album, at once or as soon as it has been read, unless another is chosen before.
    func withSelectedAlbum(_ body: @escaping (Album) -> Void) {
        afterReading = nil
        guard let index = selectedIndex else { return }
        if let album = album(at: index) { return body(album) }
        if !library.isLoaded(index, of: albums) { afterReading = body }
    }

    // MARK: Albums

    /// The album at a place, if it is in memory. Otherwise it comes later.
    private func album(at index: Int) -> Album? {
        let surroundings = (index - Self.surroundings..<index + Self.surroundings).clamped(to: 0..<albums.count)
        if ![surroundings.lowerBound, index, surroundings.upperBound - 1].allSatisfy({ library.isLoaded($0, of: albums) }) {
            read(surroundings)
        }
        return library.album(at: index, in: albums)
    }

    private func read(_ places: Range<Int>) {
        guard reading == nil else { return }
        reading = places
        Task { [weak self, library, albums] in
            var problem: PersistencyError?
            do throws(PersistencyError) { try await library.loadAlbums(places, of: albums) } catch { problem = error }
            guard let self, reading == places, albums == self.albums else { return }
            reading = nil
            // To show what is missing would be to read it again, and to fail again.
            if let problem { onProblem?(problem) } else { showLoaded() }
        }
    }

    /// Shows albums whose views were placed before they were in memory.
    private func showLoaded() {
        for index in view.scroller.placedIndices {
            guard let albumView = view.scroller.view(at: index), albumView.album == nil, let album = album(at: index) else { continue }
            show(album, at: index, in: albumView)
        }
        if let body = afterReading { withSelectedAlbum(body) }
    }

    /// Shows an album, under a name that has its format where a neighbour would sound the same.
    private func show(_ album: Album, at index: Int, in view: AlbumView) {
        let name = album.spokenName()
        view.show(album, name: name)
        let neighbours = [index - 1, index + 1].filter { (0..<albums.count).contains($0) }
        guard neighbours.contains(where: { library.album(at: $0, in: albums)?.spokenName() == name }) else { return }
        Task { [library, weak view] in
            let format = try? await library.details(of: album.id).release?.format
            if let view, view.album === album { view.setAccessibleLabel(album.spokenName(format: format)) }
        }
    }

    /// Returns a view to reuse, preferably the one that showed the album last and still has its cover.
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
        if let album { show(album, at: index, in: view) } else { view.showNothing() }
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        if !isFilling { withSelectedAlbum { [weak self] album in self?.onSelect?(album) } }
    }
}
