import GTKAdapters
import Heed
import SleevesLibrary

/// The window: the strip above, the details below, a welcome page when there is nothing to show.
///
/// It asks the facade for albums and shows what it is given. Covers are none of its business: the views ask for those by message.
@MainActor
final class LibraryWindowController {
    private let library: LibraryAPI
    private let status: AppStatus
    private let recorder: FrameRecorder?
    private let window: ApplicationWindow
    private let strip: AlbumStripController
    private let details: DetailsController
    private let pages = Stack()
    private lazy var welcome = WelcomePage { [weak self] in self?.chooseFolder() }
    private let toasts: ToastOverlay
    private let heading = WindowTitle("Sleeves")
    private lazy var importBar = ImportBar { [weak self] in self?.importing?.cancel() }
    private var albums = AlbumList()
    private var heeding: ObserverToken?
    private var importing: ImportController?
    private var placesWaiting: [String] = []
    private lazy var watcher = FolderWatcher(library: library) { [weak self] problem in self?.tell(problem) }
    private var chooser: FolderChooser?

    init(
        _ application: Application,
        library: LibraryAPI,
        hub: NotificationHub,
        status: AppStatus,
        fillsDisplay: Bool,
        recorder: FrameRecorder?
    ) {
        self.library = library
        self.status = status
        self.recorder = recorder
        let state = status.restorable
        window = ApplicationWindow(application, title: "Sleeves", width: state.windowWidth, height: state.windowHeight)
        strip = AlbumStripController(library: library, hub: hub)
        let toasts = ToastOverlay(pages)
        self.toasts = toasts
        details = DetailsController(application, library: library) { [weak toasts] in toasts?.show(Toast($0)) }
        layOut()
        window.isMaximized = state.isMaximized || fillsDisplay
        // A size that the person did not choose is not kept.
        if !fillsDisplay { followSize() }
        followActivity()
        strip.onSelect = { [weak self] album in self?.show(album) }
        strip.onProblem = { [weak self] problem in self?.tell(problem.description) }
        heeding = hub.observe(LibraryChanged.self, on: .glib) { [weak self] _ in self?.reload() }
        reload()
        // The window comes first.
        GLibContext.enqueueWhenIdle { [weak self] in self?.watcher.update() }
    }

    func present() {
        window.present()
        recorder?.follow(window)
        if albums.isEmpty { welcome.focusButton() } else { strip.view.grabFocus() }
    }

    /// Shows a message at the bottom of the window.
    func tell(_ message: String) {
        toasts.show(Toast(message))
    }

    // MARK: Layout

    private func layOut() {
        let add = Button(icon: "list-add-symbolic", tooltip: "Add a music folder") { [weak self] in self?.chooseFolder() }
        add.setAccessibleLabel("Add a music folder")
        let header = HeaderBar()
        header.titleWidget = heading
        header.packStart(add)

        // Room for the shadows, which the strip would cut off.
        strip.view.setMinimumSize(height: 256)
        let stripArea = Bin(strip.view)
        stripArea.addStyle("strip-area")

        pages.add(Box(.vertical, [stripArea, details.view]), named: "albums")
        pages.add(welcome, named: "welcome")
        pages.expandsVertically = true
        window.content = Box(.vertical, [header, importBar, toasts])
        window.setMinimumSize(width: 360, height: 420)
    }

    private func followActivity() {
        window.onActiveChange = { [weak self] _ in self?.notePhase() }
        window.onViewChange = { [weak self] _ in self?.notePhase() }
    }

    private func notePhase() {
        guard status.phase != .terminating else { return }
        let phase: AppStatus.Phase = !window.isInView ? .background : window.isActive ? .active : .inactive
        if phase != status.phase { status.phase = phase }
    }

    private func followSize() {
        window.onResize = { [weak self] in
            guard let self else { return }
            let size = window.restorableSize
            var state = status.restorable
            state.isMaximized = window.isMaximized
            if !state.isMaximized { (state.windowWidth, state.windowHeight) = size }
            if state != status.restorable { status.restorable = state }
        }
    }

    // MARK: Albums

    private func reload() {
        do {
            albums = try library.albumList()
        } catch {
            tell(error.description)
            return
        }
        pages.visibleChild = albums.isEmpty ? "welcome" : "albums"
        heading.subtitle = albums.isEmpty ? "" : albums.count == 1 ? "1 album" : "\(albums.count) albums"
        strip.show(albums, selecting: status.restorable.selectedAlbum)
        if let album = strip.selectedAlbum { show(album) }
    }

    private func show(_ album: Album) {
        details.show(album)
        if status.restorable.selectedAlbum != album.id { status.restorable.selectedAlbum = album.id }
    }

    // MARK: Import

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        guard importing == nil else { return tell("An import is under way. Wait until it has ended.") }
        let chooser = FolderChooser(title: "Choose a Music Folder", accept: "_Import", parent: window) { [weak self] path in
            self?.chooser = nil
            if let path { self?.importPlaces([path]) }
        }
        self.chooser = chooser
        chooser.show()
    }

    /// Imports folders and lists, after those that are being imported.
    func importPlaces(_ places: [String]) {
        guard importing == nil else { return placesWaiting += places }
        importing = ImportController(library: library) { [weak self] stage in
            self?.importBar.show(stage)
        } completion: { [weak self] outcome in
            self?.importing = nil
            self?.importBar.hide()
            self?.watcher.update()
            self?.tell(outcome)
            self?.reload()
            self?.importWaitingPlaces()
        }
        importing?.start(places)
    }

    private func importWaitingPlaces() {
        guard !placesWaiting.isEmpty else { return }
        let places = placesWaiting
        placesWaiting = []
        importPlaces(places)
    }
}
