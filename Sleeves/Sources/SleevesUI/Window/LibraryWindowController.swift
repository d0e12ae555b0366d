import GTKAdapters
import Heed
import Localization
import SleevesLibrary
import SleevesPlayer

/// The controller of the window: the wall beside the selected album's page, or the strip above its details; and a welcome page for an
/// empty library.
///
/// It requests albums from the facade and shows them. The views themselves request covers, by message.
@MainActor
final class LibraryWindowController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let browser: AlbumBrowser
    private let details: DetailsController
    private let playing: PlayingController
    private let pages = Stack()
    private let wall: Leaflet
    /// The strip above its details.
    private let strip: SharedColumn
    private let backButton = Button(icon: "go-previous-symbolic", tooltip: localized("Back"))
    private let layoutButtons = LayoutButtons()
    private let screen = CoverScreen()
    private lazy var escape = EscapeController(window) { [weak self] part in self?.close(part) }
    private lazy var welcome = WelcomePage(
        .init(
            importFolder: { [weak self] in self?.imports.start([$0]) },
            chooseFolder: { [weak self] in self?.imports.chooseFolder() },
            chooseCollection: { [weak self] in self?.imports.chooseCollection() },
            addRecord: { [weak self] in self?.adding.open() },
            showWishes: { [weak self] in self?.browser.finding.show(AlbumFilter([.wanted])) }))
    private lazy var nothing = NothingFoundPage { [weak self] in self?.browser.finding.endSearch() }
    private let toasts: ToastOverlay
    private let heading = WindowTitle("Sleeves")
    /// The number of albums, as the heading shows it.
    private var countText = ""
    /// The width that the window's parts have made room for, in logical pixels.
    private var knownWidth = 0
    private let addButton = MenuButton(icon: "list-add-symbolic", tooltip: localized("Add Records"), menu: PrimaryMenu.additions)
    private let menu = MenuButton(tooltip: localized("Main Menu"), menu: PrimaryMenu.make(), isPrimary: true)
    private let imports: ImportCoordinator
    private let changing: ChangingController
    private let adding: AddingController
    private let history: HistoryController
    private let drops: DropController
    private let export: ExportController
    private let fetching: FetchingController
    private let preferences: PreferencesController
    private let statistics: StatisticsController
    private let sharing: SharingIndicator
    private let shelves: ShelvesController
    private var windowStatus: WindowStatus?
    private var observations: [ObservationToken] = []
    private lazy var watcher = FolderWatcher(library: library) { [weak self] problem in self?.tell(problem) }
    private var otherPrograms: OtherProgramsWatcher?
    /// Whether the window closes without a question.
    private var isClosing = false

    init(
        _ application: Application,
        library: LibraryAPI,
        hub: NotificationHub,
        player: Player,
        status: AppStatus,
        choices: NetworkChoices,
        about: AboutSleeves,
        fillsDisplay: Bool,
        unfinishedImports: [String]
    ) {
        self.library = library
        let state = status.restorable
        window = ApplicationWindow(application, title: "Sleeves", width: state.windowWidth, height: state.windowHeight)
        let toasts = ToastOverlay(pages)
        self.toasts = toasts
        let tell: @MainActor (String) -> Void = { [weak toasts] in toasts?.show(Toast($0)) }
        playing = PlayingController(
            application, player: player, library: library, hub: hub, status: status, window: window, toasts: toasts)
        details = DetailsController(
            application, library: library, hub: hub, player: player, playing: playing, choices: choices, layout: state.layout,
            tell: tell)
        imports = ImportCoordinator(application, library: library, window: window, toasts: toasts)
        let changes = ChangeQueue()
        changing = ChangingController(
            application, library: library, hub: hub, choices: choices, window: window, changes: changes, toasts: toasts)
        adding = AddingController(
            application, library: library, choices: choices, window: window, changes: changes, toasts: toasts)
        history = HistoryController(application, library: library, changes: changes, toasts: toasts) { [menu] undo, redo in
            menu.menu = PrimaryMenu.make(undo: undo, redo: redo)
        }
        drops = DropController(window: window, library: library, hub: hub) { [weak changing] pictures, album in
            changing?.take(pictures, of: album)
        } importPlaces: { [weak imports] places in
            imports?.start(places)
        }
        export = ExportController(application, library: library, window: window, toasts: toasts)
        fetching = FetchingController(application, library: library, choices: choices, toasts: toasts)
        preferences = PreferencesController(
            application, library: library, hub: hub, status: status, choices: choices, imports: imports, window: window)
        statistics = StatisticsController(application, library: library, hub: hub, window: window, tell: tell)
        sharing = SharingIndicator(library)
        shelves = ShelvesController(
            application, library: library, status: status, window: window, changes: changes, toasts: toasts)
        application.addAction(.shortcuts) { [weak window] in
            if let window { ShortcutsHelp.present(parent: window) }
        }
        application.addAction("about") { [weak window] in
            if let window { about.present(parent: window) }
        }
        browser = AlbumBrowser(application, library: library, hub: hub, player: player, status: status)
        wall = Leaflet(browser.wall.area, details.pages)
        let stripArea = Bin(browser.strip.area)
        stripArea.addStyle("strip-area")
        strip = SharedColumn(stripArea, details.table, share: 0.55)
        details.table.background = strip
        application.addAction("wishes") { [weak self] in self?.show(.wanted) }
        application.addAction("same-artist") { [weak self] in
            if let album = self?.browser.shownAlbum { self?.show(.artist(album.artist)) }
        }
        layOut()
        followKeys()
        findMusicFolder()
        window.isMaximized = state.isMaximized || fillsDisplay
        followWidth()
        windowStatus = WindowStatus(of: window, in: status, keepsSize: !fillsDisplay) { [library] in
            // The library's folder may be on a file system that can't be watched.
            Task { await library.noticeOtherPrograms() }
        }
        followLayout(application)
        imports.onStart = { [weak self] in self?.welcome.isImporting = true }
        imports.onEnd = { [weak self] in
            self?.welcome.isImporting = false
            self?.preferences.noteImportEnd()
            self?.watcher.update()
        }
        browser.onFound = { [weak self] found in self?.show(found) }
        browser.onLook = { [weak self] album in self?.show(album) }
        browser.onProblem = { [weak self] problem in self?.tell(problem.description) }
        followLibrary(hub)
        // After the window, which comes first.
        GLibContext.enqueueWhenIdle { [weak self] in
            self?.watcher.update()
            self?.otherPrograms = OtherProgramsWatcher(library)
            self?.imports.resume(unfinishedImports)
        }
        window.onCloseRequest = { [weak self] in
            guard let self, isBusy, !isClosing else { return true }
            askToClose { [weak self] in
                self?.window.close()
            } close: { [weak self] in
                self?.isClosing = true
                self?.window.close()
            }
            return false
        }
    }

    /// Calls `quit`, but asks first if albums are being imported or added.
    func mayQuit(_ quit: @escaping @Sendable @MainActor () -> Void) {
        guard isBusy else { return quit() }
        askToClose(proceed: { [weak self] in self?.mayQuit(quit) }, close: quit)
    }

    private var isBusy: Bool { imports.isImporting || adding.isBusy }

    private func askToClose(proceed: @escaping @Sendable @MainActor () -> Void, close: @escaping @Sendable @MainActor () -> Void) {
        if imports.isImporting {
            imports.askToClose(proceed: proceed, close: close)
        } else {
            adding.askToClose(proceed: proceed, close: close)
        }
    }

    /// Lists the albums again when the library changes. During an import it often does.
    private func followLibrary(_ hub: NotificationHub) {
        let steps = hub.observe(LibraryChanged.self, on: .glib) { [weak self] change in
            guard let step = change.step else { return }
            self?.browser.refresh(after: step)
            // The library may follow other folders now.
            if [.importing, .forgetting].contains(step.change.kind) { self?.watcher.update() }
        }
        let changes = ObservationSource.messages(LibraryChanged.self, in: hub).filter { $0.step == nil }
        let listing = Receptionist(for: changes, on: .glib, delivering: .throttled(for: .milliseconds(250))) { [weak self] _ in
            self?.browser.refresh()
        }
        observations += [steps, listing]
    }

    /// Makes the welcome page offer the user's own music folder.
    private func findMusicFolder() {
        Task { [weak self] in
            let folder = await Task.detached { UserFolder.music.path }.value
            self?.welcome.musicFolder = folder
        }
    }

    func present() {
        window.present()
        takeFocus()
    }

    /// Calls a closure when the window is closed.
    func onClose(_ body: @escaping @MainActor () -> Void) {
        window.onDestroy = body
    }

    /// Shows a message at the bottom of the window.
    func tell(_ message: String) {
        toasts.show(Toast(message))
    }

    /// Closes all dialogs before the program ends.
    func dismissDialogs() {
        changing.dismiss()
        adding.dismiss()
        imports.dismiss()
        preferences.dismiss()
        statistics.dismiss()
        shelves.dismiss()
    }

    // MARK: Layout

    private func layOut() {
        let header = HeaderBar()
        header.titleWidget = heading
        header.packStart(backButton)
        header.packStart(addButton)
        header.packStart(browser.finding.searchButton)
        header.packEnd(menu)
        header.packEnd(layoutButtons)
        header.packEnd(browser.finding.sortButton)
        header.packEnd(sharing.button)

        // Shown until the first result.
        pages.add(Box(.vertical), named: "waiting")
        let albums = Overlay(Box(.vertical, [wall, strip]))
        albums.addOverlay(browser.hint)
        pages.add(albums, named: "albums")
        pages.add(nothing, named: "nothing")
        pages.add(welcome, named: "welcome")
        pages.expandsVertically = true
        let content = Overlay(
            Box(
                .vertical,
                [
                    header, browser.finding.bar, browser.finding.filters, imports.bar, Box(.horizontal, [shelves.sidebar, toasts]),
                    playing.bar,
                ]))
        content.addOverlay(screen)
        window.content = content
        // After a field's own use of the keys, so that Ctrl+Z in a field undoes typing. The Delete key means other things elsewhere.
        window.add(ShortcutController(.undo, .redo, .edit, .pastePicture))
        for view in [browser.wall, browser.strip] as [any AlbumsController] { view.add(ShortcutController(.remove)) }
        window.setMinimumSize(width: 360, height: 420)
    }

    /// Shows the albums in another way, and goes between the wall and an album's page where there is room for one of them only.
    private func followLayout(_ application: Application) {
        let keys = [(AlbumLayout.wall.rawValue, "<Control>1"), (AlbumLayout.strip.rawValue, "<Control>2")]
        application.addChoice("layout", selection: browser.layout.rawValue, shortcuts: keys) { [weak self] member in
            guard let self, let layout = AlbumLayout(rawValue: member) else { return }
            details.layout = layout
            browser.layout = layout
            showLayout()
            browser.takeFocus()
        }
        let selection: () -> SelectedAlbums = { [weak browser] in browser?.selection ?? SelectedAlbums(indices: [], list: AlbumList()) }
        (changing.selection, details.selection, export.selection, fetching.selection) = (selection, selection, selection, selection)
        browser.onCount = { [weak self] count in
            self?.show(selectedCount: count)
            self?.escape.note(.selection, isOpen: count > 1)
        }
        let use: () -> Void = { [weak browser] in browser?.keepSelection() }
        (details.onUse, changing.onUse) = (use, use)
        browser.onOpenCover = { [weak self] in self?.openCover() }
        details.page.cover?.onOpen = { [weak self] in self?.openCover() }
        // The album may have gone, or its cover.
        details.page.cover?.onTexture = { [weak screen] texture in screen?.replace(by: texture) }
        // The last one is selected.
        adding.onClose = { [weak self] in self?.takeFocus() }
        playing.bar.onOpen = { [weak self] album in self?.open(album) }
        playing.bar.onLeave = { [weak self] in self?.browser.takeFocus() }
        details.onFacet = { [weak self] facet in self?.show(facet) }
        details.onChooseCopy = { [weak self] rip in self?.changing.play(rip) }
        details.page.onUsePicture = { [weak self] picture, album in
            self?.changing.setCover(to: picture, of: album)
        }
        details.page.onPictureKind = { [weak self] kind, picture, album in self?.changing.setKind(kind, ofPicture: picture, of: album) }
        details.onOpen = { [weak self] index in
            self?.browser.wall.select(index)
            self?.browser.takeFocus()
        }
        statistics.onFacet = { [weak self] facet in self?.show(facet) }
        browser.finding.filters.leading = shelves.chip
        shelves.onOffer = { [weak browser] in browser?.finding.offerFilters() }
        shelves.onList = { [weak self] isOpen in self?.escape.note(.filterList, isOpen: isOpen) }
        shelves.onShow = { [weak self] shelf in
            self?.browser.keepSelection()
            self?.browser.finding.show(shelf.filter, search: shelf.search)
        }
        shelves.onEnter = { [weak browser] in browser?.stayAway() }
        shelves.onSidebar = { [weak self] hadFocus in
            self?.makeRoom()
            if hadFocus { self?.takeFocus() }
        }
        shelves.querySource = { [weak browser] in browser?.finding.query ?? AlbumQuery(search: "") }
        shelves.onProblem = { [weak self] problem in self?.tell(problem.description) }
        screen.onOpen = { [weak self] isOpen in
            self?.window.isFullscreen = isOpen
            self?.escape.note(.cover, isOpen: isOpen)
            if !isOpen { self?.browser.takeFocus() }
        }
        backButton.onClick = { [weak self] in self?.closePage() }
        browser.wall.onClick = { [weak self] in
            guard let self else { return }
            browser.keepSelection()
            if wall.isFolded { openPage() }
        }
        browser.wall.onActivate = { [weak self] in
            guard let self else { return }
            browser.keepSelection()
            if wall.isFolded { openPage() } else { details.play() }
        }
        // The wall folds during a layout, in which nothing else may change.
        let page = ObservationSource.values { [wall] in (wall.isFolded, wall.showsSecond) }
        let folding = Receptionist(for: page, on: .glib, delivering: .latest) { [weak self] _ in
            self?.updateBack()
            self?.makeRoom()
        }
        observations.append(folding)
        showLayout()
    }

    private func showLayout() {
        wall.isVisible = browser.layout == .wall
        strip.isVisible = browser.layout == .strip
        updateBack()
    }

    private func openCover() {
        guard let texture = details.page.cover?.shownTexture else { return }
        browser.keepSelection()
        screen.open(texture)
    }

    private func openPage() {
        wall.showsSecond = true
        details.page.takeFocus()
    }

    /// Goes back from the page to the wall.
    private func closePage() {
        wall.showsSecond = false
        browser.takeFocus()
    }

    /// Shows the albums that have a facet.
    private func show(_ facet: AlbumFacet) {
        browser.keepSelection()
        browser.finding.show(AlbumFilter([facet]))
    }

    /// Selects an album and shows its page.
    private func open(_ album: AlbumID) {
        browser.select(album)
        if browser.layout == .wall, wall.isFolded { openPage() }
    }

    /// Offers to go back from a page to the wall, instead of what belongs to the wall.
    private func updateBack() {
        let isOnPage = browser.layout == .wall && wall.isFolded && wall.showsSecond
        if isOnPage != backButton.isVisible { escape.note(.page, isOpen: isOnPage) }
        backButton.isVisible = isOnPage
        browser.finding.hasButtons = !isOnPage
    }

    // MARK: Keys

    /// Follows what the Escape key closes, and takes letters that are typed anywhere but in a field.
    private func followKeys() {
        browser.finding.onOpen = { [weak self] isOpen in self?.noteSearch(isOpen: isOpen) }
        browser.finding.filters.onList = { [weak self] isOpen in self?.escape.note(.filterList, isOpen: isOpen) }
        browser.onTyping = { [weak self] isTyping in self?.escape.note(.letters, isOpen: isTyping) }
        escape.note(.search, isOpen: browser.finding.isSearching)
        // Before the focused widget, which would take the space bar in the middle of a name.
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, pages.visibleChild == "albums", !screen.isVisible, !window.focusTakesLetters else { return false }
            return browser.typeLetter(key, modifiers)
        }
        window.content?.add(keys)
    }

    /// Shows what a search finds, instead of what is in front of it.
    private func noteSearch(isOpen: Bool) {
        escape.note(.search, isOpen: isOpen)
        guard isOpen else { return }
        screen.close()
        wall.showsSecond = false
    }

    private func close(_ part: OpenParts.Part) {
        switch part {
        case .search: browser.finding.endSearch()
        case .selection: browser.selectOne()
        case .page: closePage()
        case .filterList:
            browser.finding.filters.closeList()
            shelves.closeList()
        case .letters: browser.stopTyping()
        case .cover: screen.close()
        }
    }

    private func followWidth() {
        window.onWidthChange = { [weak self] in self?.makeRoom() }
        observations += [
            window.observe(\.restorableSize) { [weak self] size in
                // GTK is laying out. A window that gets wider can wait for the end, and requests no other layout in the same frame.
                if let self, size.width < knownWidth || !window.isInView { makeRoom() }
            },
            window.observe(\.isMaximized) { [weak self] _ in self?.makeRoom() },
        ]
        makeRoom()
    }

    /// Adapts to a narrow window: hides buttons that the main menu duplicates, makes the album's title smaller, and what can be pressed
    /// larger, because a narrow window may be that of a phone.
    private func makeRoom() {
        // The size that the user drags the window to is known before it is laid out, and then kept from being narrower than its contents.
        let width = window.isMaximized ? window.shownWidth : window.restorableSize.width
        knownWidth = width
        let isNarrow = width < 440
        addButton.isVisible = !isNarrow
        layoutButtons.isVisible = !isNarrow
        playing.bar.isNarrow = width < 640
        shelves.hasRoom = width >= 860
        details.makeRoom(windowWidth: width - shelves.sidebarWidth, isBesideWall: !wall.isFolded)
        window.setStyle("narrow", isNarrow)
        SleevesStyle.isForTouch = isNarrow || Settings.shared.hasTouchScreen
    }

    // MARK: Albums

    private func show(_ found: FoundAlbums) {
        show(page: !found.albums.isEmpty ? "albums" : found.query.isNarrowed ? "nothing" : "welcome")
        nothing.show(found)
        welcome.wishCount = found.wishCount
        countText = found.countText
        show(selectedCount: browser.selectedCount)
        if browser.selectedCount <= 1 { escape.note(.selection, isOpen: false) }
        browser.finding.isOffered = found.total > 0 || found.query.isForWishes
        shelves.isOffered = browser.finding.isOffered
        shelves.query = found.query
        if found.albums.isEmpty { changing.album = nil }
        changing.areWishes = found.query.isForWishes
    }

    private func show(selectedCount count: Int) {
        (changing.selectedCount, details.selectedCount) = (count, count)
        heading.subtitle = count > 1 ? localized(one: "{count} album selected", other: "{count} albums selected", count: count) : countText
    }

    private func show(_ album: Album) {
        details.show(album)
        changing.album = album
    }

    private func show(page name: String) {
        let former = pages.visibleChild
        guard name != former else { return }
        // The widget with the focus may have been hidden already, and a message may have got it. The search field keeps it.
        let losesFocus = toasts.holdsFocus || !window.isFocusSet
        // The first page appears without a transition.
        pages.transitionMilliseconds = former == "waiting" ? 0 : 200
        pages.visibleChild = name
        if former == "waiting" || former == "welcome" || name == "welcome" {
            takeFocus()
        } else if losesFocus {
            if name == "nothing" { nothing.focusButton() } else { browser.takeFocus() }
        }
    }

    /// Moves the keyboard focus to the main widget of the page.
    private func takeFocus() {
        switch pages.visibleChild {
        case "welcome": welcome.focusButton()
        case "nothing": browser.finding.startSearch()
        default: browser.takeFocus()
        }
    }

    // MARK: Import

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        imports.chooseFolder()
    }

    /// Imports folders and lists, after any current import.
    func importPlaces(_ places: [String]) {
        imports.start(places)
    }
}
