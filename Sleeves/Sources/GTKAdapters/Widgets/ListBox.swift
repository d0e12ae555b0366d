internal import CAdwaita

/// A list of rows.
@MainActor
public final class ListBox: Widget {
    /// The way in which rows can be selected.
    public enum Selection: Sendable {
        /// Not at all.
        case none
        /// One, or none.
        case single
    }

    private var rows: [Widget] = []
    private var leaving: SignalConnection?

    /// Called with the position of a row that is activated by click or by key.
    public var onActivate: ((_ position: Int) -> Void)?
    /// Called when a key would lead beyond the last row, or before the first one. Without a handler, the key leads out of the list.
    public var onLeave: ((_ isForward: Bool) -> Void)? {
        didSet {
            leaving = SignalConnection(deciding: object, "keynav-failed") { [weak self] arguments in
                let direction = arguments.enumeration(0)
                guard let onLeave = self?.onLeave, [GTK_DIR_UP.rawValue, GTK_DIR_DOWN.rawValue].contains(direction) else { return false }
                onLeave(direction == GTK_DIR_DOWN.rawValue)
                return true
            }
        }
    }

    /// Creates a list. The style `"boxed-list"` gives it a frame.
    public init(selection: Selection = .none, style: String...) {
        super.init(gtk_list_box_new())
        gtk_list_box_set_selection_mode(opaque, selection == .none ? GTK_SELECTION_NONE : GTK_SELECTION_SINGLE)
        for name in style { addStyle(name) }
        listen(to: "row-activated") { [weak self] arguments in
            guard let row = arguments.object(0) else { return }
            self?.onActivate?(Int(gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))))
        }
    }

    /// The number of rows.
    public var count: Int { rows.count }

    /// Adds a row at the end. A widget that isn't an ``ActionRow`` is wrapped in a plain row.
    public func append(_ row: Widget) {
        rows.append(row)
        keep(row)
        gtk_list_box_append(opaque, row.gtk)
    }

    /// The position of the row with the keyboard focus.
    public var focusedRow: Int? { rows.firstIndex(where: \.containsFocus) }

    /// Moves the keyboard focus to a row.
    public func focusRow(at position: Int) {
        guard let row = gtk_list_box_get_row_at_index(opaque, gint(position)) else { return }
        gtk_widget_grab_focus(UnsafeMutableRawPointer(row).assumingMemoryBound(to: GtkWidget.self))
    }

    /// Selects a row, if one can be selected; `nil` to select none.
    public func selectRow(at position: Int?) {
        gtk_list_box_select_row(opaque, position.flatMap { gtk_list_box_get_row_at_index(opaque, gint($0)) })
    }

    /// Removes all rows.
    public func removeAll() {
        for row in rows {
            // A widget in a plain row is removed with that row.
            let parent = gtk_widget_get_parent(row.gtk)
            if let parent, parent != gtk {
                gtk_list_box_row_set_child(UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GtkListBoxRow.self), nil)
                gtk_list_box_remove(opaque, parent)
            } else {
                gtk_list_box_remove(opaque, row.gtk)
            }
            letGo(of: row)
        }
        rows = []
    }
}
