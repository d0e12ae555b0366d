internal import CAdwaita

/// A row of a ``ListBox`` or a ``PreferencesGroup``, around any widget.
@MainActor
open class ListRow: Widget {
    /// Creates a row.
    ///
    /// - Parameters:
    ///   - child: The content.
    ///   - isActivatable: Whether a click, or the Enter key, does something.
    public init(_ child: Widget, isActivatable: Bool = false) {
        // A group takes only this kind of row into its list.
        super.init(adw_preferences_row_new())
        keep(child)
        gtk_list_box_row_set_child(object.cast(), child.gtk)
        self.isActivatable = isActivatable
    }

    /// Creates a row from one of GTK's, which has its own content.
    init(row: UnsafeMutablePointer<GtkWidget>) {
        super.init(row)
    }

    /// Whether a click, or the Enter key, does something.
    public var isActivatable: Bool {
        get { gtk_list_box_row_get_activatable(object.cast()) != 0 }
        set { gtk_list_box_row_set_activatable(object.cast(), newValue ? 1 : 0) }
    }
}
