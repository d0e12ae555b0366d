internal import CAdwaita

/// A bar with a ``SearchEntry`` below the header, which the Escape key closes.
@MainActor
public final class SearchBar: Widget {
    private let entry: SearchEntry

    /// Creates a closed bar.
    ///
    /// - Parameter entry: the search field. Closing the bar clears it.
    public init(_ entry: SearchEntry) {
        self.entry = entry
        super.init(gtk_search_bar_new())
        let clamp = Clamp(entry, width: 480)
        entry.expandsHorizontally = true
        keep(clamp)
        gtk_search_bar_set_child(opaque, clamp.gtk)
        gtk_search_bar_connect_entry(opaque, entry.opaque)
        // While the bar slides, GTK 4.8 focuses the entry a second time, and typing would replace the first characters.
        if let slide = gtk_widget_get_first_child(gtk), ForeignWidgets.isKind(slide, of: gtk_revealer_get_type()) {
            gtk_revealer_set_transition_duration(OpaquePointer(slide), 0)
        }
        // GTK focuses the text in the entry while it opens, and doesn't tell screen readers if that is not yet realised, with the entry.
        listen(to: "map") { [weak entry] _ in
            GLibContext.enqueueWhenIdle {
                guard let entry, gtk_widget_get_root(entry.gtk) != nil, let text = gtk_editable_get_delegate(entry.opaque) else { return }
                gtk_widget_realize(UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkWidget.self))
            }
        }
    }

    /// Whether the bar is open. Observable.
    public var isOpen: Bool {
        get { property("search-mode-enabled").value }
        set { property("search-mode-enabled").value = newValue }
    }
}
