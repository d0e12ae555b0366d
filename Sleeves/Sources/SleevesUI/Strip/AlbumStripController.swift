import GTKAdapters
import Heed
import HorizontalScroller
import Localization
import SleevesLibrary
import SleevesPlayer

/// A controller that fills the strip with albums and reports the selected one.
@MainActor
final class AlbumStripController: AlbumsController, HorizontalScrollerDelegate {
    // State, all protected by the main actor:
    // - spare: views that show nothing at the moment, with the albums that they showed last.
    // - kept: the views of albums that stay while the list changes, by their new indices.
    // - side: the side of the selected cover.
    // - isFilling: whether it is the list that changes the choice, not the person.
    // - waiting: the albums to show when the strip stands still, and the task that waits for that.

    let view: HorizontalScrollerView<AlbumView>
    let loader: AlbumLoader
    var onSelect: (() -> Void)?

    private let position = StripPosition()
    private let library: LibraryAPI
    private let hub: NotificationHub
    /// The track that plays.
    private var mark: PlayingMark?
    private var marking: Receptionist?
    private var spare: [AlbumView] = []
    private var kept: [Int: AlbumView] = [:]
    private var side = 200
    private var isFilling = false
    private var waiting: (albums: AlbumList, task: Task<Void, Never>)?

    init(library: LibraryAPI, hub: NotificationHub, player: Player) {
        self.library = library
        self.hub = hub
        loader = AlbumLoader(library: library)
        view = HorizontalScrollerView(
            accessibleLabel: localized("Albums"),
            metrics: HorizontalScrollerMetrics(itemWidth: 176, itemHeight: 176, padding: 30)
        )
        view.centreScale = 200.0 / 176.0
        // The largest cover is as large as its thumbnail on an ordinary screen.
        view.itemSizing = ItemSizing(sides: 112...Double(CoverSize.double.pixels), widthShare: 0.55, padding: 0.15, margin: 28)
        view.onItemResize = { [weak self] side in self?.resizeCovers(to: Int(side.rounded())) }
        view.scroller.delegate = self
        loader.onLoad = { [weak self] in self?.showLoaded() }
        marking = Receptionist(for: .values(of: player, \.mark).removeDuplicates(), on: .glib, delivering: .latest) { [weak self] mark in
            self?.show(mark)
        }
        position.onMove = { [weak self] index in self?.view.scroller.select(index, animated: false) }
    }

    // MARK: AlbumsController

    private(set) lazy var area: Widget = Box(.vertical, [view, position])

    var onKey: ((Key, Modifiers) -> Bool)? {
        get { view.onKey }
        set { view.onKey = newValue }
    }

    func show(_ albums: AlbumList, at index: Int?) {
        stopWaiting()
        isFilling = true
        defer { isFilling = false }
        let stay = albums.newPlaces(of: Array(view.scroller.placedIndices), in: self.albums)
        for (place, index) in stay { kept[index] = view.scroller.view(at: place) }
        loader.albums = albums
        view.scroller.reload()
        if let index, index != view.scroller.currentIndex {
            view.scroller.select(index, animated: false)
        }
        releaseSpareViews()
        position.show(selectedIndex, in: albums)
        describe()
    }

    func update(to albums: AlbumList) -> Bool {
        stopWaiting()
        guard let selectedIndex, let index = albums.index(of: selectedIndex, in: self.albums) else { return false }
        guard view.scroller.isMoving else {
            show(albums, at: index)
            return true
        }
        // Not while the user moves the strip.
        let task = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(100))
            guard !Task.isCancelled, let self else { return }
            if !update(to: albums) { replaceChosen(from: albums) }
        }
        waiting = (albums, task)
        return true
    }

    func settle() {
        guard let albums = waiting?.albums else { return }
        stopWaiting()
        if let selectedIndex, let index = albums.index(of: selectedIndex, in: self.albums) {
            show(albums, at: index)
        } else {
            replaceChosen(from: albums)
        }
    }

    /// Shows albums without the selected one, and selects the one that is now in its place.
    private func replaceChosen(from albums: AlbumList) {
        show(albums, at: albums.index(nearest: selectedIndex ?? 0))
        onSelect?()
    }

    private func stopWaiting() {
        waiting?.task.cancel()
        waiting = nil
    }

    func select(_ index: Int) {
        view.scroller.select(index)
    }

    var selectedIndex: Int? {
        view.scroller.currentIndex.flatMap { $0 < albums.count ? $0 : nil }
    }

    var isAtStart: Bool { selectedIndex ?? 0 == 0 && !view.scroller.isMoving }

    var selectedCount: Int { selectedIndex == nil ? 0 : 1 }

    var selectedIndices: [Int] { selectedIndex.map { [$0] } ?? [] }

    func takeFocus() {
        view.grabFocus()
    }

    func add(_ keys: EventController) {
        view.add(keys)
    }

    // MARK: Albums

    /// Shows albums whose views were placed before they were in memory.
    private func showLoaded() {
        for index in view.scroller.placedIndices {
            guard let albumView = view.scroller.view(at: index), albumView.album == nil, let album = loader.album(at: index) else {
                continue
            }
            show(album, at: index, in: albumView)
        }
    }

    /// Shows an album, under a name that has its format where a neighbour would sound the same.
    private func show(_ album: Album, at index: Int, in view: AlbumView) {
        let name = album.spokenName()
        if view.album !== album { view.dismiss() }
        view.side = side
        view.mark = mark
        view.show(album, name: name)
        if index == selectedIndex { describe() }
        guard [index - 1, index + 1].contains(where: { loader.loadedAlbum(at: $0)?.spokenName() == name }) else { return }
        Task { [library, weak self, weak view] in
            let format = try? await library.details(of: album.id).release?.format
            guard let view, view.album === album else { return }
            view.spokenName = album.spokenName(format: format)
            if let self, selectedIndex.flatMap({ self.view.scroller.view(at: $0) }) === view { describe() }
        }
    }

    private func show(_ mark: PlayingMark?) {
        self.mark = mark
        for index in view.scroller.placedIndices { view.scroller.view(at: index)?.mark = mark }
        describe()
    }

    /// Describes the strip by its selected album, because the strip has the focus, not the album's view. Screen readers say each change.
    private func describe() {
        guard let selectedIndex else { return view.setAccessibleDescription("") }
        let shown = view.scroller.view(at: selectedIndex)?.markedName
        guard var name = shown ?? loader.loadedAlbum(at: selectedIndex)?.spokenName() else { return }
        if let group = albums.group(beginningAt: selectedIndex) { name = group.spokenName(beginningWith: name) }
        view.setAccessibleDescription(Widget.accessibleName(name, at: selectedIndex, of: albums.count))
    }

    private func resizeCovers(to side: Int) {
        self.side = side
        for index in view.scroller.placedIndices { view.scroller.view(at: index)?.side = side }
    }

    /// Releases the pictures of the views that no place of another list needs.
    private func releaseSpareViews() {
        kept = [:]
        collectReusableViews()
        for view in spare { view.dismiss() }
    }

    private func collectReusableViews() {
        while let view = view.scroller.dequeueReusableView() { spare.append(view) }
    }

    /// Returns the view that has shown the album, with its cover, or else one to reuse.
    private func takeView(at index: Int, for album: Album?) -> AlbumView {
        collectReusableViews()
        let former = kept.removeValue(forKey: index)
        let isFree = { [kept] (view: AlbumView) in !kept.values.contains { $0 === view } }
        let choice =
            spare.lastIndex { $0 === former } ?? spare.lastIndex { $0.album === album && isFree($0) } ?? spare.lastIndex(where: isFree)
        return choice.map { spare.remove(at: $0) } ?? former ?? AlbumView(hub: hub, largestSize: .quadruple)
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        albums.count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let isKept = kept[index] != nil
        let album = loader.album(at: index)
        let view = takeView(at: index, for: album)
        if let album {
            show(album, at: index, in: view)
        } else if !isKept {
            // An album that has just gone is shown as nothing, until the list is asked for again.
            view.showNothing()
        }
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        guard !isFilling else { return }
        position.show(index, in: albums)
        describe()
        onSelect?()
    }
}
