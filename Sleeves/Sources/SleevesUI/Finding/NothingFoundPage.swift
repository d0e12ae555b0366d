import GTKAdapters
import Localization

/// The page for a search without results.
@MainActor
final class NothingFoundPage: Bin {
    private let page: StatusPage
    private let button: Button

    /// - Parameter endSearch: Closes the search.
    init(endSearch: @escaping @MainActor () -> Void) {
        button = Button(localized("Show All Albums"), style: "pill", onClick: endSearch)
        button.horizontalAlignment = .center
        page = StatusPage(icon: "system-search-symbolic", title: localized("No Albums Found"), child: button)
        super.init(page)
    }

    /// Moves the keyboard focus to the button.
    func focusButton() {
        button.grabFocus()
    }

    /// Shows the way to find albums with another query, or to have any.
    func show(_ found: FoundAlbums) {
        page.description =
            found.query.isForWishes && found.wishCount == 0
            ? localized("You want nothing yet. Import a Discogs wantlist, or add a record that you want.")
            : localized("Try other words, or fewer filters.")
    }
}
