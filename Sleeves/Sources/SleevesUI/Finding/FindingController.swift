import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller for search and order: their buttons, their bar, and the search itself.
///
/// It passes the typed words to ``SearchModel``, which finds the albums.
@MainActor
final class FindingController {
    /// Opens and closes the search.
    let searchButton = ToggleButton(icon: "system-search-symbolic", tooltip: localized("Search"))
    /// Offers the orders.
    let sortButton: MenuButton
    /// The bar with the search field, below the header.
    let bar: SearchBar
    /// Called with the found albums.
    var onFound: ((FoundAlbums) -> Void)?
    /// Called when the user closes the search, finishes typing, or chooses an order.
    var onLeave: (() -> Void)?
    /// Called with the error of a search.
    var onProblem: ((PersistencyError) -> Void)?

    private let entry = SearchEntry(placeholder: localized("Title, artist, genre, year or label"))
    private let status: AppStatus
    private let model: SearchModel
    private var tokens: [ObservationToken] = []
    private var searching: Action?

    init(_ application: Application, library: LibraryAPI, status: AppStatus) {
        self.status = status
        let state = status.restorable
        model = SearchModel(library, status: status)
        sortButton = MenuButton(icon: "view-sort-descending-symbolic", tooltip: localized("Sort"), menu: Self.orders)
        bar = SearchBar(entry)
        entry.setAccessibleLabel(localized("Search"))
        entry.text = state.search
        bar.isOpen = model.query.isSearch
        addActions(to: application)
        followBar(library)
        tokens += [
            model.observe(\.found) { [weak self] found in
                if let found { self?.onFound?(found) }
            },
            model.observe(\.problem) { [weak self] problem in
                if let problem { self?.onProblem?(problem) }
            },
        ]
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

    private func takeKeyboard() {
        entry.grabFocus()
        entry.selectAll()
    }

    /// Searches for words as if the user had typed them.
    func search(for words: String) {
        bar.isOpen = true
        entry.text = words
        // After the menu has returned the focus to its button.
        GLibContext.enqueue { [weak self] in self?.onLeave?() }
    }

    /// Closes the search and shows all albums again.
    func endSearch() {
        bar.isOpen = false
    }

    /// Whether the search is open.
    var isSearching: Bool { bar.isOpen }

    /// Whether there are albums to search and order. Without any, the buttons are hidden.
    var isOffered = true {
        didSet {
            guard isOffered != oldValue else { return }
            for button in [searchButton, sortButton] as [Widget] { button.isVisible = isOffered }
            searching?.isEnabled = isOffered
            if !isOffered { bar.isOpen = false }
        }
    }

    /// Returns the position of the artist that typed letters name; `nil` if there is none.
    func index(of jump: ArtistJump) async -> Int? {
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
                ]
            )
        ])
    }

    private func addActions(to application: Application) {
        searching = application.addAction("search", shortcuts: "<Control>f") { [weak self] in self?.startSearch() }
        application.addChoice("sort", selection: status.restorable.sort.rawValue) { [weak self] member in
            guard let self, let sort = AlbumSort(rawValue: member) else { return }
            status.restorable.sort = sort
            model.query.sort = sort
            // After the menu has returned the focus to its button.
            GLibContext.enqueue { [weak self] in self?.onLeave?() }
        }
    }

    private func followBar(_ library: LibraryAPI) {
        tokens.append(bar.bindBothWays(\.isOpen, to: searchButton, \.isOn))
        let opening = bar.observe(\.isOpen) { [weak self] isOpen in
            guard let self else { return }
            if isOpen {
                takeKeyboard()
                Task { await library.prepareFinding() }
            } else {
                look(for: "")
                onLeave?()
            }
        }
        tokens.append(opening)
        entry.onSearch = { [weak self] text in self?.look(for: text) }
        entry.onActivate = { [weak self] in self?.onLeave?() }
    }

    private func look(for text: String) {
        guard text != model.query.search else { return }
        status.restorable.search = text
        model.query.search = text
    }
}
