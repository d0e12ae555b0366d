import GTKAdapters
import Localization

/// What a search shows that finds nothing.
@MainActor
final class NothingFoundPage: Bin {
    /// - Parameter endSearch: The way out.
    init(endSearch: @escaping @MainActor () -> Void) {
        let button = Button(localized("Show All Albums"), style: "pill", onClick: endSearch)
        button.horizontalAlignment = .center
        super.init(
            StatusPage(
                icon: "system-search-symbolic",
                title: localized("No Albums Found"),
                description: localized("No title, artist, genre, year or label begins with these words."),
                child: button
            )
        )
    }
}
