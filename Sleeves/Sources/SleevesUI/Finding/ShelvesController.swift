import GTKAdapters
import Localization
import SleevesLibrary

/// A controller of the shelves: it lists them with the numbers of their albums, beside the albums where there is room, else in a popover, and makes a
/// shelf of the present search and filter.
@MainActor
final class ShelvesController {
    /// The height of what surrounds the rows in the popover: the button below, and the popover's arrow and margins.
    private static let frame = 110
    /// The width of the list beside the albums, in logical pixels.
    private static let width = 240

    /// Opens the popover. It names the shelf that is shown.
    private(set) lazy var chip = PopoverButton(localized("Shelves")) { [weak self] in self?.makeContent() ?? Box(.vertical) }
    /// The list beside the albums.
    let sidebar = Revealer(.slideRight)
    /// Returns the search and the filter that are to be saved.
    var querySource: (() -> AlbumQuery)?
    /// Shows the chip.
    var onOffer: (() -> Void)?
    /// Called when the user opens the popover, and when it has closed.
    var onList: ((_ isOpen: Bool) -> Void)?
    /// Called before a list gets the keyboard focus.
    var onEnter: (() -> Void)?
    /// Called when the list beside the albums opens or closes, with whether it had the keyboard.
    var onSidebar: ((_ hadFocus: Bool) -> Void)?
    /// Called when the user chooses a shelf.
    var onShow: ((Shelf) -> Void)?
    /// Called with the error that prevents counting or saving.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private let status: AppStatus
    private let window: ApplicationWindow
    private let changes: ChangeQueue
    private let toasts: ToastOverlay
    /// All albums, and the wanted ones.
    private let usual = ShelvesList(localized("Library"), style: "navigation-sidebar")
    private let own = ShelvesList(localized("Shelves"), style: "navigation-sidebar")
    private let listed = ShelvesList(localized("Shelves"), style: "boxed-list")
    /// Say what a shelf is while there are none: in the popover, and beside the albums.
    private lazy var hints = [Self.makeHint(), Self.makeHint()]
    private lazy var scrolled = ScrolledWindow(listed)
    private var shelves = Shelves()
    private var reading: Task<Void, Never>?
    /// Whether the shelves have been read once.
    private var hasRead = false
    /// Whether the keyboard goes to the list when they have been.
    private var isEntering = false
    private var listing: Action?
    private var saving: Action?
    private var dialog: ShelfDialog?

    init(
        _ application: Application, library: LibraryAPI, status: AppStatus, window: ApplicationWindow, changes: ChangeQueue,
        toasts: ToastOverlay
    ) {
        (self.library, self.status, self.window, self.changes, self.toasts) = (library, status, window, changes, toasts)
        chip.addStyle("chip")
        chip.onOpen = { [weak self] in
            guard let self else { return }
            onEnter?()
            scrolled.heightLimit = max(chip.roomBelow - Self.frame, 160)
            read()
            onList?(true)
        }
        chip.onClose = { [weak self] in self?.onList?(false) }
        for list in [own, listed] { list.onEdit = { [weak self] in self?.edit($0) } }
        for list in [usual, own, listed] {
            list.onShow = { [weak self] shelf in
                self?.chip.close()
                self?.onShow?(shelf)
            }
        }
        listing = application.addAction(.shelves) { [weak self] in self?.toggle() }
        saving = application.addAction(.saveShelf) { [weak self] in self?.askForName() }
        saving?.isEnabled = false
        read()
    }

    isolated deinit {
        reading?.cancel()
    }

    /// The query whose albums are shown.
    var query = AlbumQuery(search: "") {
        didSet {
            guard query != oldValue else { return }
            saving?.isEnabled = query.isNarrowed
            mark()
            if query.libraryVersion != oldValue.libraryVersion { read() }
        }
    }

    /// Whether there are albums to look for.
    var isOffered = true {
        didSet {
            guard isOffered != oldValue else { return }
            listing?.isEnabled = isOffered
            updateSidebar()
        }
    }

    /// Whether there is room for the list beside the albums.
    var hasRoom = false {
        didSet { if hasRoom != oldValue { updateSidebar() } }
    }

    /// The width that the list takes beside the albums, in logical pixels; 0 while it isn't there.
    var sidebarWidth: Int { isBesideAlbums ? Self.width : 0 }

    /// Closes the popover.
    func closeList() {
        chip.close()
    }

    /// Closes the open dialog.
    func dismiss() {
        dialog?.close()
    }

    // MARK: The lists

    private var isBesideAlbums: Bool { hasRoom && isOffered && status.restorable.showsShelves }

    private func toggle() {
        guard hasRoom else {
            onOffer?()
            // When GTK knows its place.
            return GLibContext.enqueueWhenIdle { [weak self] in self?.chip.open() }
        }
        status.restorable.showsShelves.toggle()
        updateSidebar()
        guard isBesideAlbums else { return }
        enterSidebar()
    }

    /// Gives the keyboard to the first shelf of the user's own, or else to the first one, when they are there.
    private func enterSidebar() {
        isEntering = !hasRead
        guard hasRead else { return }
        GLibContext.enqueueWhenIdle { [weak self] in
            guard let self, isBesideAlbums else { return }
            onEnter?()
            if shelves.all.isEmpty { usual.focusFirst() } else { own.focusFirst() }
        }
    }

    private func updateSidebar() {
        chip.isVisible = !isBesideAlbums
        guard sidebar.isRevealed != isBesideAlbums else { return }
        let hadFocus = sidebar.containsFocus
        if sidebar.child == nil { sidebar.child = makeSidebar() }
        sidebar.isRevealed = isBesideAlbums
        if isBesideAlbums { read() }
        onSidebar?(hadFocus)
    }

    private func makeContent() -> Widget {
        // The keyboard goes to the rows, not to what scrolls them.
        scrolled.isFocusable = false
        let content = Box(.vertical, spacing: 8, [scrolled, hints[0], makeSaveButton()])
        content.setMinimumSize(width: 280)
        return content
    }

    private func makeSidebar() -> Widget {
        let title = Label(localized("Shelves"), style: "heading", "dim-label")
        title.textAlignment = 0
        title.margins = Margins(horizontal: 12, vertical: 0)
        // The list itself has the name.
        title.setAccessibleRole(.presentation)
        let save = makeSaveButton()
        save.margins = Margins(horizontal: 12, vertical: 6)
        let lists = ScrolledWindow(Box(.vertical, spacing: 6, [usual, title, own, hints[1], save]))
        lists.isFocusable = false
        lists.expandsVertically = true
        lists.setMinimumSize(width: Self.width - 1)
        lists.addStyle("shelves")
        return Box(.horizontal, [lists, Separator(.vertical)])
    }

    private static func makeHint() -> Label {
        let hint = Label(
            localized("A shelf keeps a search with its filters, to come back to. Search or filter the albums, and save that."),
            style: "dim-label")
        hint.wraps = true
        hint.textAlignment = 0
        hint.margins = Margins(horizontal: 12, vertical: 6)
        hint.widthLimit = 32
        return hint
    }

    private func makeSaveButton() -> Button {
        let save = Button(localized("Save as Shelf…"))
        save.actionName = "app.save-shelf"
        return save
    }

    /// The shelves that every library has.
    private static let usualShelves = [
        Shelf(localized("All Albums"), filter: AlbumFilter(), symbol: .note),
        Shelf(localized("Wanted"), filter: AlbumFilter([.wanted]), symbol: .star),
    ].compactMap(\.self)

    /// Reads the shelves, and counts their albums where they are shown.
    private func read() {
        reading?.cancel()
        reading = Task { [weak self, library] in
            do throws(PersistencyError) {
                let shelves = try await library.shelves()
                if Task.isCancelled { return }
                self?.show(shelves)
                guard let self, chip.isOpen || isBesideAlbums else { return }
                let all = Self.usualShelves + shelves.all
                let counts = try await library.counts(of: all)
                if Task.isCancelled { return }
                usual.show(counts: Array(counts.prefix(Self.usualShelves.count)))
                for list in [own, listed] { list.show(counts: Array(counts.dropFirst(Self.usualShelves.count))) }
            } catch {
                if !Task.isCancelled { self?.onProblem?(error) }
            }
        }
    }

    private func show(_ shelves: Shelves) {
        self.shelves = shelves
        dialog?.shelves = shelves
        usual.show(Self.usualShelves)
        for list in [own, listed] { list.show(shelves.all) }
        for hint in hints { hint.isVisible = shelves.all.isEmpty }
        scrolled.isVisible = !shelves.all.isEmpty
        mark()
        hasRead = true
        if isEntering { enterSidebar() }
    }

    /// Marks the shelf whose albums are shown.
    private func mark() {
        for list in [usual, own, listed] { list.mark(where: query.isLike) }
        let shelf = query.isNarrowed ? shelves.all.first(where: query.isLike) : nil
        chip.label = shelf?.name.shortened(to: 32) ?? localized("Shelves")
        chip.setStyle("suggested-action", shelf != nil)
    }

    // MARK: Changing

    /// Makes a change, after the others that the user has asked for.
    ///
    /// - Parameter toast: What to say then.
    private func change(_ change: @escaping @Sendable (LibraryAPI) async throws(PersistencyError) -> Void, saying toast: Toast? = nil) {
        changes.add { [weak self, library] in
            do throws(PersistencyError) {
                try await change(library)
                self?.read()
                if let toast { self?.toasts.show(toast) }
            } catch {
                self?.onProblem?(error)
            }
        }
    }

    private func askForName() {
        chip.close()
        let query = querySource?() ?? query
        guard let shelf = Shelf(query.proposedName, search: query.search, filter: query.filter) else {
            return toasts.show(Toast(localized("The search is too long to be saved. Shorten it.")))
        }
        present(
            ShelfDialog(parent: window, shelf: shelf, among: shelves) { [weak self] shelf in
                let words = localized("“{shelf}” is a shelf now.", ["shelf": shelf.name])
                self?.change({ library throws(PersistencyError) in try await library.save(shelf) }, saying: Toast(words))
            })
    }

    private func edit(_ shelf: Shelf) {
        chip.close()
        present(
            ShelfDialog(parent: window, shelf: shelf, among: shelves) { [weak self] new in
                self?.change { library throws(PersistencyError) in try await library.save(new, insteadOf: shelf) }
            } remove: { [weak self] in
                self?.remove(shelf)
            })
    }

    private func remove(_ shelf: Shelf) {
        let words = localized("The shelf “{shelf}” was removed.", ["shelf": shelf.name])
        let toast = Toast(words, seconds: 8, button: localized("Undo")) { [weak self] in self?.putBack(shelf) }
        change({ library throws(PersistencyError) in try await library.remove(shelf) }, saying: toast)
    }

    /// Puts a removed shelf back, unless there is a new one with its name.
    private func putBack(_ shelf: Shelf) {
        change { library throws(PersistencyError) in
            let shelves = try await library.shelves()
            if shelves.named(shelf.name) == nil, !shelves.isReserved(shelf.name) { try await library.save(shelf) }
        }
    }

    private func present(_ dialog: ShelfDialog) {
        dialog.onClose = { [weak self] in self?.dialog = nil }
        self.dialog = dialog
        dialog.present()
    }
}

extension AlbumQuery {
    /// Whether the query is for the albums of a shelf.
    fileprivate func isLike(_ shelf: Shelf) -> Bool {
        Shelf(shelf.name, search: search, filter: filter).map(shelf.hasSameAlbums) ?? false
    }

    /// A name for a shelf with the query's albums.
    fileprivate var proposedName: String {
        let order = AlbumFacet.Kind.known
        let facets = filter.facets.sorted { (a, b) in
            (order.firstIndex(of: a.kind) ?? order.count, a.shownText) < (order.firstIndex(of: b.kind) ?? order.count, b.shownText)
        }
        let parts = (isSearch ? [search] : []) + facets.map(\.shownText)
        return String(parts.joined(separator: ", ").prefix(60))
    }
}
