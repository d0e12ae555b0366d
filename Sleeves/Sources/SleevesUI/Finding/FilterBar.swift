import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The chips of the facets that narrow down the albums: a button for each kind with several values, one for each other kind, and
/// one to clear them all.
@MainActor
final class FilterBar: Bin {
    /// Called when the user chooses other facets.
    var onChange: ((AlbumFilter) -> Void)?
    /// Called when the user opens the list of a chip, and when it has closed.
    var onList: ((_ isOpen: Bool) -> Void)?
    /// Called with the error that prevents counting.
    var onProblem: ((PersistencyError) -> Void)?

    private static let kinds: [AlbumFacet.Kind] =
        [.artist, .genre, .decade, .year] + ReleaseField.facets.map(AlbumFacet.Kind.release)
        + [.label, .format, .folder, .rating, .place, .condition, .bought]
    private static let ownLimit = 12
    private static let marks: [AlbumFacet] = [
        .favourite, .wanted, .lent, .duplicate, .withoutCover, .smallCover, .withoutBack, .tracksMissing,
    ]

    /// Stands before the chips, in every query.
    var leading: Widget? {
        didSet {
            if child != nil, let leading { line.prepend(leading) }
        }
    }

    // Made when the bar is first shown.
    private lazy var buttons = Self.kinds.map { ($0, FacetButton($0)) }
    /// The buttons of the user's own fields.
    private let ownButtons = Box(.horizontal, spacing: 6)
    private lazy var switches = Self.marks.map { ($0, Button("", style: "chip")) }
    private lazy var line = Box(.horizontal, spacing: 6, buttons.map(\.1) + [ownButtons] + switches.map(\.1) + [clear])
    private lazy var clear = Button(localized("Clear"), style: "flat", "chip")
    private let library: LibraryAPI
    private let queries = Subject<AlbumQuery>()
    private var query = AlbumQuery(search: "")
    private var receptionist: Receptionist?

    init(_ library: LibraryAPI) {
        self.library = library
        super.init()
        setAccessibleLabel(localized("Filters"))
        isVisible = false
        // Counting takes longer than searching, so it waits for a pause in the typing.
        let pace = DeliveryPolicy.debounced(for: .milliseconds(200)).switchToLatest
        receptionist = Receptionist(for: .values(of: queries), on: .mainActor, delivering: pace) { [weak self] query in
            await self?.count(query)
        }
    }

    private func makeChips() {
        line.margins = Margins(horizontal: 12, vertical: 6)
        // Until it is known which kinds there are.
        line.opacity = 0
        for (facet, button) in switches {
            // It has no text before its albums are counted.
            button.isVisible = false
            button.onClick = { [weak self] in self?.toggle(facet) }
        }
        if let leading { line.prepend(leading) }
        child = ScrolledWindow(line, scrollsSideways: true)
        for (kind, button) in buttons { prepare(button, kind) }
        clear.onClick = { [weak self] in self?.onChange?(AlbumFilter()) }
    }

    private func prepare(_ button: FacetButton, _ kind: AlbumFacet.Kind) {
        button.onOpen = { [weak self, weak button] in
            guard let self, let button else { return }
            fill(button, kind)
            onList?(true)
        }
        button.onClose = { [weak self] in self?.onList?(false) }
        button.onToggle = { [weak self] facet in self?.toggle(facet) }
    }

    /// Makes the buttons of own fields that have none.
    private func makeButtons(for fields: some Sequence<String>) {
        for kind in Set(fields).sorted().map(AlbumFacet.Kind.own) where !buttons.contains(where: { $0.0 == kind }) {
            let button = FacetButton(kind)
            prepare(button, kind)
            buttons.append((kind, button))
            ownButtons.append(button)
        }
        ownButtons.isVisible = buttons.count > Self.kinds.count
    }

    /// Shows the facets of a query, and counts those of its albums.
    func show(_ query: AlbumQuery) {
        self.query = query
        if child == nil {
            makeChips()
            Task { [weak self] in await self?.count(query) }
        }
        makeButtons(for: query.filter.facets.compactMap { if case .own(let field, _) = $0 { field } else { nil } })
        for (kind, button) in buttons {
            button.chosen = query.filter.facets.filter { $0.kind == kind }.sorted { $0.shownText < $1.shownText }
        }
        for (facet, button) in switches { button.setStyle("suggested-action", query.filter.facets.contains(facet)) }
        clear.isVisible = !query.filter.isEmpty
        queries.notify(query)
    }

    private func toggle(_ facet: AlbumFacet) {
        onChange?(query.filter.toggling(facet))
    }

    /// Hides the kinds of facets that none of the albums has.
    private func count(_ query: AlbumQuery) async {
        do {
            let counts = try await library.facets(search: query.words, filter: query.filter)
            if Task.isCancelled { return }
            line.opacity = 1
            // A list may bring any number of fields. The most used ones have chips.
            let used = counts.own.mapValues { $0.reduce(0) { $0 + $1.count } }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            let offered = used.prefix(Self.ownLimit).map(\.key)
            makeButtons(for: offered)
            for (kind, button) in buttons {
                let isOffered = if case .own(let field) = kind { offered.contains(field) } else { !counts[kind].isEmpty }
                button.isVisible = isOffered || !button.chosen.isEmpty
                if button.isOpen { fill(button, kind) }
            }
            for (facet, button) in switches {
                let count = counts[facet.kind].first?.count ?? 0
                button.label = localized("{facet} ({count})", ["facet": facet.shownText, "count": formatted(count)])
                button.isVisible = query.filter.facets.contains(facet) || count > 0
            }
        } catch {
            if !Task.isCancelled { onProblem?(error) }
        }
    }

    /// Closes the list of the chip that is open.
    func closeList() {
        guard child != nil else { return }
        for (_, button) in buttons where button.isOpen { button.close() }
    }

    /// Lists the facets of a kind, which are alternatives to those that are chosen.
    private func fill(_ button: FacetButton, _ kind: AlbumFacet.Kind) {
        Task { [library, query, weak button] in
            guard let counts = try? await library.facets(search: query.words, filter: query.filter.removing(kind)) else { return }
            button?.show(counts[kind])
        }
    }
}
