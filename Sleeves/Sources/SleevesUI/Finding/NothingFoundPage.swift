import GTKAdapters
import Localization

/// The page for a search without results.
@MainActor
final class NothingFoundPage: Bin {
    /// - Parameter endSearch: Closes the search.
    init(endSearch: @escaping @MainActor () -> Void) {
        let button = Button(localized("Show All Albums"), style: "pill", onClick: endSearch)
        button.horizontalAlignment = .center
        super.init(
            StatusPage(
                icon: "system-search-symbolic",
                title: localized("No Albums Found"),
                description: localized("Try other words, or fewer filters."),
                child: button
            )
        )
    }
}
