internal import CAdwaita

/// A GTK widget class whose functions are in Swift. An instance of it is as large as a plain widget: what else it has is GObject's data.
@MainActor
struct WidgetClass {
    private let type: GType

    /// Registers a class.
    ///
    /// - Parameters:
    ///   - name: The name of the type.
    ///   - fill: Sets the functions of the class. GObject calls it once.
    init(_ name: String, fill: @convention(c) (_ widgetClass: gpointer?, _ data: gpointer?) -> Void) {
        var query = GTypeQuery()
        g_type_query(gtk_widget_get_type(), &query)
        type = g_type_register_static_simple(
            gtk_widget_get_type(), name, query.class_size, fill, query.instance_size, nil, GTypeFlags(0))
    }

    /// Makes the widgets of a class remove their children when they are disposed of. Call it where the class is filled.
    nonisolated static func removeChildrenOnDisposal(in widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        // SAFETY: a GtkWidgetClass begins with its GObjectClass.
        UnsafeMutableRawPointer(widgetClass).assumingMemoryBound(to: GObjectClass.self).pointee.dispose = { object in
            guard let object else { return }
            // A widget must unparent its children itself.
            let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
            while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
            sleeves_widget_class_dispose(object)
        }
    }

    /// Makes a widget of the class.
    func make() -> UnsafeMutablePointer<GtkWidget> {
        guard let instance = g_object_new_with_properties(type, 0, nil, nil) else {
            fatalError("GObject does not return without an instance")
        }
        return UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GtkWidget.self)
    }
}

extension UnsafeMutablePointer<GtkWidget> {
    /// Returns the widget's data of a key.
    func data(_ key: String) -> UnsafeMutableRawPointer? {
        g_object_get_data(UnsafeMutableRawPointer(self).assumingMemoryBound(to: GObject.self), key)
    }
}
