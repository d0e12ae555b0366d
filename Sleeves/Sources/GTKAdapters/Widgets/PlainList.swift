internal import CAdwaita

/// A list of rows that don't take the keyboard focus: the Tab key leads only to what is in them.
///
/// In a ``ListBox``, each row is a stop of its own, before the labels and buttons in it.
///
/// **Behavior**
/// - The Tab key, and the Up and Down keys, lead from one label, link or button to the next.
/// - The Up key on the first one, and the Down key on the last one, do nothing. In a field, these keys are the field's own.
@MainActor
public final class PlainList: Box {
    /// A row.
    @MainActor
    open class Row: Box {
        /// Creates a row around a widget.
        public init(_ child: Widget) {
            super.init(.vertical, cssName: "row")
            setAccessibleRole(.listItem)
            append(child)
        }
    }

    /// Creates a list. The style `"boxed-list"` gives it a frame.
    public init(style: String..., rows: [Row]) {
        super.init(.vertical, cssName: "list")
        setAccessibleRole(.list)
        for name in style { addStyle(name) }
        for row in rows { append(row) }
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, modifiers.isEmpty, key == .up || key == .down,
                ApplicationWindow.containing(gtk)?.focusTakesLetters != true
            else { return false }
            gtk_widget_child_focus(gtk, key == .down ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD)
            return true
        }
        add(keys)
    }
}
