import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller for search, filter and order: their buttons, their bars, and the search itself.
///
/// It passes the typed words and the chosen facets to ``SearchModel``, which finds the albums.
@MainActor
final class FindingController {
    /// Opens and closes the search.
    let searchButton = ToggleButton(icon: "system-search-symbolic", tooltip: localized("Search"))
    /// Offers the orders.
    let sortButton: MenuButton
    /// The bar with the search field, below the header.
    let bar: SearchBar
    /// The chips of the facets, below the search field.
    let filters: FilterBar
    /// Called with the found albums.
    var onFound: ((FoundAlbums) -> Void)?
    /// Called when the user closes the search, finishes typing, or chooses an order.
    var onLeave: (() -> Void)?
    /// Called before the search field gets the keyboard focus.
    var onEnter: (() -> Void)?
    /// Called when the user opens the search or a filter, returns to the search field, and when both are closed.
    var onOpen: ((_ isOpen: Bool) -> Void)?
    /// Called with the error of a search.
    var onProblem: ((PersistencyError) -> Void)?

    private let entry = SearchEntry(placeholder: localized("Title, artist, track, genre, year or label"))
    private let status: AppStatus
    private let model: SearchModel
    private var tokens: [ObservationToken] = []
    private var searching: Action?
    private let library: LibraryAPI
    private var measuring: Task<Void, Never>?

    init(_ application: Application, library: LibraryAPI, status: AppStatus) {
        self.status = status
        self.library = library
        let state = status.restorable
        model = SearchModel(library, status: status)
        sortButton = MenuButton(icon: "view-sort-descending-symbolic", tooltip: localized("Sort"), menu: Self.orders)
        bar = SearchBar(entry)
        entry.setAccessibleLabel(localized("Search"))
        entry.text = state.search
        bar.isOpen = model.query.isSearch
        filters = FilterBar(library)
        addActions(to: application)
        followBar(library)
        filters.onChange = { [weak self] filter in self?.filter(by: filter) }
        filters.onProblem = { [weak self] problem in self?.onProblem?(problem) }
        updateFilters()
        tokens += [
            model.observe(\.found) { [weak self] found in
                guard let self, let found else { return }
                onFound?(found)
                measureCovers(for: found.query)
                // The counts may have changed.
                updateFilters()
            },
            model.observe(\.problem) { [weak self] problem in
                if let problem { self?.onProblem?(problem) }
            },
        ]
    }

    isolated deinit {
        measuring?.cancel()
    }

    /// Measures the covers that the query doesn't find without it. If any is small, the library announces a change.
    private func measureCovers(for query: AlbumQuery) {
        guard measuring == nil, query.filter.facets.contains(.smallCover) else { return }
        measuring = Task { [library] in await library.measureCovers() }
    }

    /// Searches again, because the library has changed.
    ///
    /// - Returns: The version of the library that searches use from now on.
    func refresh() -> Int {
        model.query.libraryVersion += 1
        return model.query.libraryVersion
    }

    /// Opens the search and moves the keyboard focus to it.
    func startSearch() {
        if bar.isOpen { takeKeyboard() } else { bar.isOpen = true }
    }

    /// Shows the chips, with the search unless there is a filter.
    func offerFilters() {
        if isSearching { noteUse() } else { bar.isOpen = true }
    }

    private func takeKeyboard() {
        onEnter?()
        entry.grabFocus()
        entry.selectAll()
    }

    /// Shows the albums that match a search and a filter, instead of the present ones.
    func show(_ filter: AlbumFilter, search: String = "") {
        bar.isOpen = !search.isEmpty
        if entry.text != search { entry.text = search }
        look(for: search)
        self.filter(by: filter)
        // Also when it was open already, but behind something else.
        noteUse()
        // After a menu has returned the focus to its button.
        GLibContext.enqueue { [weak self] in self?.onLeave?() }
    }

    /// Closes the search and shows all albums again.
    func endSearch() {
        guard isSearching else { return }
        filter(by: AlbumFilter())
        // Which reports the end of the search, too.
        if bar.isOpen { bar.isOpen = false } else { onLeave?() }
    }

    /// The query as the user sees it: the last letters may not be searched for yet.
    var query: AlbumQuery {
        var query = model.query
        if bar.isOpen { query.search = entry.text }
        return query
    }

    /// Whether the result of the newest search isn't there yet.
    var isPending: Bool { model.found?.query != model.query }

    /// Whether the search is open, or there is a filter.
    var isSearching: Bool { bar.isOpen || !model.query.filter.isEmpty }

    private func filter(by filter: AlbumFilter) {
        guard filter != model.query.filter else { return }
        let wasSearching = isSearching
        status.restorable.filter = filter
        model.query.filter = filter
        updateFilters()
        if isSearching != wasSearching { noteUse() }
    }

    private func noteUse() {
        onOpen?(isSearching)
    }

    /// Shows the chips while the search is open or there is a filter.
    private func updateFilters() {
        filters.isVisible = isOffered && isSearching
        if filters.isVisible { filters.show(model.query) }
    }

    /// Whether there are albums to search and order. Without any, the buttons are hidden.
    var isOffered = true {
        didSet {
            guard isOffered != oldValue else { return }
            updateButtons()
            searching?.isEnabled = isOffered
            if !isOffered { endSearch() }
        }
    }

    /// Whether there is room for the buttons.
    var hasButtons = true {
        didSet { updateButtons() }
    }

    private func updateButtons() {
        for button in [searchButton, sortButton] as [Widget] { button.isVisible = isOffered && hasButtons }
    }

    /// Returns the index that typed letters lead to; `nil` if there is none.
    func index(of jump: AlbumJump) async -> Int? {
        await model.index(of: jump)
    }

    private static var orders: Menu {
        Menu([
            Menu.Section(
                localized("Sort By"),
                [
                    Menu.Item(localized("Artist"), action: "app.sort::artist"),
                    Menu.Item(localized("Title"), action: "app.sort::title"),
                    Menu.Item(localized("Year"), action: "app.sort::year"),
                    Menu.Item(localized("Recently Added"), action: "app.sort::added"),
                    Menu.Item(localized("Random"), action: "app.sort::random"),
                ]
            ),
            Menu.Section(
                nil,
                [
                    Menu.Item(localized("_Reversed"), action: "app.reversed"),
                    Menu.Item(localized("_Group By"), groupings),
                ]),
            Menu.Section(nil, [Menu.Item(localized("_Surprise Me"), action: "app.surprise")]),
        ])
    }

    private static var groupings: Menu {
        Menu([
            Menu.Section(nil, [Menu.Item(localized("Nothing", context: "albums are grouped by"), action: "app.group::\(ungrouped)")]),
            Menu.Section(nil, ListGrouping.allCases.map { Menu.Item($0.name, action: "app.group::\($0.rawValue)") }),
        ])
    }

    private static let ungrouped = "none"

    private func addActions(to application: Application) {
        searching = application.addAction(.search) { [weak self] in self?.startSearch() }
        let order = status.restorable.order
        let reversing = application.addToggle("reversed", isOn: order.isReversed) { [weak self] isOn in
            guard let self else { return }
            var order = model.query.order
            order.isReversed = isOn
            sort(by: order)
        }
        reversing.isEnabled = order.sort != .random
        application.addChoice("sort", selection: order.sort.rawValue) { [weak self] member in
            guard let self, let sort = AlbumSort(rawValue: member) else { return }
            reversing.isOn = false
            reversing.isEnabled = sort != .random
            var order = sort == .random ? .shuffled() : AlbumOrder(sort)
            order.grouping = model.query.order.grouping
            self.sort(by: order)
        }
        application.addChoice("group", selection: order.grouping?.rawValue ?? Self.ungrouped) { [weak self] member in
            guard let self else { return }
            var order = model.query.order
            order.grouping = ListGrouping(rawValue: member)
            sort(by: order)
        }
    }

    private func sort(by order: AlbumOrder) {
        status.restorable.order = order
        model.query.order = order
        // After the menu has returned the focus to its button.
        GLibContext.enqueue { [weak self] in self?.onLeave?() }
    }

    private func followBar(_ library: LibraryAPI) {
        tokens.append(bar.bindBothWays(\.isOpen, to: searchButton, \.isOn))
        let opening = bar.observe(\.isOpen) { [weak self] isOpen in
            guard let self else { return }
            updateFilters()
            noteUse()
            if isOpen {
                takeKeyboard()
                Task { await library.prepareFinding() }
            } else {
                look(for: "")
                onLeave?()
            }
        }
        tokens.append(opening)
        let focus = FocusController()
        focus.onEnter = { [weak self] in
            self?.onEnter?()
            self?.noteUse()
        }
        entry.add(focus)
        entry.onSearch = { [weak self] text in self?.look(for: text) }
        entry.onActivate = { [weak self] in self?.onLeave?() }
    }

    private func look(for text: String) {
        guard text != model.query.search else { return }
        status.restorable.search = text
        model.query.search = text
    }
}
