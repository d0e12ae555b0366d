internal import CAdwaita

/// A workaround that makes the pointer leave closed menus.
///
/// At each layout of a window, GTK 4.8 asks the widget under the pointer for its surface. A menu that is hidden between two frames can
/// receive one more motion event, and counts as under the pointer from then on, although it is invisible. If its surface is destroyed while
/// something else (a pending event, a screen reader) still retains the menu, GTK uses the destroyed surface and crashes.
///
/// A widget that becomes insensitive loses the pointer. So every popover becomes insensitive for a moment before its surface is destroyed.
@MainActor
enum PointerFocus {
    private static var isInstalled = false

    /// Installs the workaround for all popovers, once per process.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        // A class has signals as soon as it is loaded. It stays loaded.
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
