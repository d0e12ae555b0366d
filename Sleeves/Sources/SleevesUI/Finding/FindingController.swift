import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The search and the order: their buttons, their bar, and the way of what is typed to what is found.
///
/// What is typed goes to the ``SearchModel``, which finds.
@MainActor
final class FindingController {
    /// Opens the search, and ends it.
    let searchButton = ToggleButton(icon: "system-search-symbolic", tooltip: localized("Search"))
    /// Offers the orders.
    let sortButton: MenuButton
    /// Where the words are typed, below the header.
    let bar: SearchBar
    /// Called with what was found.
    var onFound: ((FoundAlbums) -> Void)?
    /// Called when the person has ended the search, is done with typing, or has chosen an order.
    var onLeave: (() -> Void)?
    /// Called with what kept it from finding.
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
        followBar()
        tokens += [
            model.observe(\.found) { [weak self] found in
                if let found { self?.onFound?(found) }
            },
            model.observe(\.problem) { [weak self] problem in
                if let problem { self?.onProblem?(problem) }
            },
        ]
    }

    /// Looks again, because the library has changed.
    ///
    /// - Returns: The version of the library that is looked at from now on.
    func refresh() -> Int {
        model.query.libraryVersion += 1
        return model.query.libraryVersion
    }

    /// Opens the search and has the keyboard write in it.
    func startSearch() {
        if bar.isOpen { takeKeyboard() } else { bar.isOpen = true }
    }

    private func takeKeyboard() {
        entry.grabFocus()
        entry.selectAll()
    }

    /// Looks for words as if the person had typed them.
    func search(for words: String) {
        bar.isOpen = true
        entry.text = words
        // Once the menu has given it back to its button.
        GLibContext.enqueue { [weak self] in self?.onLeave?() }
    }

    /// Shows all albums again.
    func endSearch() {
        bar.isOpen = false
    }

    /// Whether the search is open.
    var isSearching: Bool { bar.isOpen }

    /// Whether there is anything to find or to order: the buttons are there only then.
    var isOffered = true {
        didSet {
            guard isOffered != oldValue else { return }
            for button in [searchButton, sortButton] as [Widget] { button.isVisible = isOffered }
            searching?.isEnabled = isOffered
            if !isOffered { bar.isOpen = false }
        }
    }

    /// Where the artist stands that typed letters mean; `nil` if there is none.
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
            // Once the menu has given it back to its button.
            GLibContext.enqueue { [weak self] in self?.onLeave?() }
        }
    }

    private func followBar() {
        tokens.append(bar.bindBothWays(\.isOpen, to: searchButton, \.isOn))
        let opening = bar.observe(\.isOpen) { [weak self] isOpen in
            guard let self else { return }
            if isOpen {
                takeKeyboard()
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
