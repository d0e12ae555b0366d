internal import CAdwaita

/// A field for words to look for.
@MainActor
public final class SearchEntry: Widget {
    /// Called when the text has changed, with each key.
    public var onSearch: ((String) -> Void)?
    /// Called when the user gives the search up.
    public var onStop: (() -> Void)?
    /// Called when the user presses the Enter key.
    public var onActivate: (() -> Void)?

    /// Creates an empty field.
    public init(placeholder: String = "") {
        super.init(gtk_search_entry_new())
        sleeves_object_set_string(object.pointer, "placeholder-text", placeholder)
        // GTK would wait for a pause. Whoever looks is quick, and leaves out what is overtaken.
        gtk_search_entry_set_search_delay(opaque, 0)
        listen(to: "search-changed") { [weak self] _ in
            guard let self else { return }
            onSearch?(text)
        }
        listen(to: "stop-search") { [weak self] _ in self?.onStop?() }
        listen(to: "activate") { [weak self] _ in self?.onActivate?() }
    }

    /// Marks the whole text, so that what is typed next takes its place.
    public func selectAll() {
        gtk_editable_select_region(opaque, 0, -1)
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }
}
