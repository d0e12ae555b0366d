internal import CAdwaita

/// A row of a ``ListBox``, around any widget.
@MainActor
open class ListRow: Widget {
    /// Creates a row.
    ///
    /// - Parameters:
    ///   - child: what it shows.
    ///   - isActivatable: whether a click, or the Enter key, does something.
    public init(_ child: Widget, isActivatable: Bool = false) {
        super.init(gtk_list_box_row_new())
        keep(child)
        gtk_list_box_row_set_child(object.cast(), child.gtk)
        gtk_list_box_row_set_activatable(object.cast(), isActivatable ? 1 : 0)
    }
}
