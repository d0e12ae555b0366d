import GTKAdapters
import Heed
import Localization
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
    private lazy var welcome = WelcomePage { [weak self] in self?.imports.chooseFolder() }
    private let toasts: ToastOverlay
    private let heading = WindowTitle("Sleeves")
    private let menu = MenuButton(tooltip: localized("Main Menu"), menu: PrimaryMenu.make(), isPrimary: true)
    private let imports: ImportDesk
    private let changing: ChangingController
    private let history: HistoryController
    private var albums = AlbumList()
    private var heeding: ObserverToken?
    private lazy var watcher = FolderWatcher(library: library) { [weak self] problem in self?.tell(problem) }

    init(
        _ application: Application,
        library: LibraryAPI,
        hub: NotificationHub,
        status: AppStatus,
        about: AboutSleeves,
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
        let tell: @MainActor (String) -> Void = { [weak toasts] in toasts?.show(Toast($0)) }
        details = DetailsController(application, library: library, hub: hub, tell: tell)
        imports = ImportDesk(application, library: library, window: window, tell: tell)
        changing = ChangingController(application, library: library, hub: hub, window: window, toasts: toasts)
        history = HistoryController(application, library: library, toasts: toasts) { [menu] undo, redo in
            menu.menu = PrimaryMenu.make(undo: undo, redo: redo)
        }
        application.addAction("shortcuts", shortcuts: "<Control>question") { [weak window] in
            if let window { ShortcutsHelp.present(parent: window) }
        }
        application.addAction("about") { [weak window] in
            if let window { about.present(parent: window) }
        }
        layOut()
        window.isMaximized = state.isMaximized || fillsDisplay
        // A size that the person did not choose is not kept.
        if !fillsDisplay { followSize() }
        followActivity()
        imports.onEnd = { [weak self] in self?.watcher.update() }
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
        focusPage()
    }

    /// Gives the keyboard to what the page is there for.
    private func focusPage() {
        if albums.isEmpty { welcome.focusButton() } else { strip.view.grabFocus() }
    }

    /// Shows a message at the bottom of the window.
    func tell(_ message: String) {
        toasts.show(Toast(message))
    }

    /// The program is about to end.
    func dismissDialogs() {
        changing.dismiss()
    }

    // MARK: Layout

    private func layOut() {
        let add = Button(icon: "list-add-symbolic", tooltip: localized("Add a Music Folder"))
        add.actionName = "app.import"
        let header = HeaderBar()
        header.titleWidget = heading
        header.packStart(add)
        header.packEnd(menu)

        // Room for the shadows, which the strip would cut off.
        strip.view.setMinimumSize(height: 256)
        let stripArea = Bin(strip.view)
        stripArea.addStyle("strip-area")

        pages.add(Box(.vertical, [stripArea, details.view]), named: "albums")
        pages.add(welcome, named: "welcome")
        pages.expandsVertically = true
        window.content = Box(.vertical, [header, imports.bar, toasts])
        window.add(ChangeShortcuts.forWindow())
        strip.view.add(ChangeShortcuts.forStrip())
        window.setMinimumSize(width: 360, height: 420)
    }

    private func followActivity() {
        window.onActiveChange = { [weak self] isActive in
            self?.notePhase()
            // By a command, say, while the window was behind.
            if isActive, let library = self?.library { Task { await library.noticeOtherPrograms() } }
        }
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
        let page = albums.isEmpty ? "welcome" : "albums"
        if pages.visibleChild != page {
            pages.visibleChild = page
            focusPage()
        }
        heading.subtitle = albums.isEmpty ? "" : localized(one: "{count} album", other: "{count} albums", count: albums.count)
        strip.show(albums, selecting: status.restorable.selectedAlbum)
        changing.album = strip.selectedAlbum
        if let album = strip.selectedAlbum { show(album) }
    }

    private func show(_ album: Album) {
        details.show(album)
        changing.album = album
        if status.restorable.selectedAlbum != album.id { status.restorable.selectedAlbum = album.id }
    }

    // MARK: Import

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        imports.chooseFolder()
    }

    /// Imports folders and lists, after those that are being imported.
    func importPlaces(_ places: [String]) {
        imports.start(places)
    }
}
