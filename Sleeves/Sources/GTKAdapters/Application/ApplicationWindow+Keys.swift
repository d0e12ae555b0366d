internal import CAdwaita

extension ApplicationWindow {
    /// Whether the widget with the keyboard focus uses letters itself, because it is a field, or in a menu or another popover.
    public var focusTakesLetters: Bool {
        guard let focus = gtk_window_get_focus(object.cast()) else { return false }
        return ForeignWidgets.isKind(focus, of: gtk_editable_get_type()) || gtk_widget_get_native(focus) != opaque
    }

    /// Lets the keys of the window and the application rest while a dialog is open in the window, as they do behind a modal one. Libadwaita leaves
    /// them to the window, which is around the dialog.
    func restKeys() {
        for (controller, phase) in restingKeys { gtk_event_controller_set_propagation_phase(controller.opaque, phase) }
        restingKeys = []
        guard sleeves_window_has_dialog(object.cast()) != 0 else { return }
        let list = GObjectReference(taking: UnsafeMutableRawPointer(gtk_widget_observe_controllers(gtk)))
        withExtendedLifetime(list) {
            for place in 0..<g_list_model_get_n_items(list.opaque) {
                guard let item = g_list_model_get_item(list.opaque, place) else { continue }
                let controller = GObjectReference(taking: item)
                guard Self.takesKeys(controller) else { continue }
                restingKeys.append((controller, gtk_event_controller_get_propagation_phase(controller.opaque)))
                gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_NONE)
            }
        }
    }

    /// Whether a controller takes keys, other than those that GTK gives each window: they move the focus.
    private static func takesKeys(_ controller: GObjectReference) -> Bool {
        let isOfKeys = [gtk_shortcut_controller_get_type(), gtk_event_controller_key_get_type()].contains { type in
            g_type_check_instance_is_a(controller.cast(), type) != 0
        }
        let name = gtk_event_controller_get_name(controller.opaque).map { String(cString: $0) } ?? ""
        return isOfKeys && !name.hasPrefix("gtk-widget-class")
    }
}

extension Widget {
    /// Reports the Escape key to the window where neither the widget with the focus nor a popover uses it.
    ///
    /// The window itself does this for all its widgets, but for those whose class in GTK always keeps the key.
    func reportEscape() {
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            guard let self, key == .escape, modifiers.isEmpty else { return false }
            return ApplicationWindow.containing(gtk)?.onEscape?() ?? false
        }
        add(keys)
    }
}
