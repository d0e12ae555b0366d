internal import CAdwaita

extension ApplicationWindow {
    /// Whether the widget with the keyboard focus uses letters itself, because it is a field, or in a menu or another popover.
    public var focusTakesLetters: Bool {
        guard let focus = gtk_window_get_focus(object.cast()) else { return false }
        return ForeignWidgets.isKind(focus, of: gtk_editable_get_type()) || gtk_widget_get_native(focus) != opaque
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
