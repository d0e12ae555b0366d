internal import CAdwaita

/// A workaround that makes the pointer leave closed menus and windows.
///
/// At each layout of a window, GTK 4.8 asks the widget under the pointer for its surface. A menu that is hidden between two frames can
/// receive one more motion event, and counts as under the pointer from then on, although it is invisible. If its surface is destroyed while
/// something else (a pending event, a screen reader) still retains the menu, GTK uses the destroyed surface and crashes.
///
/// A widget that becomes insensitive loses the pointer. So every popover becomes insensitive for a moment before its surface is destroyed.
///
/// In the same way, a tooltip that is due half a second after the last motion uses the surface of a menu or window that was closed meanwhile.
/// So it isn't shown before the next motion.
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
                if let widget = g_value_get_object(values)?.assumingMemoryBound(to: GtkWidget.self) {
                    MainActor.assumeIsolated { PointerFocus.leave(widget) }
                }
                return 1
            }, nil, nil)
    }

    /// - Parameter widget: A widget whose surface, if it has one, is about to be destroyed.
    private static func leave(_ widget: UnsafeMutablePointer<GtkWidget>) {
        guard ForeignWidgets.isKind(widget, of: gtk_native_get_type()) else { return }
        cancelTooltip(on: gtk_widget_get_display(widget))
        guard ForeignWidgets.isKind(widget, of: gtk_popover_get_type()), gtk_widget_get_sensitive(widget) != 0 else { return }
        gtk_widget_set_sensitive(widget, 0)
        gtk_widget_set_sensitive(widget, 1)
    }

    private static func cancelTooltip(on display: OpaquePointer?) {
        let source = g_main_context_find_source_by_user_data(nil, UnsafeMutableRawPointer(display))
        guard let source, let name = g_source_get_name(source), String(cString: name) == "[gtk] tooltip_popup_timeout" else { return }
        // GTK removes it at the next motion, so it must stay.
        g_source_set_ready_time(source, -1)
    }
}
