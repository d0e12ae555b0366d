import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// A controller that fills the wall with albums and reports the selected ones.
@MainActor
final class AlbumWallController: AlbumsController {
    // State, all protected by the main actor:
    // - isFilling: whether it is the list that changes the selection, not the person.

    let area: Widget
    let grid: GridView<AlbumCell>
    let loader: AlbumLoader
    var onSelect: (() -> Void)?
    var onKey: ((Key, Modifiers) -> Bool)?
    /// Called when the user activates an album, by Enter or a double click.
    var onActivate: (() -> Void)?
    /// Called when the user clicks an album without a modifier key.
    var onClick: (() -> Void)? {
        get { grid.onClick }
        set { grid.onClick = newValue }
    }
    /// Called when the wall has scrolled, with the index of the first album in view, and where the middle of the view is, from 0 to 1.
    var onScroll: ((_ first: Int, _ middle: Double) -> Void)? {
        get { grid.onScroll }
        set { grid.onScroll = newValue }
    }
    /// Called when the user chooses another size of the covers.
    var onResize: ((_ side: Int) -> Void)?

    private let hub: NotificationHub
    /// The track that plays.
    private var mark: PlayingMark?
    private var marking: Receptionist?
    private let scrolled: ScrolledWindow
    private let overlay: Overlay
    private var menu: PopoverMenu?
    private var isFilling = false
    private var sideAtPinch = 0.0

    /// The side of the covers that the user has chosen, in logical pixels.
    private var side: Int
    /// The side of the covers as they are.
    private var fittingSide: Int

    init(library: LibraryAPI, hub: NotificationHub, player: Player, side: Int) {
        self.hub = hub
        self.side = side
        fittingSide = side
        loader = AlbumLoader(library: library)
        grid = GridView(accessibleLabel: localized("Albums"), cellWidth: AlbumCell.width(forSide: side)) { AlbumCell(hub: hub, side: side) }
        scrolled = ScrolledWindow(grid)
        scrolled.expandsVertically = true
        scrolled.expandsHorizontally = true
        scrolled.setMinimumSize(width: 360)
        overlay = Overlay(scrolled)
        area = overlay
        makeCells(side: side)
        grid.addStyle("wall")
        grid.onShow = { [weak self] cell, place in self?.fill(cell, place) }
        grid.onMove = { [weak self] cell, place in cell.group = self?.albums.group(beginningAt: place) }
        grid.onHide = { cell in cell.dismiss() }
        grid.onSelect = { [weak self] in
            guard let self, !isFilling else { return }
            onSelect?()
        }
        grid.onActivate = { [weak self] _ in self?.onActivate?() }
        grid.onResize = { [weak self] width in self?.fit(width) }
        grid.onMenu = { [weak self] place, x, y in self?.openMenu(place, x, y) }
        loader.onLoad = { [weak self] in self?.fillLoaded() }
        marking = Receptionist(for: .values(of: player, \.mark).removeDuplicates(), on: .glib, delivering: .latest) { [weak self] mark in
            self?.mark = mark
            for (cell, _) in self?.grid.shownCells ?? [] { cell.mark = mark }
        }
        listenToInput()
    }

    // MARK: AlbumsController

    func show(_ albums: AlbumList, at index: Int?) {
        isFilling = true
        defer { isFilling = false }
        replace(with: albums)
        // An empty grid has the focus itself.
        if let index { grid.select(index, isFocused: grid.focusedPlace != nil || grid.hasFocus) }
    }

    func update(to albums: AlbumList) -> Bool {
        isFilling = true
        defer { isFilling = false }
        let former = self.albums
        let selected = grid.selection
        let (focused, inView) = (grid.focusedPlace, grid.placesInView)
        // The selected album keeps its row at the top, or else the wall shows the albums that come first. Elsewhere the first in view does.
        let fixed =
            grid.isAtTop
            ? selected.first.flatMap { albums.index(of: $0, in: former) != nil && grid.hold($0) ? $0 : nil }
            : inView?.first { albums.index(of: $0, in: former) != nil }
        replace(with: albums, around: fixed)
        let stillSelected = albums.indices(of: selected, in: former)
        grid.select(stillSelected)
        // The user may have scrolled away from both.
        if let focused, let place = albums.index(of: focused, in: former), grid.focusedPlace != place {
            grid.scroll(to: place, isFocused: true)
        } else if fixed == nil, let first = stillSelected.first, let inView, selected.first.map(inView.contains) == true {
            grid.scroll(to: first)
        }
        return !stillSelected.isEmpty
    }

    private func replace(with albums: AlbumList, around fixed: Int? = nil) {
        let former = loader.albums
        loader.albums = albums
        grid.replace(albums.replacements(of: former, around: fixed)) { albums.newPlaces(of: $0, in: former) }
        let isGrouped = !albums.groups.isEmpty
        if isGrouped != !former.groups.isEmpty {
            for cell in grid.allCells { cell.isGrouped = isGrouped }
        }
        for (cell, place) in grid.shownCells { cell.group = albums.group(beginningAt: place) }
        // What has not moved may still have changed.
        fillLoaded()
    }

    func select(_ index: Int) {
        grid.select(index, isFocused: true)
    }

    func showSelection(_ indices: [Int]) {
        isFilling = true
        defer { isFilling = false }
        grid.select(indices)
    }

    var selectedIndex: Int? { grid.firstSelectedPlace }

    var isAtStart: Bool { grid.isAtTop }

    var selectedCount: Int { grid.selectionCount }

    var selectedIndices: [Int] { grid.selection }

    /// Shows a widget in front of the albums.
    func addOverlay(_ widget: Widget) {
        overlay.addOverlay(widget)
    }

    func takeFocus() {
        if let selectedIndex { grid.scroll(to: selectedIndex, isFocused: true) } else { grid.grabFocus() }
    }

    func add(_ keys: EventController) {
        grid.add(keys)
    }

    // MARK: Cells

    /// Makes cells for the grid, in a size.
    private func makeCells(side: Int) {
        grid.makeCell = { [hub, weak grid, weak self] in
            let cell = AlbumCell(hub: hub, side: side)
            // All cells have one height.
            cell.isGrouped = self?.albums.groups.isEmpty == false
            // The widget that GTK puts around the cell takes the focus.
            cell.onName = { [weak cell] name in
                if let cell { grid?.setAccessibleLabel(name, of: cell) }
            }
            return cell
        }
    }

    private func fill(_ cell: AlbumCell, _ place: Int) {
        guard place < albums.count else { return }
        cell.mark = mark
        cell.group = albums.group(beginningAt: place)
        if let album = loader.album(at: place) { cell.show(album) } else { cell.showNothing() }
    }

    /// Shows albums that were not in memory when their cells came into view.
    private func fillLoaded() {
        for (cell, place) in grid.shownCells where place < albums.count {
            guard let album = loader.album(at: place), cell.cover.album !== album else { continue }
            fill(cell, place)
        }
    }

    private func listenToInput() {
        // Before the grid itself, which would take the space bar.
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in self?.onKey?(key, modifiers) ?? false }
        grid.add(keys)
        let wheel = ScrollController(phase: .capture)
        wheel.onScroll = { [weak self, weak wheel] _, dy, _ in
            guard let self, let wheel, wheel.modifiers.contains(.control) else { return false }
            zoom(by: dy > 0 ? -1 : 1)
            return true
        }
        scrolled.add(wheel)
        let pinch = ZoomGesture()
        pinch.onBegin = { [weak self] in self?.sideAtPinch = Double(self?.side ?? 0) }
        pinch.onZoom = { [weak self] scale in
            guard let self else { return }
            resize(to: Int((sideAtPinch * scale).rounded()))
        }
        scrolled.add(pinch)
    }

    private func openMenu(_ place: Int, _ x: Double, _ y: Double) {
        // A click outside the selection means the album under the pointer.
        if !grid.isSelected(place) { grid.select([place]) }
        let (x, y) = grid.convert(x: x, y: y, to: overlay)
        menu = PopoverMenu(AlbumMenu.menu, accessibleLabel: localized("Change the Album"), in: overlay, x: x, y: y) { [weak self] in
            self?.menu = nil
            // GTK would move the focus to the window's first button.
            self?.grid.scroll(to: place, isFocused: true)
        }
    }

    // MARK: Size

    /// Makes the covers larger or smaller by some steps.
    func zoom(by steps: Int) {
        resize(to: side + steps * 16)
    }

    /// Gives the covers their usual size.
    func resetZoom() {
        resize(to: AlbumLayout.usualCoverSide)
    }

    private func resize(to wanted: Int) {
        let range = AlbumLayout.coverSides
        let side = min(max(wanted, range.lowerBound), range.upperBound)
        guard side != self.side else { return }
        self.side = side
        fit(grid.width)
        onResize?(side)
    }

    /// Makes the covers as large as the user has chosen, but leaves room for two beside each other.
    private func fit(_ width: Int) {
        let side = min(side, max(AlbumLayout.coverSides.lowerBound, AlbumCell.side(forWidth: width / 2)))
        guard side != fittingSide else { return }
        fittingSide = side
        makeCells(side: side)
        for cell in grid.allCells { cell.resize(to: side) }
        grid.cellWidth = AlbumCell.width(forSide: side)
        if let selectedIndex { grid.scroll(to: selectedIndex) }
    }
}
