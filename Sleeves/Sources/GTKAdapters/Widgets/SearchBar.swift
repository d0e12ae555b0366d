internal import CAdwaita

/// A bar with a ``SearchEntry`` that slides out below the header, and in again with the Escape key.
@MainActor
public final class SearchBar: Widget {
    private let entry: SearchEntry

    /// Creates a closed bar.
    ///
    /// - Parameter entry: where the words are typed. Closing the bar empties it.
    public init(_ entry: SearchEntry) {
        self.entry = entry
        super.init(gtk_search_bar_new())
        let clamp = Clamp(entry, width: 480)
        entry.expandsHorizontally = true
        keep(clamp)
        gtk_search_bar_set_child(opaque, clamp.gtk)
        gtk_search_bar_connect_entry(opaque, entry.opaque)
    }

    /// Whether the bar is open. Observable.
    public var isOpen: Bool {
        get { property("search-mode-enabled").value }
        set { property("search-mode-enabled").value = newValue }
    }
}
