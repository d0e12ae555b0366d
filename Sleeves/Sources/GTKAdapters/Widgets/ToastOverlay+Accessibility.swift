internal import CAdwaita
internal import Localization

extension ToastOverlay {
    /// Has the messages' buttons say once what they do, which libadwaita 1.2 does not manage.
    func nameButtons() {
        var message = gtk_widget_get_last_child(gtk)
        while let current = message, current != child?.gtk {
            Self.nameButtons(in: current)
            message = gtk_widget_get_prev_sibling(current)
        }
    }

    private static func nameButtons(in widget: UnsafeMutablePointer<GtkWidget>) {
        if isInstance(widget, of: gtk_button_get_type()) { return nameButton(widget) }
        var next = gtk_widget_get_first_child(widget)
        while let current = next {
            nameButtons(in: current)
            next = gtk_widget_get_next_sibling(current)
        }
    }

    private static func nameButton(_ widget: UnsafeMutablePointer<GtkWidget>) {
        let button = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkButton.self)
        // The button with the cross has no name at all.
        if gtk_button_get_icon_name(button) != nil { return Widget(widget).setAccessibleLabel(localized("Close")) }
        // The other takes its text for one with a mnemonic, and such a label names its button a second time: "Undo Undo".
        gtk_button_set_use_underline(button, 0)
        guard let label = gtk_button_get_child(button), isInstance(label, of: gtk_label_get_type()) else { return }
        gtk_label_set_mnemonic_widget(OpaquePointer(label), nil)
    }

    private static func isInstance(_ widget: UnsafeMutablePointer<GtkWidget>, of type: GType) -> Bool {
        g_type_check_instance_is_a(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self), type) != 0
    }
}
