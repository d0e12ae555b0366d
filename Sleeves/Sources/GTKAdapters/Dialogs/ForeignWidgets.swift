internal import CAdwaita

/// Access to widgets that GTK and libadwaita create themselves and leave without accessible names.
@MainActor
enum ForeignWidgets {
    /// Visits a widget and all its descendants.
    static func visit(_ widget: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void) {
        body(widget)
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            visit(child, body)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// Returns the widget as an instance of a class; nil if it isn't one.
    static func cast<Class>(
        _ widget: UnsafeMutablePointer<GtkWidget>,
        to type: GType,
        as class: Class.Type = Class.self
    ) -> UnsafeMutablePointer<Class>? {
        isKind(widget, of: type) ? UnsafeMutableRawPointer(widget).assumingMemoryBound(to: Class.self) : nil
    }

    /// Returns whether the widget is an instance of a class.
    static func isKind(_ widget: UnsafeMutablePointer<GtkWidget>, of type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }
}
