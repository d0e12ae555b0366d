internal import CAdwaita

/// A search field.
@MainActor
public final class SearchEntry: Widget {
    /// Called when the text changes, with each key.
    public var onSearch: ((String) -> Void)?
    /// Called when the user presses the Enter key.
    public var onActivate: (() -> Void)?

    /// Creates an empty field.
    public init(placeholder: String = "") {
        super.init(gtk_search_entry_new())
        sleeves_object_set_string(object.pointer, "placeholder-text", placeholder)
        // GTK would wait for a pause. Searching is fast, and outdated searches are skipped.
        gtk_search_entry_set_search_delay(opaque, 0)
        listen(to: "search-changed") { [weak self] _ in
            guard let self else { return }
            onSearch?(text)
        }
        reportEscape()
        listen(to: "activate") { [weak self] _ in self?.onActivate?() }
    }

    /// Selects the whole text, so that typing replaces it.
    public func selectAll() {
        gtk_editable_select_region(opaque, 0, -1)
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }
}
