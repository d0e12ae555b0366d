import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// A controller that shows the selected album's details, plays it, and opens its files in other programs.
@MainActor
final class DetailsController {
    /// The page beside the wall: that of an album, or that of several.
    let pages = Stack()
    /// The page of an album.
    let page: AlbumDetailsView
    private let selectionPage: SelectionPage
    /// The details below the strip.
    let table: AlbumDetailsView
    /// The view that the details belong to.
    var layout: AlbumLayout

    /// Called with a facet that the user opens.
    var onFacet: ((AlbumFacet) -> Void)? {
        didSet { for view in [page, table] { view.onFacet = onFacet } }
    }

    /// Called with a copy of the selected album that the user wants to be played.
    var onChooseCopy: ((AlbumOrigin.Rip) -> Void)? {
        didSet { for view in [page, table] { view.onChooseCopy = onChooseCopy } }
    }

    /// Called when the user does something with the selected albums.
    var onUse: (() -> Void)?

    private let library: LibraryAPI
    private let playing: PlayingController
    private let tell: @MainActor (String) -> Void
    /// The actions that are enabled while the selected album has files.
    private var actions: [Action] = []
    private var files: AlbumFiles? {
        didSet { updateActions() }
    }
    /// Returns the selected albums.
    var selection: (() -> SelectedAlbums)?
    /// Called with the index of an album that the user opens among those selected.
    var onOpen: ((Int) -> Void)? {
        get { selectionPage.onOpen }
        set { selectionPage.onOpen = newValue }
    }
    /// The number of selected albums. Set it whenever others are selected.
    var selectedCount = 1 {
        didSet {
            updateActions()
            showSelection()
        }
    }
    private let selections = Subject<SelectedAlbums>()
    private var selectionReceptionist: Receptionist?
    private var shown: (album: Album, tracks: [TrackRecord])?
    private let requests = Subject<Album>()
    private var receptionist: Receptionist?

    /// - Parameter tell: Shows a message.
    init(
        _ application: Application,
        library: LibraryAPI,
        hub: NotificationHub,
        player: Player,
        playing: PlayingController,
        choices: NetworkChoices,
        layout: AlbumLayout,
        tell: @escaping @MainActor (String) -> Void
    ) {
        self.library = library
        self.playing = playing
        self.layout = layout
        page = AlbumDetailsView(for: .wall, library: library, player: player, hub: hub, choices: choices)
        table = AlbumDetailsView(for: .strip, library: library, player: player, hub: hub, choices: choices)
        selectionPage = SelectionPage(hub: hub)
        self.tell = tell
        pages.add(page, named: Self.albumName)
        pages.add(selectionPage, named: Self.selectionName)
        pages.transitionMilliseconds = 0
        actions = [
            application.addAction(.play) { [weak self] in self?.play() },
            application.addAction("open-in-player") { [weak self] in self?.openInPlayer() },
            application.addAction(.openFolder) { [weak self] in self?.open(.folder) },
        ]
        updateActions()
        for view in [page, table] { view.onPlay = { [weak self] track in self?.play(from: track) } }
        playing.onPlayNothing = { [weak self] in self?.play() }
        playing.onOpenElsewhere = { [weak self] tracks in
            // The tracks of one file follow one another.
            let paths = tracks.map(\.path).reduce(into: [String]()) { paths, path in if path != paths.last { paths.append(path) } }
            self?.launch { try await Launcher.play(paths) }
        }
        // To lay out a list of tracks takes longer than a frame, so a key held down doesn't show each album's.
        let pace = DeliveryPolicy.debounced(for: .milliseconds(120), leading: true).switchToLatest
        receptionist = Receptionist(for: .values(of: requests), on: .mainActor, delivering: pace) { [weak self] album in
            await self?.read(album)
        }
        selectionReceptionist = Receptionist(for: .values(of: selections), on: .mainActor, delivering: pace) { [weak self] selected in
            await self?.read(selected)
        }
    }

    /// Adapts the pages' width to the window's.
    func makeRoom(windowWidth: Int, isBesideWall: Bool) {
        page.makeRoom(windowWidth: windowWidth, isBesideWall: isBesideWall)
        selectionPage.makeRoom(windowWidth: windowWidth, isBesideWall: isBesideWall)
    }

    private static let (albumName, selectionName) = ("album", "selection")

    private func showSelection() {
        guard selectedCount > 1, let selected = selection?() else { return pages.visibleChild = Self.albumName }
        selections.notify(selected)
    }

    private func read(_ selected: SelectedAlbums) async {
        do {
            try await selectionPage.show(selected, of: library)
            if !Task.isCancelled, selectedCount > 1 { pages.visibleChild = Self.selectionName }
        } catch {
            if !Task.isCancelled { tell(error.description) }
        }
    }

    private func updateActions() {
        for action in actions { action.isEnabled = files != nil }
        // Which of several albums have files, only playing them tells.
        if selectedCount > 1 { for action in actions.dropLast() { action.isEnabled = true } }
    }

    /// Shows an album once its details have been read; of albums in quick succession only the last one.
    func show(_ album: Album) {
        requests.notify(album)
    }

    private func read(_ album: Album) async {
        do {
            let details = try await library.details(of: album.id)
            if Task.isCancelled { return }
            // First, because a button whose action is disabled can't take the focus.
            (files, shown) = (details.files, (album, details.tracks))
            (layout == .wall ? page : table).show(album, details)
        } catch {
            if Task.isCancelled { return }
            (files, shown) = (nil, nil)
            tell(String(describing: error))
        }
    }

    // MARK: Playing

    /// Plays the selected albums that have files.
    func play() {
        guard let selected = selection?(), !selected.indices.isEmpty else { return }
        onUse?()
        playing.play(selected)
    }

    /// Plays the album from a track on.
    private func play(from track: Int) {
        guard let shown else { return }
        onUse?()
        playing.play(shown.album.record, shown.tracks, from: track)
    }

    // MARK: Other programs

    private enum Opening {
        case player, folder
    }

    /// Makes the default player play the selected albums that have files.
    private func openInPlayer() {
        guard let selected = selection?(), selected.areMany else { return open(.player) }
        onUse?()
        launch { [weak self, library] in
            let paths = try await library.files(of: try await selected.ids(in: library)).paths
            if paths.isEmpty {
                self?.tell(localized("None of these albums has files to play."))
            } else {
                try await Launcher.play(paths)
            }
        }
    }

    private func open(_ what: Opening) {
        guard let files else { return }
        onUse?()
        launch(what) {
            switch what {
            case .player: try await Launcher.play(files.paths)
            case .folder: try await Launcher.open(files.folder)
            }
        }
    }

    private func launch(_ what: Opening = .player, _ body: @escaping @MainActor () async throws -> Void) {
        Task { [weak self] in
            do {
                try await body()
            } catch let error as LaunchError {
                self?.tell(Self.words(for: error, what))
            } catch {
                self?.tell(String(describing: error))
            }
        }
    }

    private static func words(for error: LaunchError, _ what: Opening) -> String {
        switch error {
        case .notThere(let path):
            localized("{path} does not exist. Connect its disk, or import its folder again.", ["path": path])
        case .noProgram where what == .player:
            localized("No music player is set up. Install one, or choose one in the settings.")
        case .noProgram:
            localized("No file manager is set up. Install one, or choose one in the settings.")
        case .failed(let path, let reason):
            localized(
                "{path} could not be opened. Choose another program for it in the settings. Details: {reason}",
                ["path": path, "reason": reason])
        }
    }
}
