import GTKAdapters
import Heed
import SleevesLibrary

/// The strip with the ways to find an album in it: the search, the order, and typed letters.
///
/// Knows the selected album. The first result of a search is shown but not selected: the previous selection stays if the search finds it,
/// and returns when the search ends, unless the user selects another album. After an undo or redo, the affected album is selected if it is
/// found.
@MainActor
final class AlbumBrowser {
    let finding: FindingController
    /// The strip, with the hint of the typed letters in front.
    let area: Overlay
    /// Called when the strip shows the found albums.
    var onFound: ((FoundAlbums) -> Void)?
    /// Called with the album in the middle when another album takes its place or the album may have changed.
    var onLook: ((Album) -> Void)?
    /// Called with the error that prevents showing albums.
    var onProblem: ((PersistencyError) -> Void)? {
        didSet {
            strip.onProblem = onProblem
            finding.onProblem = onProblem
        }
    }

    private let strip: AlbumStripController
    private let status: AppStatus
    private let typing = TypeAheadController()
    private var query: AlbumQuery?
    /// The search for the typed letters, until more are typed.
    private var jumping: Task<Void, Never>?
    /// The undone or redone step, until the strip shows its result.
    private var goal: (step: HistoryStep, libraryVersion: Int)?

    init(_ application: Application, library: LibraryAPI, hub: NotificationHub, status: AppStatus) {
        self.status = status
        strip = AlbumStripController(library: library, hub: hub)
        finding = FindingController(application, library: library, status: status)
        area = Overlay(strip.view)
        area.addOverlay(typing.hint)
        area.addStyle("strip-area")
        strip.onSelect = { [weak self] album in self?.choose(album) }
        finding.onFound = { [weak self] found in self?.show(found) }
        finding.onLeave = { [weak self] in self?.takeFocus() }
        typing.onJump = { [weak self] typed in self?.jump(typed) }
        strip.view.onKey = { [weak self] key, modifiers in self?.take(key, modifiers) ?? false }
    }

    /// The album in the middle.
    var shownAlbum: Album? { strip.selectedAlbum }

    /// Moves the keyboard focus to the strip.
    func takeFocus() {
        strip.view.grabFocus()
    }

    /// Adds a controller with keys for the strip.
    func add(_ keys: EventController) {
        strip.view.add(keys)
    }

    // MARK: Albums

    /// Searches again, because the library has changed.
    func follow(_ change: LibraryChanged) {
        let version = finding.refresh()
        if let step = change.step { goal = (step, version) }
    }

    private func show(_ found: FoundAlbums) {
        let query = found.query
        let isOther = query.search != self.query?.search || query.sort != self.query?.sort
        self.query = query
        // The typed letters belong to the previous list. Escape now means the search.
        if isOther { typing.clear() }
        let goal = place(ofGoalIn: found, formerly: isOther ? nil : strip.albums)
        let chosen = goal ?? place(ofChosenIn: found)
        let usual: Int? = query.isSearch ? (isOther ? 0 : nil) : status.restorable.position
        strip.show(found.albums, at: chosen ?? usual)
        onFound?(found)
        strip.withSelectedAlbum { [weak self] album in
            if query.isSearch, goal == nil { self?.onLook?(album) } else { self?.choose(album) }
        }
    }

    /// Where the chosen album stands now. It may be another one than when the search began.
    private func place(ofChosenIn found: FoundAlbums) -> Int? {
        if let chosen = found.chosen, chosen.album == status.restorable.selectedAlbum { return chosen.index }
        return strip.selectedIndex.flatMap { found.albums.index(of: $0, in: strip.albums) }
    }

    /// Returns the position to go to after an undo or redo: the album's, or its former one if it is gone again.
    private func place(ofGoalIn found: FoundAlbums, formerly albums: AlbumList?) -> Int? {
        guard let goal, found.query.libraryVersion >= goal.libraryVersion else { return nil }
        self.goal = nil
        return found.albums.index(of: goal.step) ?? albums?.index(of: goal.step)
    }

    private func choose(_ album: Album) {
        onLook?(album)
        var state = status.restorable
        state.selectedAlbum = album.id
        // The position among all albums, not among those that a search has found.
        if let index = strip.selectedIndex, query?.isSearch == false { state.position = index }
        if state != status.restorable { status.restorable = state }
    }

    // MARK: Keys

    private func take(_ key: Key, _ modifiers: Modifiers) -> Bool {
        if typing.take(key, modifiers) { return true }
        guard key == .escape, modifiers.isEmpty, finding.isSearching else { return false }
        finding.endSearch()
        return true
    }

    private func jump(_ typed: TypedLetters.Jump) {
        guard let index = strip.selectedIndex else { return }
        let jump = ArtistJump(typed: typed, index: index, albums: strip.albums)
        jumping?.cancel()
        jumping = Task { [weak self] in
            let index = await self?.finding.index(of: jump)
            guard let self, !Task.isCancelled, jump.albums == strip.albums else { return }
            if let index { strip.select(index) } else { typing.tellNothingFound() }
        }
    }
}
