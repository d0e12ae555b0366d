internal import CAdwaita

/// A bar with a ``SearchEntry`` that slides out below the header, and in again with the Escape key.
@MainActor
public final class SearchBar: Widget {
    /// Called when the bar was opened or closed, by whoever.
    public var onOpenChange: ((Bool) -> Void)?

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
        listen(to: "notify::search-mode-enabled") { [weak self] _ in
            guard let self else { return }
            onOpenChange?(isOpen)
        }
    }

    /// Whether the bar is open.
    public var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(opaque) != 0 }
        set { gtk_search_bar_set_search_mode(opaque, newValue ? 1 : 0) }
    }
}
