import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// The wall and the strip, one of which is shown, with the ways to find an album in it: the search, the order, and typed letters.
///
/// Knows the selected album. The first result of a search is shown but not selected: the previous selection stays if the search finds it,
/// and returns when the search ends, unless the user selects another album, or does something with the one that is shown. After an undo or
/// redo, the affected album is selected if it is found, or all albums of an edit. Until the user selects an album for the first time, the first
/// one is shown, also while an import adds others before it.
@MainActor
final class AlbumBrowser {
    let finding: FindingController
    let wall: AlbumWallController
    let strip: AlbumStripController
    /// Shows the typed letters in front of the albums.
    var hint: Widget { typing.hint }
    /// Called when the found albums are shown.
    var onFound: ((FoundAlbums) -> Void)?
    /// Called with the number of selected albums when others are selected.
    var onCount: ((Int) -> Void)?
    /// Called with the album to look at when that is another one or may have changed.
    var onLook: ((Album) -> Void)?
    /// Called when the user types a letter among the albums, and when the letters are forgotten.
    var onTyping: ((_ isTyping: Bool) -> Void)? {
        get { typing.onTyping }
        set { typing.onTyping = newValue }
    }
    /// Called when the user asks for the selected album's cover on the whole screen.
    var onOpenCover: (() -> Void)?
    /// Called with the error that prevents showing albums.
    var onProblem: ((PersistencyError) -> Void)? {
        didSet {
            for view in views { view.loader.onProblem = onProblem }
            finding.onProblem = onProblem
        }
    }

    private let library: LibraryAPI
    private let status: AppStatus
    private let typing = TypeAheadController()
    private let mark: ScrollMark
    private var query: AlbumQuery?
    /// The search for the typed letters, until more are typed.
    private var jumping: Task<Void, Never>?
    /// Whether the user has left the search and its last result isn't shown yet. GTK moves the focus elsewhere when it hides albums that have it.
    private var isReturning = false
    /// The undone or redone step, until its result is shown.
    private var goal: (step: HistoryStep, libraryVersion: Int)?

    init(_ application: Application, library: LibraryAPI, hub: NotificationHub, player: Player, status: AppStatus) {
        self.library = library
        self.status = status
        let state = status.restorable
        wall = AlbumWallController(library: library, hub: hub, player: player, side: state.coverSide)
        strip = AlbumStripController(library: library, hub: hub, player: player)
        mark = ScrollMark(library: library)
        layout = state.layout
        finding = FindingController(application, library: library, status: status)
        for view in views {
            view.onSelect = { [weak self] in self?.followSelection() }
            view.onKey = { [weak self] key, modifiers in
                guard let self, layout == .wall, key == .space, modifiers.isEmpty else { return false }
                onOpenCover?()
                return true
            }
        }
        wall.addOverlay(mark.label)
        wall.onScroll = { [weak self] first, middle in
            guard let self, let order = query?.order else { return }
            mark.follow(first, in: wall.albums, order: order, position: middle, height: wall.area.height)
        }
        wall.onResize = { side in status.restorable.coverSide = side }
        application.addAction(.larger) { [weak wall] in
            wall?.zoom(by: 1)
        }
        application.addAction(.smaller) { [weak wall] in wall?.zoom(by: -1) }
        application.addAction(.usualSize) { [weak wall] in wall?.resetZoom() }
        application.addAction(.surprise) { [weak self] in self?.surprise() }
        finding.onFound = { [weak self] found in self?.show(found) }
        finding.onLeave = { [weak self] in
            guard let self else { return }
            takeFocus()
            isReturning = finding.isPending
        }
        finding.onEnter = { [weak self] in self?.stayAway() }
        typing.onJump = { [weak self] typed in self?.jump(typed) }
    }

    private var views: [any AlbumsController] { [wall, strip] }

    /// The view that is shown.
    private var view: any AlbumsController { layout == .wall ? wall : strip }

    /// The way in which the albums are shown.
    var layout: AlbumLayout {
        didSet {
            guard layout != oldValue else { return }
            let former: any AlbumsController = oldValue == .wall ? wall : strip
            former.settle()
            view.show(former.albums, at: former.selectedIndex)
            former.show(AlbumList(), at: nil)
            typing.clear()
            status.restorable.layout = layout
            view.withSelectedAlbum { [weak self] album in self?.look(at: album) }
        }
    }

    /// The album to look at.
    var shownAlbum: Album? { view.selectedAlbum }

    /// The number of selected albums.
    var selectedCount: Int { view.selectedCount }

    /// The selected albums.
    var selection: SelectedAlbums { SelectedAlbums(indices: view.selectedIndices, list: view.albums) }

    /// Moves the keyboard focus to the albums.
    func takeFocus() {
        view.takeFocus()
    }

    /// Leaves the keyboard focus where it goes next, also if it was to come to albums that aren't laid out or found yet.
    func stayAway() {
        wall.grid.forgetFocus()
        isReturning = false
    }

    private func followSelection() {
        let count = view.selectedCount
        onCount?(count)
        if count > 1 {
            view.area.announce(localized(one: "{count} album selected", other: "{count} albums selected", count: count))
        }
        view.withSelectedAlbum { [weak self] album in self?.choose(album) }
    }

    /// Keeps the shown album selected when the search ends, because the user does something with it.
    func keepSelection() {
        if let album = shownAlbum, album.id != status.restorable.selectedAlbum { choose(album) }
    }

    /// Selects only one of several selected albums: the one with the keyboard focus, or the first.
    func selectOne() {
        let selected = view.selectedIndices
        let focused = layout == .wall ? wall.grid.focusedPlace : nil
        if let index = focused.flatMap({ selected.contains($0) ? $0 : nil }) ?? selected.first { view.select(index) }
    }

    /// Selects an album at random.
    private func surprise() {
        let others = (0..<view.albums.count).lazy.filter { [selected = view.selectedIndex] in $0 != selected }
        guard let index = others.randomElement() else { return }
        view.select(index)
        takeFocus()
    }

    /// Selects an album. If it isn't among the shown albums, all albums are shown.
    func select(_ id: AlbumID) {
        Task { [weak self, library, albums = view.albums] in
            let index = try? await Task.detached { try library.index(of: id, in: albums) }.value
            guard let self, albums == view.albums else { return }
            if let index {
                view.select(index)
                keepSelection()
                takeFocus()
            } else if finding.isSearching {
                // Which is selected as soon as all albums are found.
                status.restorable.selectedAlbum = id
                finding.endSearch()
            }
        }
    }

    // MARK: Albums

    /// Searches again, because the library has changed.
    ///
    /// - Parameter step: The undone or redone step whose album to select.
    func refresh(after step: HistoryStep? = nil) {
        let version = finding.refresh()
        if let step { goal = (step, version) }
    }

    /// Whether the user has selected an album, which isn't replaced by another one.
    private var hasChoice: Bool { status.restorable.selectedAlbum != nil }

    private func show(_ found: FoundAlbums) {
        let query = found.query
        // The first albums of a library that was empty are as in a new one.
        if self.query != nil, !query.isNarrowed, view.albums.isEmpty, found.chosen?.index == nil { status.restorable.selectedAlbum = nil }
        let isOther = !query.isLike(self.query)
        if let former = self.query, !query.isForSameAlbums(as: former) { view.area.announce(found.spokenCount) }
        self.query = query
        // The typed letters belong to the previous list. Escape now means the search.
        if isOther { typing.clear() }
        let step = self.goal?.step
        let goal = place(ofGoalIn: found, formerly: isOther ? nil : view.albums)
        let chosen = goal ?? (hasChoice || query.isNarrowed ? place(ofChosenIn: found) : nil)
        let isUntouched = !hasChoice && !query.isNarrowed && view.isAtStart
        let usual = !query.isNarrowed ? found.albums.index(nearest: status.restorable.position) : isOther ? 0 : view.selectedIndex
        if isOther || goal != nil || isUntouched || !view.update(to: found.albums) { view.show(found.albums, at: chosen ?? usual) }
        if goal != nil, let step { select(step) }
        onFound?(found)
        if isReturning, !finding.isPending {
            isReturning = false
            // Without albums, another page is shown, which has the focus.
            if !found.albums.isEmpty { takeFocus() }
        }
        view.withSelectedAlbum { [weak self] album in
            if goal != nil { self?.choose(album) } else if query.isNarrowed { self?.onLook?(album) } else { self?.look(at: album) }
        }
    }

    /// The present row of the chosen album. It may be another one than when the search began.
    private func place(ofChosenIn found: FoundAlbums) -> Int? {
        if let chosen = found.chosen, chosen.album == status.restorable.selectedAlbum { return chosen.index }
        return view.selectedIndex.flatMap { found.albums.index(of: $0, in: view.albums) }
    }

    /// Returns the position to go to after an undo or redo: the album's, or its former one if it is gone again.
    private func place(ofGoalIn found: FoundAlbums, formerly albums: AlbumList?) -> Int? {
        guard let goal, found.query.libraryVersion >= goal.libraryVersion else { return nil }
        self.goal = nil
        return found.albums.index(of: goal.step) ?? albums?.index(of: goal.step)
    }

    /// Selects all albums of an undone or redone edit of several.
    private func select(_ step: HistoryStep) {
        guard step.change.kind == .edit, step.albums.count > 1 else { return }
        let indices = view.albums.indices(of: step)
        guard indices.count > 1 else { return }
        view.showSelection(indices)
        onCount?(view.selectedCount)
    }

    /// Shows the selected album, which isn't the user's choice if there was none before.
    private func look(at album: Album) {
        if hasChoice { choose(album) } else { onLook?(album) }
    }

    private func choose(_ album: Album) {
        onLook?(album)
        var state = status.restorable
        state.selectedAlbum = album.id
        // The position among all albums, not among those that a search has found.
        if let index = view.selectedIndex, query?.isNarrowed == false { state.position = index }
        if state != status.restorable { status.restorable = state }
    }

    // MARK: Keys

    /// Handles a key that types or deletes a letter of what an album begins with.
    func typeLetter(_ key: Key, _ modifiers: Modifiers) -> Bool {
        view.selectedIndex != nil && typing.take(key, modifiers)
    }

    /// Forgets the typed letters.
    func stopTyping() {
        typing.clear()
    }

    private func jump(_ typed: TypedLetters.Jump) {
        guard let selected = view.selectedIndex, let order = query?.order else { return }
        let jump = AlbumJump(typed: typed, index: selected, albums: view.albums, order: order)
        jumping?.cancel()
        jumping = Task { [weak self] in
            let index = await self?.finding.index(of: jump)
            guard let self, !Task.isCancelled, jump.albums == view.albums else { return }
            guard let index else { return typing.tellNothingFound(order.sort) }
            view.select(index)
            // Unless the album's page is in front of the albums, and shows the album.
            if view.area.isMapped { takeFocus() }
            // Screen readers say only changes by themselves.
            if index == selected, let album = view.selectedAlbum {
                view.area.announce(Widget.accessibleName(album.spokenName(), at: index, of: view.albums.count))
            }
        }
    }
}
