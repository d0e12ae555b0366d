internal import CAdwaita

/// What is done to widgets that GTK and libadwaita make by themselves, and leave without names for those who do not see them.
@MainActor
enum ForeignWidgets {
    /// Visits all widgets below one, and it.
    static func visit(_ widget: UnsafeMutablePointer<GtkWidget>, _ body: (UnsafeMutablePointer<GtkWidget>) -> Void) {
        body(widget)
        var next = gtk_widget_get_first_child(widget)
        while let child = next {
            visit(child, body)
            next = gtk_widget_get_next_sibling(child)
        }
    }

    /// The widget as one of a class, where it is one.
    static func cast<Class>(
        _ widget: UnsafeMutablePointer<GtkWidget>,
        to type: GType,
        as class: Class.Type = Class.self
    ) -> UnsafeMutablePointer<Class>? {
        isKind(widget, of: type) ? UnsafeMutableRawPointer(widget).assumingMemoryBound(to: Class.self) : nil
    }

    /// Whether the widget is one of a class.
    static func isKind(_ widget: UnsafeMutablePointer<GtkWidget>, of type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }
}
