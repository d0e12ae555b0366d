import GTKAdapters
import Localization
import SleevesLibrary

/// A controller of the shelves: it lists them with the numbers of their albums, and makes one of the present search and filter.
@MainActor
final class ShelvesController {
    /// The height of what surrounds the rows: the button below, and the popover's arrow and margins.
    private static let frame = 110

    /// Opens the list. It names the shelf that is shown.
    private(set) lazy var chip = PopoverButton(localized("Shelves")) { [weak self] in self?.makeContent() ?? Box(.vertical) }
    /// Returns the search and the filter that are to be saved.
    var querySource: (() -> AlbumQuery)?
    /// Shows the chip.
    var onOffer: (() -> Void)?
    /// Called when the user opens the list, and when it has closed.
    var onList: ((_ isOpen: Bool) -> Void)?
    /// Called when the user chooses a shelf.
    var onShow: ((Shelf) -> Void)?
    /// Called with the error that prevents counting.
    var onProblem: ((PersistencyError) -> Void)?

    private let library: LibraryAPI
    private let status: AppStatus
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private lazy var list = ListBox(style: "boxed-list")
    private lazy var hint = Label(
        localized("A shelf keeps a search with its filters, to come back to. Search or filter the albums, and save that."),
        style: "dim-label")
    private lazy var scrolled = ScrolledWindow(list)
    private var rows: [ActionRow] = []
    private var counting: Task<Void, Never>?
    private var listing: Action?
    private var saving: Action?
    private var dialog: ShelfDialog?

    init(
        _ application: Application, library: LibraryAPI, status: AppStatus, window: ApplicationWindow, toasts: ToastOverlay
    ) {
        (self.library, self.status, self.window, self.toasts) = (library, status, window, toasts)
        chip.addStyle("chip")
        chip.onOpen = { [weak self] in
            guard let self else { return }
            scrolled.heightLimit = max(chip.roomBelow - Self.frame, 160)
            fill()
            onList?(true)
        }
        chip.onClose = { [weak self] in self?.onList?(false) }
        listing = application.addAction("shelves", shortcuts: "F9") { [weak self] in
            self?.onOffer?()
            // When GTK knows its place.
            GLibContext.enqueueWhenIdle { [weak self] in self?.chip.open() }
        }
        saving = application.addAction("save-shelf", shortcuts: "<Control>d") { [weak self] in self?.askForName() }
        saving?.isEnabled = false
    }

    isolated deinit {
        counting?.cancel()
    }

    /// The query whose albums are shown.
    var query = AlbumQuery(search: "") {
        didSet {
            guard query != oldValue else { return }
            saving?.isEnabled = query.isNarrowed
            nameShelf()
            guard chip.isOpen else { return }
            // The rows stay where only the albums have changed: one may have the keyboard, or be pressed.
            if query.isLike(oldValue) { count() } else { fill() }
        }
    }

    /// Whether there are albums to look for.
    var isOffered = true {
        didSet { listing?.isEnabled = isOffered }
    }

    /// Closes the list.
    func closeList() {
        chip.close()
    }

    /// Closes the open dialog.
    func dismiss() {
        dialog?.close()
    }

    private func nameShelf() {
        let shelf = query.isNarrowed ? status.restorable.shelves.all.first(where: query.isLike) : nil
        chip.label = shelf?.name.shortened(to: 32) ?? localized("Shelves")
        chip.setStyle("suggested-action", shelf != nil)
    }

    // MARK: The list

    private func makeContent() -> Widget {
        // The keyboard goes to the rows, not to what scrolls them.
        scrolled.isFocusable = false
        list.setAccessibleLabel(localized("Shelves"))
        hint.wraps = true
        hint.widthLimit = 36
        let save = Button(localized("Save as Shelf…"))
        save.actionName = "app.save-shelf"
        let content = Box(.vertical, spacing: 8, [scrolled, hint, save])
        content.setMinimumSize(width: 280)
        return content
    }

    private func fill() {
        let shelves = status.restorable.shelves.all
        hint.isVisible = shelves.isEmpty
        scrolled.isVisible = !shelves.isEmpty
        let focused = list.focusedRow
        list.removeAll()
        rows = shelves.map { shelf in
            let row = ActionRow(shelf.name)
            row.titleLineLimit = 2
            row.onActivate = { [weak self] in
                self?.chip.close()
                self?.onShow?(shelf)
            }
            // Translators: {shelf} is the name of a shelf.
            let name = localized("Remove “{shelf}”", ["shelf": shelf.name])
            let remove = Button(icon: "user-trash-symbolic", tooltip: name, style: "flat", "circular") { [weak self] in self?.remove(shelf)
            }
            remove.verticalAlignment = .center
            row.trailing = ""
            row.addSuffix(remove)
            list.append(row)
            row.mark(asChosen: query.isLike(shelf))
            return row
        }
        if let focused, !rows.isEmpty { list.focusRow(at: min(focused, rows.count - 1)) }
        count()
    }

    private func count() {
        counting?.cancel()
        counting = Task { [weak self, library, rows, shelves = status.restorable.shelves.all] in
            do throws(PersistencyError) {
                let counts = try await library.counts(of: shelves)
                guard !Task.isCancelled else { return }
                for (row, count) in zip(rows, counts) {
                    row.trailing = formatted(count)
                    row.setAccessibleDescription(localized(one: "{count} album", other: "{count} albums", count: count))
                }
            } catch {
                if !Task.isCancelled { self?.onProblem?(error) }
            }
        }
    }

    private func remove(_ shelf: Shelf) {
        change { $0.remove(shelf.name) }
        let words = localized("The shelf “{shelf}” was removed.", ["shelf": shelf.name])
        toasts.show(Toast(words, seconds: 8, button: localized("Undo")) { [weak self] in self?.putBack(shelf) })
    }

    /// Puts a removed shelf back, unless there is a new one with its name.
    private func putBack(_ shelf: Shelf) {
        guard status.restorable.shelves.named(shelf.name) == nil else { return }
        change { $0.insert(shelf) }
    }

    private func change(_ body: (inout Shelves) -> Void) {
        body(&status.restorable.shelves)
        nameShelf()
        if chip.isOpen { fill() }
    }

    // MARK: Saving

    private func askForName() {
        chip.close()
        let query = querySource?() ?? query
        let dialog = ShelfDialog(parent: window, name: query.proposedName, shelves: status.restorable.shelves) { name in
            Shelf(name, search: query.search, filter: query.filter)
        } save: { [weak self] shelf in
            self?.change { $0.insert(shelf) }
            self?.toasts.show(Toast(localized("“{shelf}” is a shelf now.", ["shelf": shelf.name])))
        }
        dialog.onClose = { [weak self] in self?.dialog = nil }
        self.dialog = dialog
        dialog.present()
    }
}

extension AlbumQuery {
    /// Whether the query is for the albums of a shelf.
    fileprivate func isLike(_ shelf: Shelf) -> Bool {
        Shelf(shelf.name, search: search, filter: filter) == shelf
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
