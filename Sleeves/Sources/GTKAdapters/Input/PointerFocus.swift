internal import CAdwaita

/// Lets the pointer leave menus that are gone.
///
/// Whenever GTK 4.8 lays out a window, it asks the widget under the pointer for its surface. A menu that is hidden between two frames can get
/// one more motion, and counts as under the pointer from then on, although it cannot be seen. If its surface goes while something still
/// holds it (an event on its way, a screen reader), GTK uses a surface that is not there, and the program ends.
///
/// A widget that becomes insensitive loses the pointer. So every popover does, for a moment, before its surface goes.
@MainActor
enum PointerFocus {
    private static var isInstalled = false

    /// Looks after every popover, once for the life of the process.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        // A class has signals once it is loaded. Kept for good.
        g_type_class_ref(gtk_widget_get_type())
        g_signal_add_emission_hook(
            g_signal_lookup("unrealize", gtk_widget_get_type()), 0,
            { _, _, values, _ in
                guard let object = g_value_get_object(values),
                    g_type_check_instance_is_a(object.assumingMemoryBound(to: GTypeInstance.self), gtk_popover_get_type()) != 0
                else { return 1 }
                let widget = object.assumingMemoryBound(to: GtkWidget.self)
                guard gtk_widget_get_sensitive(widget) != 0 else { return 1 }
                gtk_widget_set_sensitive(widget, 0)
                gtk_widget_set_sensitive(widget, 1)
                return 1
            }, nil, nil)
    }
}
