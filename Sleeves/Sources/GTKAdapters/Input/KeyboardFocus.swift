internal import CAdwaita

/// A workaround that keeps keys from being lost after the widget with the keyboard has been removed.
///
/// GTK passes a key along the ancestors of the widget that has the keyboard, beginning with the window. It moves the keyboard out of a removed
/// widget only after the next frame, and if the neighbour that it tries declines the keyboard, not even then. Until the keyboard moves, keys follow
/// the ancestors of something that is in no window: neither the window nor its shortcuts receive them.
///
/// So before each key, a window whose keyboard is in a removed widget gets it back. After the frame, GTK moves it to a neighbour as before.
@MainActor
enum KeyboardFocus {
    private static var isInstalled = false

    /// Installs the workaround for all windows, once per process.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        // A class has signals as soon as it is loaded. It stays loaded.
        g_type_class_ref(gdk_surface_get_type())
        g_signal_add_emission_hook(
            g_signal_lookup("event", gdk_surface_get_type()), 0,
            { _, count, values, _ in
                // The surface, and the event.
                guard count > 1, let values, let event = OpaquePointer(g_value_peek_pointer(values + 1)) else { return 1 }
                if gdk_event_get_event_type(event) == GDK_KEY_PRESS, let surface = g_value_get_object(values) {
                    MainActor.assumeIsolated { KeyboardFocus.take(OpaquePointer(surface)) }
                }
                return 1
            }, nil, nil)
    }

    /// - Parameter surface: The surface that is about to receive a key.
    private static func take(_ surface: OpaquePointer) {
        guard let native = gtk_native_get_for_surface(surface),
            let root = gtk_widget_get_root(UnsafeMutablePointer<GtkWidget>(native)),
            let focused = gtk_root_get_focus(root), gtk_widget_get_root(focused) != root
        else { return }
        gtk_root_set_focus(root, nil)
    }
}
